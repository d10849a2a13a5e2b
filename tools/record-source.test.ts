// The recorder against an exchange of our own: what it keeps, played again, tells the same market.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '../server/src/platform/clock.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';
import { createCcxtSource } from '../server/src/market/sources/ccxt/index.ts';
import { recordedExchanges, recordedNow } from '@tidemark/testbed/exchange/recorded-exchanges.ts';
import type { Tick } from '../source/src/tick.ts';
import { createRecordedServer, payloadsOf, type Recording } from '../testbed/src/exchange/recorded.ts';
import { until } from '../testbed/src/until.ts';
import { recordSource } from './record-source.ts';

for (const name of ['bitget', 'okx'] as const)
  test(`${name}: what was recorded tells the same market when it is played`, async (t) => {
    const tell = async (url: string) => {
      const clock = createHandClock(recordedNow);
      const log = createLog({ level: 'silent' });
      const source = createCcxtSource({ name, clock, log, metrics: createMetrics(), baseUrl: url, isRateLimited: false });
      const ticks = new Map<string, Tick>();
      const catalog = await source.catalog();
      source.start((batch) => batch.forEach((tick) => ticks.set(tick.symbolId, tick)));
      await until('prices of spot and of contracts', () => ticks.has('BTCUSDT') && [...ticks.keys()].some((id) => id.includes('_')));
      source.stop();
      return { catalog, btc: ticks.get('BTCUSDT') };
    };
    const exchange = await createRecordedServer(recordedExchanges[name]());
    t.after(() => exchange.stop());
    const said: string[] = [];
    const clock = createHandClock(recordedNow);
    const made: Recording[] = [];
    void recordSource(name, { clock, baseUrl: exchange.url, isRateLimited: false, say: (line) => void said.push(line) }).then((one) =>
      made.push(one),
    );
    const recording = await until('the recording', () => made[0], { between: () => clock.advance(500) });
    assert.equal(recording.exchange, name);
    const asked = new Set(exchange.requests.map((request) => request.split('?')[0]));
    const kept = new Set(recording.answers.map(({ path }) => path));
    for (const path of Object.keys(recordedExchanges[name]())) if (asked.has(path)) assert.ok(kept.has(path), path);
    assert.ok(
      said.some((line) => line.startsWith('not told: ')),
      'what is not recorded there is named and does not stop it',
    );

    const played = await createRecordedServer(payloadsOf(recording));
    t.after(() => played.stop());
    assert.deepEqual(await tell(played.url), await tell(exchange.url));
  });
