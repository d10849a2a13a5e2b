// The same program grown up: feed and web as two processes on a Postgres server and a NATS server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openOutsideServers } from '@tidemark/testbed/outside-servers.ts';
import WebSocket from 'ws';
import { startApp, type App } from '../harness/app.ts';

const { skip, nats, postgres, close } = await openOutsideServers();

/** The next prices of a symbol, as a browser would hear them. */
const hearPrices = (url: string, count: number): Promise<{ last: string; seq: number }[]> =>
  new Promise((resolve, reject) => {
    const prices: { last: string; seq: number }[] = [];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/stream`);
    const timer = setTimeout(() => reject(new Error(`heard ${prices.length} of ${count} prices`)), 30_000);
    socket.on('error', reject);
    socket.on('open', () =>
      socket.send(JSON.stringify({ action: 'subscribe', args: [{ topic: 'ticker', instType: 'sp', instId: 'BTCUSDT' }] })),
    );
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        action?: string;
        data?: [string, string, string, string, string, string, number, number][];
      };
      if (!frame.action) return;
      for (const row of frame.data ?? []) prices.push({ last: row[1], seq: row[7] });
      if (prices.length < count) return;
      clearTimeout(timer);
      socket.close();
      resolve(prices);
    });
  });

const agentToken = 'token-of-the-desk-of-this-test';
const rowsIn = (html: string) => html.match(/<tr [^>]*class="mr"/g)?.length ?? 0;

test('feed and web in two processes', { skip }, async (t) => {
  let shared: { DATABASE_URL: string; NATS_URL: string };
  let feed: App;
  let web: App;
  before(async () => {
    const env = (shared = { DATABASE_URL: await postgres.createDatabase('split'), NATS_URL: nats.url });
    // The web process comes first: it must wait for a feed, not fail without one.
    const starting = startApp({ env: { ...env, ROLES: 'web' } });
    feed = await startApp({ env: { ...env, ROLES: 'feed,alerts,delivery' }, readyPath: null });
    web = await starting;
  });
  after(async () => {
    await web?.stop();
    await feed?.stop();
    await close();
  });

  await t.test('the list is rendered from the feed of the other process', async () => {
    const html = await (await fetch(`${web.url}/markets/spot`)).text();
    assert.ok(rowsIn(html) >= 50, `${rowsIn(html)} rows`);
  });

  await t.test('prices arrive live', async () => {
    const prices = await hearPrices(web.url, 5);
    assert.ok(new Set(prices.map((price) => price.last)).size > 1, JSON.stringify(prices));
    assert.deepEqual(
      prices.map((price) => price.seq),
      prices.map((price) => price.seq).toSorted((a, b) => a - b),
    );
  });

  await t.test('what is said to support in one web process is heard in the other, by whoever it belongs to', async () => {
    const second = await startApp({ env: { ...shared, ROLES: 'web', SUPPORT_AGENT_TOKEN: agentToken } });
    try {
      const ask = async (url: string, path: string, body: object, headers: Record<string, string>) => {
        const response = await fetch(`${url}/v1/support${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        const { code, data } = (await response.json()) as { code: string; data: any };
        assert.equal(code, '00000', path);
        return {
          data,
          cookie: response.headers
            .getSetCookie()
            .map((line) => line.split(';', 1)[0])
            .join('; '),
        };
      };
      const {
        data: { liveTicket },
        cookie,
      } = await ask(web.url, '/chat/list', {}, {});
      const socket = new WebSocket(`${second.url.replace('http', 'ws')}/stream`);
      const heard: { action?: string; data?: { lastSeq: number }[] }[] = [];
      const frame = (fits: (one: (typeof heard)[number]) => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => heard.some(fits) && resolve();
          socket.on('message', look);
          look();
        });
      socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify({ action: 'subscribe', args: [{ topic: 'support', instId: liveTicket }] }));
      await frame(({ action }) => action === 'snapshot');
      await ask(web.url, '/chat/send', { clientKey: 'a', text: 'Hello' }, { cookie });
      await frame(({ action, data }) => action === 'update' && data?.[0]?.lastSeq === 1);
      const {
        data: { items },
      } = await ask(second.url, '/desk/list', {}, { authorization: `Bearer ${agentToken}` });
      await ask(
        second.url,
        '/desk/answer',
        { conversationId: items[0].conversationId, clientKey: 'b', text: 'Yes?' },
        { authorization: `Bearer ${agentToken}` },
      );
      await frame(({ action, data }) => action === 'update' && data?.[0]?.lastSeq === 2);
      const {
        data: { items: said },
      } = await ask(web.url, '/chat/list', {}, { cookie });
      assert.deepEqual(
        said.map(({ text }: { text: string }) => text),
        ['Hello', 'Yes?'],
      );
      socket.close();
    } finally {
      await second.stop();
    }
  });

  await t.test('the feed is killed and comes back: prices go on, never older ones', async () => {
    const before = await hearPrices(web.url, 2);
    await feed.kill9();
    await feed.restart();
    const later = await hearPrices(web.url, 5);
    assert.ok(later[0]!.seq >= before.at(-1)!.seq);
    assert.ok(later.at(-1)!.seq > before.at(-1)!.seq);
  });

  await t.test('the bus goes away and comes back: the web process answers meanwhile and catches up', async () => {
    await nats.kill();
    assert.equal((await fetch(`${web.url}/markets/spot`)).status, 200);
    const before = await hearPrices(web.url, 1);
    await nats.start();
    const later = await hearPrices(web.url, 4);
    assert.ok(later.at(-1)!.seq > before[0]!.seq);
  });

  await t.test('news that the feed process made are read in the web process, once each in spite of the kill', async () => {
    const read = async () => {
      const response = await fetch(`${web.url}/v1/cms/quotesPage/getNewsList`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pageSize: 200 }),
      });
      return ((await response.json()) as { data: { items: { id: string; title: string }[]; total: number } }).data;
    };
    let news = await read();
    for (const end = Date.now() + 60_000; news.total === 0 && Date.now() < end; await delay(250)) news = await read();
    assert.ok(news.total > 50, `${news.total} notes`);
    assert.equal(new Set(news.items.map(({ id }) => id)).size, news.items.length);
  });
});
