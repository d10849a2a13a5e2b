// The port for operators, of a process that serves no pages: health, readiness and figures, and nothing else.
import Fastify from 'fastify';
import { registerOperations, type OperationsDeps } from '#edge/http/operations.ts';

export interface OpsServer {
  listen(port: number, host: string): Promise<void>;
  close(): Promise<void>;
}

export async function createOpsServer(deps: OperationsDeps): Promise<OpsServer> {
  const app = Fastify({ logger: false, bodyLimit: 1_024, requestTimeout: 10_000, forceCloseConnections: true });
  app.server.headersTimeout = 10_000;
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain').send('there is only /healthz, /readyz and /metrics here\n'),
  );
  await app.register(async (scope) => registerOperations(scope, deps));
  return {
    async listen(port, host) {
      await app.listen({ port, host });
    },
    close: () => app.close(),
  };
}
