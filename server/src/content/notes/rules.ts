// Which facts are worth a note. Pure: from the past of the market to candidates with a weight; selection is in choose.ts.
import { fearGreedBand, fearGreedBands } from '@tidemark/contract/fear-greed.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { dayFacts } from './day-facts.ts';
import { hoursBefore, recordDays, type CoinPast, type ContractPast, type MarketPast } from './market-past.ts';
import type { CoinChange, Note, NoteFacts, NoteKind } from './note.ts';

const noteRule = {
  /** A record is told when it is the first in so many days; the largest that holds. */
  recordDays: [30, 90, 180, recordDays],
  /** A move within an hour: at least this, and so many times the coin's usual one. */
  hourMove: 0.025,
  hourTimes: 4,
  /** A sector whose middle coin moved so much further than the market's. */
  sectorLead: 0.015,
  /** Nearly all coins on one side. */
  breadth: 0.85,
  turnoverDays: 30,
  turnoverTimes: 2,
  fundingDays: 30,
  fundingLeast: 0.0002,
  openInterestChange: 0.12,
  daysGainers: 3,
  dayMove: 0.02,
  /** Round prices are told of the largest coins only. */
  levelRank: 6,
  levelShare: 0.04,
} as const;

/** Round figures of a price: about so much of it apart, 1, 2, 2.5 or 5 times a power of ten. */
export function roundStep(price: number, share: number): number {
  const wanted = price * share;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 2.5, 5, 10].find((times) => times * power >= wanted) ?? 10;
  return step * power;
}

const rankWeight = (rank: number): number => (rank === 1 ? 3 : rank === 2 ? 2.4 : rank <= 10 ? 1.5 : rank <= 30 ? 1 : 0.7);

interface Draft {
  readonly at: number;
  readonly weight: number;
  readonly facts: NoteFacts;
  readonly prices?: Readonly<Record<string, number>>;
}

/** The same fact has the same id in every process and at any time. */
const idOf = ({ at, facts: { kind, coin, sector } }: Draft): string =>
  `n-${kind}-${coin ?? sector ?? 'market'}-${(at / 1_000).toString(36)}`;

const toNote = (draft: Draft): Note => {
  const { at, weight, facts, prices = {} } = draft;
  const coins = facts.coin !== undefined ? [facts.coin] : (facts.list ?? []).map(({ coin }) => coin);
  return { id: idOf(draft), at, facts, weight, coins, prices };
};

const changeOver24h = (hours: readonly Candle[], at: number): number | null => {
  const before = hours[at - 24];
  return before && before.ts === hours[at]!.ts - dayMs ? hours[at]!.close / before.close - 1 : null;
};

/** The largest number of days over which nothing was as high (or low); 0 = not a record. */
function recordOf(past: CoinPast, hour: Candle, at: number, side: 'high' | 'low'): number {
  const today = hour.ts - (hour.ts % dayMs);
  const isBeyond = (candle: Candle) => (side === 'high' ? candle.high >= hour.high : candle.low <= hour.low);
  for (let i = at - 1; i >= 0 && past.hours[i]!.ts >= today; i--) if (isBeyond(past.hours[i]!)) return 0;
  const last = past.days.findLastIndex(({ ts }) => ts < today);
  if (last < 0 || past.days[last]!.ts !== today - dayMs) return 0;
  let clear = 0;
  while (clear <= last && !isBeyond(past.days[last - clear]!)) clear++;
  return noteRule.recordDays.findLast((days) => clear >= days) ?? 0;
}

