// The page of the console, for operators: a bundle of its own beside the pages of visitors.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { buildPolicy } from './policy.ts';

export interface ConsolePageDeps {
  /** Where the built console is; while pages come from their sources there may be none. */
  readonly dir: string;
  readonly https: boolean;
}

export async function registerConsolePage(app: FastifyInstance, { dir, https }: ConsolePageDeps): Promise<void> {
  const file = join(dir, 'index.html');
  if (!existsSync(file)) return;
  const page = readFileSync(file);
  const headers = {
    'content-security-policy': buildPolicy([], { https }),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  };
  for (const path of ['/operator', '/operator/'])
    app.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').headers(headers).send(page));
  await app.register(fastifyStatic, {
    root: join(dir, 'assets'),
    prefix: '/operator/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
    wildcard: true,
  });
}
