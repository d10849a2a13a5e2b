// Makes the picks of each day once it has begun, and judges those whose days are over. At the first start it makes those of
// the past two months from history, marked so, so that there is something to judge the model by.
import { pickHorizons } from '@tidemark/contract/picks.ts';
import { dayMs, dayStart } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { largestCoins, readDays, readSeries, type PricedCoin } from '../daily-facts.ts';
import { lookBackDays, type Day } from './factors.ts';
import { chosenModel, pickFrom, scoreDay, type Scored } from './model.ts';
import { judgeDay, type ChangeAfter, type DayOutcome, type Horizon, type PickOutcome } from './scorecard.ts';
import type { NewPick, PickDayRow, Store } from './store.ts';

const backfilledDays = 60;
/** The largest coins; the floor of section 9 is judged on top. */
const universeCoins = 300;
/** The yardstick: not picked itself. */
const btc = 'BTCUSDT';
/** A pick has its own address. */
const addressable = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

interface Coins {
  readonly coins: readonly PricedCoin[];
  readonly days: ReadonlyMap<string, readonly Day[]>;
  /** Place of a day in its coin's days. */
  at(symbolId: string, ts: number): number;
}

export function createKeeper({ clock, market, store }: { clock: Clock; market: Market; store: Store }) {
  /** Whole days only, up to the one before today. */
  async function readCoins(symbolIds: readonly string[], from: number, signal: AbortSignal): Promise<Coins> {
    const yesterday = dayStart(clock.now()) - dayMs;
    const coins = largestCoins(market, universeCoins).filter(({ ticker, symbolId }) => symbolId !== btc && addressable.test(ticker));
    const days = await readDays(
      market,
      [...new Set([btc, ...coins.map(({ symbolId }) => symbolId), ...symbolIds])],
      from,
      yesterday,
      signal,
    );
    const places = new Map([...days].map(([symbolId, list]) => [symbolId, new Map(list.map((day, place) => [day.ts, place]))]));
    return { coins, days, at: (symbolId, ts) => places.get(symbolId)?.get(ts) ?? -1 };
  }

  async function makeDay(day: number, { coins, days, at }: Coins, isBackfilled: boolean, signal: AbortSignal): Promise<void> {
    const bySymbol = new Map(coins.map((coin) => [coin.symbolId, coin]));
    const ranking = scoreDay(
      coins.map(({ symbolId, sector }) => ({ symbolId, sector, days: days.get(symbolId) ?? [], at: at(symbolId, day - dayMs) })),
      chosenModel.weights,
    );
    const picks: NewPick[] = [];
    for (const [place, scored] of pickFrom(ranking).entries()) {
      const { ticker } = bySymbol.get(scored.symbolId)!;
      picks.push({
        day,
        rank: place + 1,
        symbolId: scored.symbolId,
        coinId: ticker,
        score: scored.score,
        price: days.get(scored.symbolId)![at(scored.symbolId, day - dayMs)]!.close,
        averageTurnover: scored.averageTurnover,
        factors: scored.factors,
        ranks: scored.ranks,
        ...(await readCrowd(ticker, day, signal)),
      });
    }
    await store.addDay({ day, model: chosenModel.name, universe: ranking.map(({ symbolId }: Scored) => symbolId), isBackfilled }, picks);
  }

  /** What holders of the coin's contract did on the day before. */
  async function readCrowd(
    ticker: string,
    day: number,
    signal: AbortSignal,
  ): Promise<Pick<NewPick, 'longShare' | 'fundingRate' | 'takerBuyShare'>> {
    const contract = market.catalog
      .symbolsOf('umcbl')
      .find(({ baseSymbol, pricedSymbol, deliveryAt }) => baseSymbol === ticker && pricedSymbol === 'USDT' && deliveryAt === undefined);
    if (!contract) return { longShare: null, fundingRate: null, takerBuyShare: null };
    const before = day - dayMs;
    const accounts = await readSeries(market, 'longShortAccounts', contract.symbolId, before, before, signal);
    const fundings = await readSeries(market, 'fundingRate', contract.symbolId, before, before, signal, 24);
    const taker = (await readSeries(market, 'takerVolume', contract.symbolId, before, before, signal)).at(-1)?.values;
    return {
      longShare: accounts.at(-1)?.values.long ?? null,
      fundingRate: fundings.at(-1)?.values.rate ?? null,
      takerBuyShare: taker && taker.buy + taker.sell > 0 ? taker.buy / (taker.buy + taker.sell) : null,
    };
  }

  async function judge(
    { day, universe, outcomes }: PickDayRow,
    coins: Coins,
    picks: readonly { rank: number; symbolId: string }[],
  ): Promise<void> {
    const base = day - dayMs;
    const changeAfter: ChangeAfter = (symbolId, days) => {
      const list = coins.days.get(symbolId);
      const [from, to] = [coins.at(symbolId, base), coins.at(symbolId, base + days * dayMs)];
      return !list || from < 0 || to < 0 ? null : list[to]!.close / list[from]!.close - 1;
    };
    const judged = pickHorizons
      .map((days) => judgeDay(universe, btc, changeAfter, days))
      .filter((outcome): outcome is DayOutcome => outcome !== null);
    if (judged.length === outcomes.length) return;
    const ended = new Set<Horizon>(judged.map(({ days }) => days));
    const outcomesOf = (symbolId: string): PickOutcome[] =>
      pickHorizons.flatMap((days) => {
        const change = ended.has(days) ? changeAfter(symbolId, days) : null;
        return change === null ? [] : [{ days, change }];
      });
    await store.saveOutcomes(
      day,
      judged,
      picks.map(({ rank, symbolId }) => ({ rank, outcomes: outcomesOf(symbolId) })),
    );
  }

  return async function keep(signal: AbortSignal): Promise<void> {
    const today = dayStart(clock.now());
    const longest = Math.max(...pickHorizons);
    const stored = await store.daysSince(today - (backfilledDays + longest) * dayMs);
    const have = new Set(stored.map(({ day }) => day));
    // Today's first: people wait for those. A day that was slept through is made afterwards and marked.
    const missing = Array.from({ length: backfilledDays + 1 }, (_, back) => today - back * dayMs).filter((day) => !have.has(day));
    const unjudged = stored.filter(
      ({ day, outcomes }) => outcomes.length < pickHorizons.filter((days) => day + days * dayMs <= today).length,
    );
    if (missing.length === 0 && unjudged.length === 0) return;
    const first = Math.min(...missing.map((day) => day - lookBackDays * dayMs), ...unjudged.map(({ day }) => day)) - dayMs;
    const coins = await readCoins(
      unjudged.flatMap(({ universe }) => universe),
      first,
      signal,
    );
    for (const day of missing) await makeDay(day, coins, day < today, signal);
    const made = missing.length === 0 ? [] : (await store.daysSince(Math.min(...missing))).filter(({ day }) => !have.has(day));
    const open = [...unjudged, ...made];
    const picks = Map.groupBy(await store.picksOfDays(open.map(({ day }) => day)), (pick) => pick.day);
    for (const row of open) await judge(row, coins, picks.get(row.day) ?? []);
  };
}