function hourNotes(past: CoinPast, hourTs: number): Draft[] {
  const at = past.hours.findLastIndex(({ ts }) => ts === hourTs);
  const hour = past.hours[at];
  const before = past.hours[at - 1];
  if (!hour || !before || before.ts !== hourTs - hourMs) return [];
  const drafts: Draft[] = [];
  const { ticker: coin, symbolId, rank } = past;
  const end = hourTs + hourMs;
  const change24h = changeOver24h(past.hours, at);
  const add = (kind: NoteKind, weight: number, values: Record<string, number>) =>
    drafts.push({
      at: end,
      weight: weight * rankWeight(rank),
      facts: {
        kind,
        coin,
        symbolId,
        values: { price: hour.close, from: hourTs, to: end, ...(change24h !== null && { change24h }), ...values },
      },
      prices: { [coin]: hour.close },
    });

  const high = recordOf(past, hour, at, 'high');
  const low = recordOf(past, hour, at, 'low');
  if (high > 0) add('newHigh', 1 + high / 60, { days: high, price: hour.high });
  else if (low > 0) add('newLow', 1 + low / 60, { days: low, price: hour.low });

  const moves = past.hours.slice(Math.max(0, at - hoursBefore), at).map(({ open, close }) => Math.abs(close / open - 1));
  const usual = moves.length >= hoursBefore / 2 ? moves.reduce((sum, move) => sum + move, 0) / moves.length : 0;
  const change = hour.close / hour.open - 1;
  const times = usual > 0 ? Math.abs(change) / usual : 0;
  if (Math.abs(change) >= noteRule.hourMove && times >= noteRule.hourTimes && hour.turnover >= liquidityFloorUsdt) {
    add(change > 0 ? 'hourRise' : 'hourFall', 1.5 + times / 8, { change, open: hour.open, times, turnover: hour.turnover });
  }

  if (rank <= noteRule.levelRank) {
    const step = roundStep(before.close, noteRule.levelShare);
    const [from, to] = [Math.floor(before.close / step), Math.floor(hour.close / step)];
    if (to !== from) add(to > from ? 'crossedUp' : 'crossedDown', rank <= 2 ? 1.4 : 0.6, { level: (to > from ? to : from) * step });
  }
  return drafts;
}

function fundingNotes({ ticker, symbolId, funding }: ContractPast, coins: readonly CoinPast[], hourTs: number): Draft[] {
  const price = coins.find((coin) => coin.ticker === ticker)?.hours.findLast(({ ts }) => ts === hourTs)?.close;
  return funding.flatMap(({ ts, rate }, i): Draft[] => {
    if (ts < hourTs || ts >= hourTs + hourMs || Math.abs(rate) < noteRule.fundingLeast) return [];
    const since = ts - noteRule.fundingDays * dayMs;
    const before = funding.slice(0, i).filter((point) => point.ts >= since);
    if (before.length < noteRule.fundingDays * 2) return [];
    const isRecord = rate > 0 ? before.every((point) => point.rate < rate) : before.every((point) => point.rate > rate);
    return isRecord
      ? [
          {
            at: hourTs + hourMs,
            weight: 2.2,
            facts: {
              kind: rate > 0 ? 'fundingHigh' : 'fundingLow',
              coin: ticker,
              symbolId,
              values: { rate: Math.abs(rate), days: noteRule.fundingDays, at: ts },
            },
            ...(price !== undefined && { prices: { [ticker]: price } }),
          },
        ]
      : [];
  });
}

