// A recording that is played fires exactly what the oracle says: all eight types, all frequencies, through the whole room.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { alertLimits, isChannelType, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createMarket } from '#market/index.ts';
import { createReplay } from '#market/sources/replay/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { systemClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createAlertJudge } from './index.ts';
import { scaleOf } from './pairs.ts';
import { changeUnits } from './engine/scale.ts';
import { planLevels, startStanding } from './engine/start.ts';
import { createStore } from './store.ts';
import { createOracle, type OracleFiring } from './testing/engine-oracle.ts';
import { createRandom } from './testing/random.ts';

const t0 = Date.UTC(2024, 0, 1, 22);
const minutes = 300;
const tick = '0.01';
const symbols = ['BTCUSDT', 'ETHUSDT'];

/** The firings of a whole recording, and those that the oracle expects. judgeComes: before the first price, or after the last one. */
async function replayAll(judgeComes: 'first' | 'last') {
  const random = createRandom(20240101);
  const folder = mkdtempSync(join(tmpdir(), 'alerts-replay-'));
  const file = join(folder, 'recording.csv');
  const lines = ['symbol,ts,open,high,low,close,volume'];
  const price = new Map(symbols.map((symbolId) => [symbolId, 100]));
  for (let at = 0; at < minutes; at++) {
    for (const symbolId of symbols) {
      const open = price.get(symbolId)!;
      const close = Math.max(50, open + (random.next() - 0.5) * 2 + (100 - open) * 0.02);
      const [high, low] = [Math.max(open, close) + random.next(), Math.min(open, close) - random.next()];
      lines.push([symbolId, t0 + at * minuteMs, ...[open, high, low, close].map((value) => value.toFixed(2)), 5].join(','));
      price.set(symbolId, Number(close.toFixed(2)));
    }
  }
  writeFileSync(file, lines.join('\n'));

  const warned: string[] = [];
  const log = createLog({
    level: 'warn',
    stream: new Writable({ write: (line: Buffer, _encoding, done) => (warned.push(String(line)), done()) }),
  });
  const metrics = createMetrics();
  const bus = createInProcessBus();
  const db = await openTestDatabase(log);
  const replay = createReplay({ clock: systemClock, log, metrics, file, speed: 100_000 });
  const market = createMarket({ bus, clock: systemClock, log, metrics, db, feed: replay });
  const judge = createAlertJudge({ db, bus, clock: systemClock, marketClock: systemClock, log, metrics, market });
  try {
    const store = createStore(db.orm, alertLimits);
    const expected: OracleFiring[] = [];
    const oracle = createOracle(alertLimits, (firing) => expected.push(firing));
    const beginAt = t0 - 1;
    const begin = (series: string) =>
      series.startsWith('change') ? { last: '100.00', open: '100.00', label: 0 } : { last: '100.00', label: scaleOf(tick).units(100) };
    for (let at = 0; at < 64; at++) {
      const [symbolId, type] = [random.pick(symbols), ((at % 8) + 1) as AlertType];
      const away = 0.5 + random.next() * 6;
      const isChange = type === 5 || type === 6;
      const fixed = (value: number) => value.toFixed(2);
      const form = isChannelType(type)
        ? { price: null, priceUp: fixed(100 + (type === 7 ? away + 3 : away)), priceDown: fixed(type === 7 ? 100 + away : 100 - away) }
        : {
            price: type === 1 ? fixed(100 + away) : type === 2 ? fixed(100 - away) : fixed(Math.ceil(away) / 100),
            priceUp: null,
            priceDown: null,
          };
      const [frequency, timeZone] = [random.pick([1, 2, 3]), random.pick([-1, 480, -300])];
      const levels = planLevels(
        { alertType: type, configurePrice: form.price, configurePriceUp: form.priceUp, configurePriceDown: form.priceDown },
        scaleOf(tick),
      );
      const series = `${isChange ? 'change' : 'last'} ${symbolId}`;
      const standing = startStanding({ type, ...levels }, 1, begin(series).label, beginAt);
      const { id } = await store.create(
        newId(),
        {
          ...form,
          type,
          source: 0,
          frequency,
          channels: [4],
          clientKey: 'k',
          businessLine: 1,
          contractLine: null,
          symbolId,
          tick,
          note: null,
          timeZone,
          standing,
          born: null,
        },
        new Date(),
      );
      oracle.start(
        {
          id,
          version: 1,
          series,
          tick,
          type,
          frequency,
          timeZone,
          ...(form.price === null ? { lower: form.priceDown, upper: form.priceUp } : { target: form.price }),
        },
        begin(series),
        beginAt,
      );
    }

    let heard = 0;
    market.onQuotes((quotes) => {
      for (const { symbolId, last, open24h, ts } of quotes) {
        heard++;
        // In the middle of it the process stands still, as on a machine that is too busy.
        if (heard === minutes * 4) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
        const [lastText, openText] = [last.toFixed(2), open24h.toFixed(2)];
        oracle.tick(`last ${symbolId}`, { last: lastText, label: scaleOf(tick).units(last) }, ts);
        oracle.tick(
          `change ${symbolId}`,
          { last: lastText, open: openText, label: changeUnits(scaleOf(tick).units(last), scaleOf(tick).units(open24h)) },
          ts,
        );
      }
    });
    const judgeAll = async () => {
      await judge.start();
      // On a busy machine a judge has started before it has its alerts.
      await until('every alert is armed', async () => /^alerts_armed 64$/m.test(await metrics.text()), { everyMs: 50 });
    };
    if (judgeComes === 'first') await judgeAll();
    await market.start();
    await until('the end of the replay', () => replay.hasEnded(), { everyMs: 50 });
    if (judgeComes === 'last') await judge.start();
    const firings = async () => (await db.pool.query<{ count: number }>('select count(*)::int as count from alert_log')).rows[0]!.count;
    await until(`${expected.length} firings`, async () => (await firings()) >= expected.length, { everyMs: 50, why: firings });
    const { rows } = await db.pool.query<{
      key: string;
      at: number;
      price: string;
      type: number;
      suppressed_by: string | null;
      more_count: number | null;
      lateness: string | null;
    }>(
      `select key, extract(epoch from happened_at)::float8 * 1000 as at, firing_price::text as price, type, suppressed_by, more_count,
       lateness from alert_log order by happened_at, alert_id, id`,
    );
    const isChangeLabel = (alertId: number) => rows.some(({ key, type }) => key.startsWith(`${alertId}:`) && (type === 5 || type === 6));
    assert.ok(heard > minutes * 8 - 50 && rows.length > 60, `${heard} ticks, ${rows.length} firings`);
    assert.ok(rows.some(({ suppressed_by: by }) => by !== null) && new Set(rows.map(({ type }) => type)).size === 8);
    return {
      warned,
      fired: rows.map(({ key, at, price, suppressed_by: by, more_count: more, lateness }) => ({
        firing: `${key} ${at} ${Number(price)} ${by} ${more}`,
        lateness,
      })),
      expected: expected
        .toSorted((a, b) => a.at - b.at || a.alertId - b.alertId || a.fireSeq - b.fireSeq)
        .map(({ alertId, version, fireSeq, at, label, suppressedBy, more, lateness }) => {
          const price = isChangeLabel(alertId) ? label / 100_000 : Number(scaleOf(tick).decimal(label));
          return { firing: `${alertId}:${version}:${fireSeq} ${at} ${price} ${suppressedBy} ${more?.count ?? null}`, lateness };
        }),
    };
  } finally {
    await judge.stop();
    await market.stop();
    await bus.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a replay of recorded candles fires exactly what the oracle says, also when the process stands still for a while', async () => {
  let played = await replayAll('first');
  const firings = (of: readonly { readonly firing: string }[]) => of.map(({ firing }) => firing);
  // A judge that a busy machine keeps from its database begins anew, and at this speed all that it is told afterwards is late.
  for (let again = 0; again < 2 && played.warned.some((line) => line.includes('judging begins anew')); again++) {
    assert.deepEqual(firings(played.fired), firings(played.expected));
    played = await replayAll('first');
  }
  assert.deepEqual(played.fired, played.expected, played.warned.join(''));
});

test('a judge that comes after hours of a recording were told at once fires the same, and says that most of it is late', async () => {
  const { fired, expected } = await replayAll('last');
  assert.deepEqual(
    fired.map(({ firing }) => firing),
    expected.map(({ firing }) => firing),
  );
  assert.ok(fired.some(({ lateness }) => lateness === 'logOnly'));
});
