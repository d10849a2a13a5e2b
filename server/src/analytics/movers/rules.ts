// When something that happened to a price is worth telling. Pure: a moment goes in, what it is comes out. The rules are
// those large exchanges publish for their own boards; the numbers are the operator's (contract: moverRules).
import type { MoverRules, MoverTier, MoverType } from '@tidemark/contract/movers.ts';
import type { Candle } from '@tidemark/source/candle.ts';

/** What is known of a pair when its price arrives. null = not known, and then not judged. */
export interface Moment {
  readonly price: number;
  readonly turnoverUsdt: number;
  readonly listedForMs: number;
  readonly high24h: number;
  readonly low24h: number;
  readonly open24h: number;
  readonly before7d: number | null;
  /** Before this price. */
  readonly week: { readonly high: number; readonly low: number } | null;
  /** With this price. */
  readonly day: { readonly open: number; readonly high: number; readonly low: number } | null;
  readonly before5m: number | null;
  readonly before15m: number | null;
  readonly before2h: number | null;
}

export interface Finding {
  readonly type: MoverType;
  readonly tier: MoverTier;
  readonly change: number | null;
  /** Holds only if candles agree (see confirm below). */
  readonly needs?: 'month' | 'volume';
}

const isJudged = ({ floorUsdt }: MoverRules, { turnoverUsdt }: Pick<Moment, 'turnoverUsdt'>): boolean => turnoverUsdt >= floorUsdt;

export function judge(rules: MoverRules, moment: Moment): Finding[] {
  if (!isJudged(rules, moment)) return [];
  return [...judgeExtremes(rules, moment), ...judgeMoves(rules, moment), ...judgeDay(rules, moment)];
}

/** Only the longest period is told: a high of a month is one of a week and of a day as well. */
function judgeExtremes({ minAgeMs }: MoverRules, { price, high24h, low24h, open24h, before7d, week, listedForMs }: Moment): Finding[] {
  if (listedForMs < minAgeMs || high24h <= low24h) return [];
  const found: Finding[] = [];
  const overDay = price / open24h - 1;
  const overWeek = before7d === null ? null : price / before7d - 1;
  if (price >= high24h)
    found.push(
      week && price >= week.high
        ? { type: 'newHigh7d', tier: 2, change: overWeek, needs: 'month' }
        : { type: 'newHigh24h', tier: 1, change: overDay },
    );
  if (price <= low24h)
    found.push(
      week && price <= week.low
        ? { type: 'newLow7d', tier: 2, change: overWeek, needs: 'month' }
        : { type: 'newLow24h', tier: 1, change: overDay },
    );
  return found;
}

export const tierOf = (size: number, [first, second, third]: readonly [number, number, number]): MoverTier | null =>
  size >= third ? 3 : size >= second ? 2 : size >= first ? 1 : null;

function judgeMoves(rules: MoverRules, { price, before5m, before15m, before2h }: Moment): Finding[] {
  const found: Finding[] = [];
  const add = (before: number | null, tiers: MoverRules['moveTiers'], rise: MoverType, fall: MoverType, needs?: 'volume') => {
    if (before === null) return;
    const change = price / before - 1;
    const tier = tierOf(Math.abs(change), tiers);
    if (tier !== null) found.push({ type: change > 0 ? rise : fall, tier, change, ...(needs && { needs }) });
  };
  add(before5m, rules.moveTiers, 'rise5m', 'fall5m');
  add(before2h, rules.moveTiers, 'rise2h', 'fall2h');
  add(before15m, rules.volumeTiers, 'riseWithVolume', 'fallWithVolume', 'volume');
  return found;
}

function judgeDay({ dayMove, dayReturn }: MoverRules, { price, day }: Moment): Finding[] {
  if (!day) return [];
  const found: Finding[] = [];
  const [fromHigh, fromLow] = [price / day.high - 1, price / day.low - 1];
  if (day.high / day.open - 1 >= dayMove && fromHigh <= -dayReturn) found.push({ type: 'pullback', tier: 1, change: fromHigh });
  if (day.low / day.open - 1 <= -dayMove && fromLow >= dayReturn) found.push({ type: 'rally', tier: 1, change: fromLow });
  return found;
}

export const dayCandlesNeeded = 31;

/** A high or low of a week may be one of thirty days: the days before today decide. */
export function confirmMonth(finding: Finding, price: number, at: number, days: readonly Candle[]): Finding {
  const past = days.filter(({ ts }) => ts < at - 86_400_000 && ts >= at - 31 * 86_400_000);
  if (past.length < 8) return finding;
  const change = price / past[0]!.open - 1;
  if (finding.type === 'newHigh7d' && past.every(({ high }) => price >= high)) return { type: 'newHigh30d', tier: 3, change };
  if (finding.type === 'newLow7d' && past.every(({ low }) => price <= low)) return { type: 'newLow30d', tier: 3, change };
  return finding;
}

const periodMinutes = 15;
export const minutesNeeded = ({ volumePeriods }: MoverRules): number => periodMinutes * (volumePeriods + 1) + 1;

/** The last fifteen whole minutes against the mean of as many before, so many times over. */
export function confirmVolume({ volumeTimes, volumePeriods }: MoverRules, at: number, minutes: readonly Candle[]): boolean {
  const end = Math.floor(at / 60_000) * 60_000;
  const start = end - periodMinutes * 60_000;
  const first = start - volumePeriods * periodMinutes * 60_000;
  const within = (from: number, to: number) => minutes.reduce((sum, { ts, turnover }) => (ts >= from && ts < to ? sum + turnover : sum), 0);
  if ((minutes[0]?.ts ?? Infinity) > first) return false;
  const usual = within(first, start) / volumePeriods;
  return usual > 0 && within(start, end) >= volumeTimes * usual;
}
