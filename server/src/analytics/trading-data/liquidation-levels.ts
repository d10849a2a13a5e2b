// Where positions of a contract would be closed by force. No source tells that: what is open is taken to be opened evenly, at the prices
// of the last day and with the leverages of the contract room's table, and what the price has reached since is closed already.
import { refuse } from '@tidemark/contract/errors.ts';
import {
  levelPeriods,
  levelRows,
  openedPerDay,
  shareClosedWithin,
  type LevelRange,
  type liquidationCalls,
} from '@tidemark/contract/liquidations.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import { tradingPeriodMs, tradingRangeMs } from '@tidemark/contract/trading-data.ts';
import type { Handlers, Output } from '@tidemark/contract/wire.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { figureText } from './figure.ts';

export type LevelCalls = Handlers<typeof liquidationCalls>;
type Answer = Output<(typeof liquidationCalls)['liquidationLevels']>;

export interface LevelDeps {
  readonly market: Pick<Market, 'catalog' | 'candles' | 'series'>;
  readonly clock: Clock;
}

/** So far beyond the lowest and the highest price levels are shown. */
const beyond = 0.12;
/** Exchanges publish it minutes after its moment; what is older than so many periods is not known any more. */
const lateByPeriods = 4;
const heldMs = minuteMs;

export function createLiquidationLevels({ market, clock }: LevelDeps): LevelCalls {
  /** The oldest first. */
  const known = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

  const read = async (symbolId: string, range: LevelRange): Promise<Answer> => {
    const period = levelPeriods[range];
    const length = tradingPeriodMs[period];
    const now = clock.now();
    const [columns, held] = [tradingRangeMs[range] / length, dayMs / length];
    const from = (Math.floor(now / length) - columns - held + 1) * length;
    const query = { symbolId, from, limit: columns + held };
    const [candles = [], interest = []] = await Promise.all([
      market.candles([{ ...query, interval: period }]).then((found) => found?.[0]),
      market.series([{ ...query, metric: 'openInterest', period }]).then((found) => found?.[0]),
    ]);
    const open = openAt(candles, interest, lateByPeriods * length);
    const shown = candles.slice(-columns).filter(({ ts }) => ts >= from + held * length);
    const none = { available: false, symbolId, range, lowest: null, rowHeight: null, times: [], prices: [], columns: [], asOf: now };
    if (shown.length === 0 || interest.length === 0) return none;
    const lowest = Math.min(...shown.map(({ low }) => low)) * (1 - beyond);
    const rowHeight = (Math.max(...shown.map(({ high }) => high)) * (1 + beyond) - lowest) / levelRows;
    return {
      ...none,
      available: true,
      lowest: figureText(lowest),
      rowHeight: figureText(rowHeight),
      times: shown.map(({ ts }) => ts),
      prices: shown.map(({ close }) => figureText(close)),
      columns: levelsOf(candles, open, { lowest, rowHeight, held }).slice(-shown.length),
    };
  };

  return {
    async liquidationLevels(_caller, { symbolId, range }) {
      if (!market.catalog.symbol(symbolId)) refuse('unknownSymbol');
      const key = `${symbolId} ${range}`;
      const now = clock.now();
      for (const [old, { at }] of known) {
        if (Math.abs(now - at) < heldMs) break;
        known.delete(old);
      }
      const answer = known.get(key)?.answer ?? read(symbolId, range);
      if (!known.has(key)) known.set(key, { at: now, answer });
      // After a failure the next caller asks the source again.
      answer.catch(() => known.delete(key));
      return answer;
    },
  };
}

/** The open interest at each candle, in dollars; null where the source has not told it lately. */
function openAt(
  candles: readonly Candle[],
  interest: readonly { readonly ts: number; readonly values: { readonly value?: number } }[],
  lateMs: number,
): (number | null)[] {
  let next = 0;
  let last: { readonly ts: number; readonly value: number } | null = null;
  return candles.map(({ ts }) => {
    for (let point = interest[next]; point && point.ts <= ts; point = interest[++next])
      if (point.values.value !== undefined) last = { ts: point.ts, value: point.values.value };
    return last && ts - last.ts <= lateMs ? last.value : null;
  });
}

interface Grid {
  readonly lowest: number;
  readonly rowHeight: number;
  /** For so many candles a position is held at most. */
  readonly held: number;
}

/** By candle, from the lowest row up; null as long as what was open within a day before is not all known. */
function levelsOf(candles: readonly Candle[], open: readonly (number | null)[], { lowest, rowHeight, held }: Grid): (number[] | null)[] {
  const columns = candles.map(() => new Float64Array(levelRows));
  const edges = Array.from({ length: levelRows + 1 }, (_, row) => lowest + row * rowHeight);
  for (const [opened, { close: entry }] of candles.entries()) {
    const amount = ((open[opened] ?? 0) * openedPerDay) / held;
    if (amount === 0) continue;
    const within = (distance: number) => shareClosedWithin(Math.max(0, distance));
    const closedByFall = edges.map((edge) => within(1 - edge / entry));
    const closedByRise = edges.map((edge) => within(edge / entry - 1));
    let [low, high] = [entry, entry];
    for (let at = opened; at < Math.min(candles.length, opened + held); at++) {
      if (at > opened) [low, high] = [Math.min(low, candles[at]!.low), Math.max(high, candles[at]!.high)];
      const [fallen, risen] = [within(1 - low / entry), within(high / entry - 1)];
      const left = amount * (1 - (at - opened) / held);
      const column = columns[at]!;
      for (let row = 0; row < levelRows; row++) {
        const longs = closedByFall[row]! - Math.max(closedByFall[row + 1]!, fallen);
        const shorts = closedByRise[row + 1]! - Math.max(closedByRise[row]!, risen);
        column[row]! += left * (Math.max(0, longs) + Math.max(0, shorts));
      }
    }
  }
  let unknownUntil = held - 1;
  return columns.map((column, at) => {
    if (open[at] === null) unknownUntil = at + held;
    return at < unknownUntil ? null : Array.from(column, Math.round);
  });
}
