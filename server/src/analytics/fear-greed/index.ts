// Fear and greed: our own index of the mood of this market, from 0 to 100. Every figure it is made of is stored with its
// day. At the first start two years are computed from history; after a pause, what is missing.
import { fearGreedBand, fearGreedBands, fearGreedParts, fearGreedWeights, type FearGreedBand } from '@tidemark/contract/fear-greed.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { dayMs, dayStart } from '@tidemark/contract/time.ts';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import { createDailyJob } from '../daily-job.ts';
import type { Part } from '../part.ts';
import { figureOrNull, figureText } from '../trading-data/figure.ts';
import { moodOfWorld } from '../world.ts';
import { createFigures } from './figures.ts';
import { readMarketDays } from './market-days.ts';
import { indexDay, partFigures, weightsOf } from './rules.ts';
import { createStore, type StoredDay } from './store.ts';

export interface FearGreedDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: Market;
  readonly isKeeper: IsKeeper;
  /** Pairs that people keep as favorites, all together; left out = they are not counted. */
  readonly favorites?: (() => Promise<number>) | undefined;
}

const historyDays = 730;
/** Figures look back on so many days. */
const figureDays = 91;
const refreshMs = 5 * 60_000;

export function createFearGreed({ db, clock, log, market, isKeeper, favorites }: FearGreedDeps): Part<'fearGreed'> {
  const store = createStore(db.orm);
  let days: readonly StoredDay[] = [];

  const load = async () => {
    days = await store.load(dayStart(clock.now()) - historyDays * dayMs);
  };

  /** The running day and the one before it are computed again: the one runs, the other may have been left half done. */
  const compute = async (signal: AbortSignal) => {
    const today = dayStart(clock.now());
    await load();
    const known = new Map(days.map((day) => [day.ts, day]));
    // Before the oldest day the source may know nothing: that is not asked for again.
    let from = today - dayMs;
    for (let day = days[0]?.ts ?? today - historyDays * dayMs; day < from; day += dayMs) if (!known.has(day)) from = day;
    const starred = new Map(
      days.flatMap(({ ts, figures }) => (figures.favoritesTotal === null ? [] : [[ts, figures.favoritesTotal] as const])),
    );
    const total = favorites ? await favorites() : null;
    if (total !== null) starred.set(today, total);
    const facts = await readMarketDays(market, from - figureDays * dayMs, today, starred, signal);
    const figuresOf = createFigures(facts);
    const closes = new Map(facts.btc.map((day) => [day.ts, day.close]));
    const all: StoredDay[] = days.filter(({ ts }) => ts < from);
    const computed: StoredDay[] = [];
    for (let ts = from; ts <= today; ts += dayMs) {
      const btcClose = closes.get(ts);
      if (btcClose === undefined) continue;
      const day = { ts, btcClose, figures: figuresOf(ts), isBackfilled: ts < today && (known.get(ts)?.isBackfilled ?? true) };
      all.push({ ...day, parts: {} as StoredDay['parts'], value: null });
      const result = { ...day, ...indexDay(all, all.length - 1) };
      all[all.length - 1] = result;
      computed.push(result);
    }
    await store.save(computed);
    days = all;
  };

  const job = createDailyJob({
    clock,
    log,
    name: 'fear and greed',
    everyMs: refreshMs,
    run: (signal) => (isKeeper?.() ? compute(signal) : load()),
  });

  return {
    calls: {
      async fearGreed(_caller, { days: wanted }) {
        if (days.length === 0) await job.running();
        const complete = days.filter((day): day is StoredDay & { value: number } => day.value !== null);
        const now = complete.at(-1);
        if (!now) return refuse('sourceLacksData');
        const valueOf = (back: number) => complete.find(({ ts }) => ts === now.ts - back * dayMs)?.value ?? null;
        const weights = weightsOf(now.parts);
        return {
          value: round(now.value),
          band: fearGreedBand(now.value),
          updatedAt: job.ranAt() ?? now.ts,
          yesterday: roundOrNull(valueOf(1)),
          lastWeek: roundOrNull(valueOf(7)),
          lastMonth: roundOrNull(valueOf(30)),
          bands: [...fearGreedBands],
          parts: fearGreedParts.map((part) => ({
            part,
            weight: figureText(weights[part]),
            nominalWeight: figureText(fearGreedWeights[part] / 100),
            value: roundOrNull(now.parts[part]),
            figures: partFigures[part].figures.map((figure) => ({ figure, value: figureOrNull(now.figures[figure]) })),
            days: Math.min(365, days.filter(({ figures }) => partFigures[part].figures.some((figure) => figures[figure] !== null)).length),
          })),
          streakDays: streakOf(complete),
          lastExtreme: lastExtremeOf(complete),
          history: complete.slice(-wanted).map(({ ts, value, btcClose, parts }) => ({
            at: ts,
            value: round(value),
            btcPrice: figureText(btcClose),
            parts: fearGreedParts.map((part) => roundOrNull(parts[part])),
          })),
          other: moodOfWorld(
            market.world().mood,
            complete.slice(-wanted).map(({ ts }) => ts),
          ),
        };
      },
    },
    start: job.start,
    stop: job.stop,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
const roundOrNull = (value: number | null): number | null => (value === null ? null : round(value));

type DailyValues = readonly { readonly ts: number; readonly value: number }[];

function streakOf(complete: DailyValues): number {
  const band = fearGreedBand(complete.at(-1)!.value);
  const other = complete.findLastIndex(({ value }) => fearGreedBand(value) !== band);
  return complete.length - 1 - other;
}

const isExtreme = (band: FearGreedBand): boolean => band === 'extremeFear' || band === 'extremeGreed';

function lastExtremeOf(complete: DailyValues): { band: FearGreedBand; at: number } | null {
  const day = complete.findLast(({ value }) => isExtreme(fearGreedBand(value)));
  return day ? { band: fearGreedBand(day.value), at: day.ts } : null;
}
