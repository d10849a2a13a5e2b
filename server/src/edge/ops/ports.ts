// Ports that are taken are told in one sentence.
import { createServer } from 'node:net';

export class StartError extends Error {}

const portTaken = (port: number, host: string, setting: string) =>
  new StartError(`Port ${port} on ${host} is already in use. Stop the other program or start Tidemark with another ${setting}.`);

/** Found out before the database starts, so that the answer comes at once. */
export async function assertPortFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? portTaken(port, host, 'PORT')
          : new StartError(`Tidemark cannot listen on ${host}:${port}: ${error.message}.`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

export async function listen(port: number, host: string, open: () => Promise<unknown>, setting = 'PORT'): Promise<void> {
  try {
    await open();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portTaken(port, host, setting) : error;
  }
}
