// Promise: all views over 2,500 symbols (three orders of two markets, bars of rise and fall, sums, sectors with medians) are
// brought up to date on every beat in under 10 ms on one core. Peer in the same run: the same figures made anew from the board on
// every beat, with objects and sorts. At least five times less.
import { riseBinOf, riseBins } from '@tidemark/contract/rise-bins.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { createBoardView } from '../server/src/analytics/board-view.ts';
import { createUniverse } from '../server/src/analytics/universe.ts';
import { createBoard } from '../server/src/market/board.ts';
import { createCatalog } from '../server/src/market/catalog/catalog.ts';
import { createHandClock } from '../server/src/platform/clock.ts';
import type { CatalogData } from '../source/src/catalog-data.ts';
import type { Tick } from '../source/src/tick.ts';

const coins = 1_250;
const quotesPerBeat = 500;
const beats = 400;
const warmUp = 100;
const sectors = Array.from({ length: 26 }, (_, i) => `sector-${i}`);

let seed = 11;
const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;

const tickers = Array.from({ length: coins }, (_, i) => `C${i}`);
const data: CatalogData = {
  coins: tickers.map((ticker, i) => ({
    ticker,
    name: ticker,
    rank: i + 1,
    supply: 1e6 * (1 + random()),
    sectors: [sectors[i % 26]!, sectors[(i * 7) % 26]!],
    chains: [],
    listedAt: 0,
  })),
  symbols: tickers.flatMap((ticker) =>
    (['sp', 'umcbl'] as const).map((instType) => ({
      symbolId: `${ticker}USDT${instType === 'sp' ? '' : '_UMCBL'}`,
      instType,
      baseSymbol: ticker,
      pricedSymbol: 'USDT',
      pricePrecision: 4,
      tickSize: 1e-4,
      quantityPrecision: 2,
      status: 'online' as const,
      maxLeverage: null,
      listedAt: 0,
      tags: [],
    })),
  ),
};
const clock = createHandClock(Date.UTC(2026, 0, 1));
const catalog = createCatalog(data);
const board = createBoard({ clock });
board.setCatalog(catalog);
const market = { catalog, board, usdtPer: () => 1 };

const prices = new Map(
  data.symbols.map(({ symbolId }) => [symbolId, { open: 1 + 100 * random(), last: 0, turnover: 1e4 * 10 ** (5 * random()) }]),
);
for (const state of prices.values()) state.last = state.open * (1 + (random() - 0.5) * 0.2);
const tickOf = (symbolId: string): Tick => {
  const state = prices.get(symbolId)!;
  // A price moves a little at a time.
  state.last *= 1 + (random() - 0.5) * 0.002;
  return {
    symbolId,
    ts: clock.now(),
    last: state.last,
    bid: state.last,
    ask: state.last,
    open24h: state.open,
    high24h: Math.max(state.open, state.last),
    low24h: Math.min(state.open, state.last),
    baseVolume24h: 1,
    turnover24h: state.turnover,
  };
};

const universe = createUniverse(catalog, () => true);
function recomputeAll(): number {
  const rows = universe.rows.flatMap(({ symbol, coin, line }) => {
    const quote = board.quote(symbol.symbolId);
    if (!quote) return [];
    const change = quote.last / quote.open24h - 1;
    return [
      {
        symbolId: symbol.symbolId,
        line,
        sectors: coin.sectors,
        change,
        turnover: quote.turnover24h,
        cap: coin.supply! * quote.last,
        weight: coin.supply! * quote.open24h,
        heat: Math.abs(change) * Math.log10(1 + quote.turnover24h / liquidityFloorUsdt),
      },
    ];
  });
  let check = 0;
  for (const line of [1, 2]) {
    const ofLine = rows.filter((row) => row.line === line);
    for (const key of ['change', 'turnover', 'heat'] as const) check += ofLine.toSorted((a, b) => b[key] - a[key])[0]!.change;
  }
  const spot = rows.filter((row) => row.line === 1);
  const bins = riseBins.map(() => 0);
  for (const row of spot) bins[riseBinOf(row.change)]!++;
  check += spot.reduce((sum, row) => sum + row.cap, 0) + bins[0]!;
  const members = new Map<string, typeof spot>();
  for (const row of spot) {
    for (const slug of row.sectors) {
      const known = members.get(slug);
      if (known) known.push(row);
      else members.set(slug, [row]);
    }
  }
  for (const of of members.values()) {
    const counted = of.filter(({ turnover }) => turnover >= liquidityFloorUsdt);
    const weight = counted.reduce((sum, row) => sum + row.weight, 0);
    const byChange = counted.toSorted((a, b) => a.change - b.change);
    check +=
      counted.reduce((sum, row) => sum + row.weight * row.change, 0) / weight +
      (byChange[Math.floor(byChange.length / 2)]?.change ?? 0) +
      counted.filter(({ change }) => change > 0).length;
  }
  return check;
}

const view = createBoardView(market);
const apply = (symbolIds: readonly string[]) => {
  clock.advance(1_000);
  view.touch(board.apply(symbolIds.map(tickOf)).map(({ symbolId }) => symbolId));
};
const symbolIds = data.symbols.map(({ symbolId }) => symbolId);
apply(symbolIds);
view.beat();

/** By the time of the processor, so that a busy machine measures the same as an idle one. */
const cpuMs = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const own: number[] = [];
const peer: number[] = [];
for (let beat = 0; beat < beats; beat++) {
  apply(Array.from({ length: quotesPerBeat }, () => symbolIds[Math.floor(random() * symbolIds.length)]!));
  const ownMs = cpuMs(view.beat);
  const peerMs = cpuMs(recomputeAll);
  if (beat < warmUp) continue;
  own.push(ownMs);
  peer.push(peerMs);
}
// A beat in which every symbol has a new price.
const worst: number[] = [];
for (let beat = 0; beat < 50; beat++) {
  apply(symbolIds);
  worst.push(cpuMs(view.beat));
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
const ratio = at(peer, 0.5) / at(own, 0.5);
console.log(
  `${symbolIds.length} symbols, ${quotesPerBeat} new quotes a beat: median ${at(own, 0.5).toFixed(3)} ms, 99th percentile ` +
    `${at(own, 0.99).toFixed(2)} ms; every symbol new: ${at(worst, 0.5).toFixed(2)} ms`,
);
console.log(
  `recompute everything: median ${at(peer, 0.5).toFixed(2)} ms; ${ratio.toFixed(1)}x of ours (promise: under 10 ms, at least 5x less)`,
);
if (at(own, 0.99) >= 10 || at(worst, 0.5) >= 10 || ratio < 5) process.exitCode = 1;
