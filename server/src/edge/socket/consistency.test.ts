// Law: in any order of changes, subscribes, unsubscribes, connects and beats, no client sees a gap in a channel's
// numbering, and after the last beat every client knows the newest value of every row it watches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import fc from 'fast-check';
import { createMirror, startHub, ticker, tickers } from './testing/test-hub.ts';
import type { TestClient } from './testing/test-hub.ts';

const symbolIds = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BTCUSDT_UMCBL'];
const futures: SubscriptionArg = { topic: 'tickers', instType: 'umcbl', instId: 'default' };
const args = [...symbolIds.map(ticker), tickers, futures];
const rowsOf = ({ topic, instType, instId }: SubscriptionArg): string[] =>
  topic === 'ticker' ? [instId ?? ''] : symbolIds.filter((id) => id.endsWith('_UMCBL') === (instType === 'umcbl'));

const clientCount = 3;
const client = fc.nat({ max: clientCount - 1 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('change' as const), ids: fc.uniqueArray(fc.constantFrom(...symbolIds), { minLength: 1 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(1, 100, 250, 700, 1_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('subscribe' as const, 'unsubscribe' as const), client, arg: fc.constantFrom(...args) }),
  },
  // Two frames under way at once, so that the server reads them in one turn.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resubscribe' as const), client, arg: fc.constantFrom(...args) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconnect' as const), client }) },
);

test('every client ends up with the newest value of every row it watches', async (t) => {
  const hub = await startHub(t, { limits: { burstFrames: 1_000_000 } }, symbolIds);
  let value = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const open = async () => ({ live: await hub.connect(), mirror: createMirror(), watched: new Set<SubscriptionArg>() });
      const clients = await Promise.all(Array.from({ length: clientCount }, open));
      const read = async ({ live, mirror }: { live: TestClient; mirror: ReturnType<typeof createMirror> }) => {
        for (const frame of await live.received()) mirror.apply(frame);
      };
      for (const each of steps) {
        if (each.kind === 'change') hub.set(Object.fromEntries(each.ids.map((id) => [id, ++value])));
        else if (each.kind === 'pass') hub.clock.advance(each.ms);
        else if (each.kind === 'reconnect') {
          clients[each.client]!.live.ws.terminate();
          clients[each.client] = await open();
        } else {
          const { live, watched } = clients[each.client]!;
          if (each.kind !== 'subscribe') live.unsubscribe(each.arg);
          if (each.kind !== 'unsubscribe') live.subscribe(each.arg);
          if (each.kind === 'unsubscribe') watched.delete(each.arg);
          else watched.add(each.arg);
          // Half of the time the next step comes before the server has read this one.
          if (value % 2 === 0) await read(clients[each.client]!);
        }
      }
      await Promise.all(clients.map(read));
      hub.clock.advance(1_000);
      await Promise.all(clients.map(read));
      for (const { mirror, watched } of clients) {
        for (const arg of watched) {
          for (const id of rowsOf(arg)) assert.equal(mirror.value(arg, id), hub.rows.values.get(id), `${id} in ${JSON.stringify(arg)}`);
        }
      }
      for (const { live } of clients) live.ws.terminate();
    }),
    { numRuns: 150, seed: 20_240_607 },
  );
});
