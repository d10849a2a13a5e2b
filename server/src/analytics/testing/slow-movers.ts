// Top movers over again, by looking through everything that was ever told: for each price the whole past of its pair, for
// each finding every event before it. The detector must find the same.
import { moverWindowMs, type MoverRules, type MoverTier, type MoverType } from '@tidemark/contract/movers.ts';
import type { Tick } from '@tidemark/source/tick.ts';

export interface SlowEvent {
  readonly symbolId: string;
  readonly type: MoverType;
  readonly tier: MoverTier;
  readonly at: number;
  readonly change: number | null;
}

const minute = 60_000;
const day = 86_400_000;
const longerThan: Partial<Record<MoverType, readonly MoverType[]>> = { newHigh24h: ['newHigh7d'], newLow24h: ['newLow7d'] };

export function slowMovers(ticks: readonly Tick[], rules: MoverRules): SlowEvent[] {
  const events: SlowEvent[] = [];
  ticks.forEach((tick, i) => {
    const { symbolId, ts, last } = tick;
    const past = ticks.slice(0, i).filter((one) => one.symbolId === symbolId);
    const upToNow = [...past, tick];
    if (tick.turnover24h < rules.floorUsdt) return;
    const priceAgo = (ms: number) => {
      const moment = Math.floor(ts / 10_000) * 10_000 - ms;
      // A price of some pair must have been heard within two minutes before it, or the feed was cut.
      const lastHeard = ticks.slice(0, i + 1).findLast((one) => one.ts <= moment)?.ts;
      if (lastHeard === undefined || Math.floor(lastHeard / minute) < Math.floor(moment / minute) - 1) return null;
      return past.findLast((one) => one.ts <= moment)?.last ?? null;
    };
    const add = (type: MoverType, tier: MoverTier, change: number | null) => {
      const before = events.filter((event) => event.symbolId === symbolId && ts - event.at < moverWindowMs[type]);
      const earlier = before.filter((event) => event.type === type);
      if (earlier.length > 0 && earlier.at(-1)!.tier >= tier) return;
      if (before.some((event) => longerThan[type]?.includes(event.type))) return;
      events.push({ symbolId, type, tier, at: ts, change });
    };
    const tierOf = (size: number, tiers: readonly [number, number, number]): MoverTier | null =>
      size >= tiers[2] ? 3 : size >= tiers[1] ? 2 : size >= tiers[0] ? 1 : null;

    if (tick.high24h > tick.low24h) {
      const week = past.filter((one) => Math.floor(one.ts / (60 * minute)) >= Math.floor(ts / (60 * minute)) - 168);
      const weekAgo = past.findLast((one) => one.ts < (Math.floor(ts / (60 * minute)) - 168) * 60 * minute)?.last;
      const overWeek = weekAgo === undefined ? null : last / weekAgo - 1;
      if (last >= tick.high24h) {
        if (week.length > 0 && week.every((one) => last >= one.last)) add('newHigh7d', 2, overWeek);
        else add('newHigh24h', 1, last / tick.open24h - 1);
      }
      if (last <= tick.low24h) {
        if (week.length > 0 && week.every((one) => last <= one.last)) add('newLow7d', 2, overWeek);
        else add('newLow24h', 1, last / tick.open24h - 1);
      }
    }
    for (const [ms, rise, fall] of [
      [5 * minute, 'rise5m', 'fall5m'],
      [120 * minute, 'rise2h', 'fall2h'],
    ] as const) {
      const before = priceAgo(ms);
      const tier = before === null ? null : tierOf(Math.abs(last / before - 1), rules.moveTiers);
      if (before !== null && tier !== null) add(last > before ? rise : fall, tier, last / before - 1);
    }
    const today = upToNow.filter((one) => Math.floor(one.ts / day) === Math.floor(ts / day)).map((one) => one.last);
    const [open, high, low] = [today[0]!, Math.max(...today), Math.min(...today)];
    if (high / open - 1 >= rules.dayMove && last / high - 1 <= -rules.dayReturn) add('pullback', 1, last / high - 1);
    if (low / open - 1 <= -rules.dayMove && last / low - 1 >= rules.dayReturn) add('rally', 1, last / low - 1);
  });
  return events;
}