/** Of the day that ended with this hour. */
function dayNotes(past: MarketPast, day: number, mood: ReadonlyMap<number, number>): Draft[] {
  const at = day + dayMs;
  const facts = dayFacts(past, day);
  const drafts: Draft[] = [];
  const add = (kind: NoteKind, weight: number, more: Omit<NoteFacts, 'kind'>, prices: Readonly<Record<string, number>> = {}) =>
    drafts.push({ at, weight, facts: { kind, ...more, values: { day, ...more.values } }, prices });
  if (facts) {
    const { coins, sectors } = facts;
    const byChange = coins.toSorted((a, b) => b.change - a.change);
    const listOf = (rows: typeof coins): CoinChange[] => rows.slice(0, noteRule.daysGainers).map(({ coin, change }) => ({ coin, change }));
    const closesOf = (list: readonly CoinChange[]) =>
      Object.fromEntries(list.map((one) => [one.coin, coins.find(({ coin }) => coin === one.coin)!.candle.close]));
    if (byChange.length >= 10) {
      const [gainers, losers] = [
        listOf(byChange.filter(({ change }) => change >= noteRule.dayMove)),
        listOf(byChange.toReversed().filter(({ change }) => change <= -noteRule.dayMove)),
      ];
      if (gainers.length > 0) add('dayGainers', 3, { list: gainers, values: { coins: coins.length } }, closesOf(gainers));
      if (losers.length > 0) add('dayLosers', 2.9, { list: losers, values: { coins: coins.length } }, closesOf(losers));
      const share = facts.rising / coins.length;
      if (share >= noteRule.breadth) add('breadthUp', 2.5, { values: { rising: facts.rising, coins: coins.length, median: facts.median } });
      if (facts.falling / coins.length >= noteRule.breadth)
        add('breadthDown', 2.5, { values: { falling: facts.falling, coins: coins.length, median: facts.median } });
    }
    const [best, worst] = [sectors[0], sectors.at(-1)];
    const sector = ({ slug, coins: count, rising, change }: (typeof sectors)[0]) => ({
      sector: slug,
      values: { change, coins: count, rising, market: facts.median },
    });
    if (best && best.change > 0 && best.change - facts.median >= noteRule.sectorLead) add('sectorUp', 2.4, sector(best));
    if (worst && worst !== best && worst.change < 0 && facts.median - worst.change >= noteRule.sectorLead)
      add('sectorDown', 2.3, sector(worst));
    for (const {
      coin,
      change,
      past: { symbolId, days, rank },
      candle,
      at: place,
    } of coins) {
      const before = days.slice(Math.max(0, place - recordDays), place);
      let clear = 0;
      while (clear < before.length && before[before.length - 1 - clear]!.turnover < candle.turnover) clear++;
      const record = noteRule.recordDays.findLast((length) => clear >= length) ?? 0;
      const month = before.slice(-noteRule.turnoverDays);
      const mean = month.reduce((sum, { turnover }) => sum + turnover, 0) / (month.length || 1);
      if (record > 0 && candle.turnover >= noteRule.turnoverTimes * mean)
        add(
          'turnoverRecord',
          (1 + record / 90) * rankWeight(rank),
          { coin, symbolId, values: { turnover: candle.turnover, days: record, times: candle.turnover / mean, change } },
          { [coin]: candle.close },
        );
    }
  }
  for (const { ticker: coin, symbolId, openInterest } of past.contracts) {
    const [value, before] = [openInterest.get(at), openInterest.get(day)];
    if (value === undefined || before === undefined) continue;
    const change = value / before - 1;
    if (Math.abs(change) < noteRule.openInterestChange) continue;
    const price = past.coins.find(({ ticker }) => ticker === coin)?.days.findLast(({ ts }) => ts === day);
    add(
      change > 0 ? 'openInterestUp' : 'openInterestDown',
      1.5 + Math.abs(change) * 4,
      { coin, symbolId, values: { value, before, change, ...(price && { priceChange: price.close / price.open - 1 }) } },
      price && { [coin]: price.close },
    );
  }
  const [value, before] = [mood.get(day), mood.get(day - dayMs)];
  if (value !== undefined && before !== undefined && fearGreedBand(value) !== fearGreedBand(before)) {
    const place = (score: number) => fearGreedBands.findIndex(({ band }) => band === fearGreedBand(score));
    add(place(value) > place(before) ? 'moodUp' : 'moodDown', 3.2, { values: { value, before } });
  }
  return drafts;
}

/** Spot pairs of a coin that began to be traded within the hour. */
function listingNotes(symbols: readonly MarketSymbol[], hourTs: number): Draft[] {
  const opened = new Map<string, MarketSymbol & { readonly listedAt: number }>();
  for (const symbol of symbols) {
    const { listedAt } = symbol;
    if (symbol.instType !== 'sp' || symbol.status !== 'online' || listedAt === null || listedAt < hourTs || listedAt >= hourTs + hourMs)
      continue;
    if (!opened.has(symbol.baseSymbol) || symbol.pricedSymbol === 'USDT') opened.set(symbol.baseSymbol, { ...symbol, listedAt });
  }
  return [...opened.values()].map((symbol) => ({
    at: symbol.listedAt,
    weight: 2.6,
    facts: { kind: 'listed', coin: symbol.baseSymbol, symbolId: symbol.symbolId, values: { at: symbol.listedAt } },
  }));
}

/** What there is to say of the hour that began at hourTs, and of the day if it was its last. */
export function candidatesOf(
  past: MarketPast,
  symbols: readonly MarketSymbol[],
  mood: ReadonlyMap<number, number>,
  hourTs: number,
): Note[] {
  const end = hourTs + hourMs;
  return [
    ...past.coins.flatMap((coin) => hourNotes(coin, hourTs)),
    ...past.contracts.flatMap((contract) => fundingNotes(contract, past.coins, hourTs)),
    ...listingNotes(symbols, hourTs),
    ...(end % dayMs === 0 ? dayNotes(past, end - dayMs, mood) : []),
  ].map(toNote);
}
