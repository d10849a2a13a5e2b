// Turns a request into a page: with the built web package in production, through Vite with hot reload in development.
import { pathToFileURL } from 'node:url';
import middie from '@fastify/middie';
import type { PageHost } from '@tidemark/contract/pages.ts';
import type { FastifyInstance } from 'fastify';

export interface Renderer {
  readonly isDev: boolean;
  readonly clientDir: string;
  render(request: Request, host: PageHost): Promise<Response>;
  /** Why the last page failed, once. */
  takeLastError(): unknown;
  stop(): Promise<void>;
}

/** What entry.server of the web package offers, whichever way it was loaded. */
interface PageEntry {
  createPageHandler(build: unknown, mode: string): (request: Request, host: PageHost) => Promise<Response>;
  takeLastError(): unknown;
}
interface PageBuild {
  readonly entry: { readonly module: PageEntry };
}

export async function createBuiltRenderer(webDir: string): Promise<Renderer> {
  const build = (await import(pathToFileURL(`${webDir}/build/server/index.js`).href)) as PageBuild;
  const entry = build.entry.module;
  const render = entry.createPageHandler(build, 'production');
  return { isDev: false, clientDir: `${webDir}/build/client`, render, takeLastError: entry.takeLastError, stop: async () => {} };
}

export async function createDevRenderer(webDir: string, app: FastifyInstance): Promise<Renderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webDir,
    configFile: `${webDir}/vite.config.ts`,
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  });
  await app.register(middie);
  app.use((request, response, next) =>
    /^\/(v1|stream|healthz|readyz|metrics)\b/.test(request.url ?? '') ? next() : vite.middlewares(request, response, next),
  );
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<PageBuild>;
  return {
    isDev: true,
    // Pages come from their sources; pictures of coins from the build.
    clientDir: `${webDir}/build/client`,
    async render(request, host) {
      const { entry } = await load();
      return entry.module.createPageHandler(load, 'development')(request, host);
    },
    takeLastError: () => undefined,
    stop: () => vite.close(),
  };
}
