// A foreign web server, as a test wants it: answers by path, counts what it was asked, and misbehaves on demand.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** 'hangUp': the line breaks; 'silence': nothing ever comes. */
export type WebRoute =
  | WebAnswer
  | 'hangUp'
  | 'silence'
  | ((request: { readonly url: string; readonly headers: Readonly<Record<string, string | string[] | undefined>> }) => WebAnswer);

export interface WebServer {
  readonly url: string;
  /** By path without the query; may be changed while it runs. */
  readonly routes: Map<string, WebRoute>;
  readonly requests: string[];
  stop(): Promise<void>;
}

export async function createWebServer(routes: Readonly<Record<string, WebRoute>>): Promise<WebServer> {
  const live = new Map(Object.entries(routes));
  const requests: string[] = [];
  // On a busy machine a connection would be closed for being idle just as the next request is sent on it.
  const http = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = request.url ?? '/';
    requests.push(url);
    const route = live.get(url.split('?')[0]!);
    if (route === 'hangUp') return void request.socket.destroy();
    if (route === 'silence') return;
    const {
      status = 200,
      headers = {},
      body = '',
    } = route === undefined ? { status: 404 } : typeof route === 'function' ? route({ url, headers: request.headers }) : route;
    response.writeHead(status, headers);
    response.end(body);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    routes: live,
    requests,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
