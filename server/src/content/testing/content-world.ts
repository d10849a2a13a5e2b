// For tests: the room with feeds of news that are served by the test.
import { after, before } from 'node:test';
import { dayMs } from '@tidemark/contract/time.ts';
import { createWebServer, type WebServer } from '@tidemark/testbed/web-server.ts';
import type { Content } from '../index.ts';
import { openContentBed, reader } from './content-bed.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27);
export const today = now - (now % dayMs);
export const noPage = { pageNum: 1, pageSize: 200, params: {} };

export let bed: Awaited<ReturnType<typeof openContentBed>>;
export let web: WebServer;
export let content: Content;
export const item = (title: string, path: string, more = '') =>
  `<item><title>${title}</title><link>https://news.example/${path}</link><guid isPermaLink="false">${path}</guid>${more}</item>`;
export const at = (ms: number) => `<pubDate>${new Date(ms).toUTCString()}</pubDate>`;
export const rss = (name: string, ...items: string[]) =>
  '<?xml version="1.0"?><rss ' +
  `version="2.0"><channel><title>${name}</title><link>https://news.example</link><description>d</description>${items.join('')}` +
  '</channel></rss>';
export const list = async (params: object = {}, locale: Parameters<typeof reader>[0] = 'en') =>
  (await content.calls.getNewsList(reader(locale), { ...noPage, params })).items;

before(async () => {
  bed = await openContentBed(now);
  web = await createWebServer({});
  ({ content } = await bed.start({
    feedUrls: [],
    fearGreedHistory: async () =>
      new Map([
        [today - 2 * dayMs, 30],
        [today - dayMs, 61],
      ]),
  }));
});
after(async () => {
  await web.stop();
  await bed.close();
});
