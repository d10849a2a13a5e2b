// `npm run source-table`: writes into docs/sources.md what each exchange tells, metric by metric. What it tells of the past is found out by
// asking the code of each exchange about a market of every kind; what it tells of now, by playing its recorded answers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../contract/src/errors.ts';
import { tradingPeriods } from '../contract/src/trading-data.ts';
import { createHandClock } from '../server/src/platform/clock.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';
import type { Exchange, ExchangeName, Market } from '../server/src/market/sources/ccxt/exchange.ts';
import { createHistory, type History } from '../server/src/market/sources/ccxt/history.ts';
import { createCcxtSource, venues } from '../server/src/market/sources/ccxt/index.ts';
import type { Listing } from '../server/src/market/sources/ccxt/parse-market.ts';
import { madeFromTrades } from '../server/src/market/sources/ccxt/venue.ts';
import { recordedExchanges, recordedNow } from '@tidemark/testbed/exchange/recorded-exchanges.ts';
import type { MarketSymbol } from '../source/src/catalog-data.ts';

import { metrics, type Metric } from '../source/src/source.ts';
import type { Tick } from '../source/src/tick.ts';
import { createRecordedServer } from '../testbed/src/exchange/recorded.ts';
import { until } from '../testbed/src/until.ts';
import { rootDir } from './run-command.ts';

const names = Object.keys(venues) as ExchangeName[];
const path = join(rootDir, 'docs/sources.md');
const [begin, end] = ['<!-- source-table -->', '<!-- /source-table -->'];
const none = '–';

const contract = { contract: true, contractSize: 1, id: 'BTCUSDT', baseId: 'BTC', symbol: 'BTC/USDT' };
const linear = { ...contract, linear: true };
/** A market of each kind, as ccxt describes it. */
const markets: Readonly<Record<string, object>> = {
  spot: { spot: true, id: 'BTCUSDT', baseId: 'BTC', symbol: 'BTC/USDT' },
  'USDT-M': { ...linear, swap: true, settle: 'USDT' },
  'USDC-M': { ...linear, swap: true, settle: 'USDC' },
  'Coin-M': { ...contract, swap: true, inverse: true, settle: 'BTC' },
  delivery: { ...linear, future: true, settle: 'USDT' },
};

/** Liquidations have a row of their own: no exchange tells their past. */
const pastMetrics = metrics.filter((metric) => metric !== 'liquidations');

class Asked extends Error {}

/** The past of an exchange that is never reached: every request throws Asked, which shows that there is something to ask for. */
const unreached = (name: ExchangeName): History =>
  createHistory({
    venue: venues[name],
    exchange: {} as Exchange,
    guard: {
      run: async () => {
        throw new Asked();
      },
      waitMs: () => 0,
    },
    clock: createHandClock(recordedNow),
    metrics: createMetrics(),
    lastPrice: () => 1,
    onRefused: () => {},
  });

async function tells(history: History, market: object, metric: Metric, period: (typeof tradingPeriods)[number]): Promise<boolean> {
  try {
    await history.series({ symbol: {}, market: market as Market } as Listing, { metric, symbolId: 'BTCUSDT', period, limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof Asked) return true;
    if (error instanceof Refusal && error.error === 'sourceLacksData') return false;
    throw error;
  }
}

/** 'spot, USDT-M (5m 1h)', what is added up or kept besides, or nothing. */
async function pastOf(name: ExchangeName, metric: Metric, now: Told): Promise<string> {
  const history = unreached(name);
  const parts: string[] = [];
  for (const [kind, market] of Object.entries(markets)) {
    const told = [];
    for (const period of tradingPeriods) if (await tells(history, market, metric, period)) told.push(period);
    const isMade = madeFromTrades(market as NonNullable<Market>, venues[name]).some((made) => made === metric);
    const isKept = metric === 'openInterest' && kind !== 'spot' && now.figures.has('openInterest') && !venues[name].series.openInterest;
    const how = isMade ? ' (added up from trades)' : isKept ? ' (kept from its lists)' : '';
    if (how) parts.push(kind + how);
    else if (told.length > 0) parts.push(kind + (told.length < tradingPeriods.length ? ` (${told.join(' ')})` : ''));
  }
  return shorten(parts) || none;
}

/** Kinds that read alike share one text. */
const shorten = (parts: readonly string[]): string =>
  [...Map.groupBy(parts, (part) => /\(.*\)$/.exec(part)?.[0] ?? '')]
    .map(([how, kinds]) => `${kinds.map((kind) => kind.replace(/ \(.*/, '')).join(', ')}${how && ` ${how}`}`)
    .join('; ');

interface Told {
  /** Fields of the prices of perpetual contracts. */
  readonly figures: ReadonlySet<string>;
  readonly symbols: readonly MarketSymbol[];
  readonly hasSupplies: boolean;
}

/** Plays the recorded answers until every kind that was recorded has a price. */
async function playRecorded(name: ExchangeName): Promise<Told> {
  const server = await createRecordedServer(recordedExchanges[name]());
  const clock = createHandClock(recordedNow);
  const log = createLog({ level: 'silent' });
  const source = createCcxtSource({ name, clock, log, metrics: createMetrics(), baseUrl: server.url, isRateLimited: false });
  const ticks = new Map<string, Tick>();
  try {
    const { coins, symbols } = await source.catalog();
    source.start((batch) => batch.forEach((tick) => ticks.set(tick.symbolId, tick)));
    const perpetual = () => [...ticks.values()].filter(({ symbolId }) => symbolId.includes('_'));
    await until(`prices of contracts of ${name}`, () => perpetual().length > 0);
    return { figures: new Set(perpetual().flatMap(Object.keys)), symbols, hasSupplies: coins.some(({ supply }) => supply !== null) };
  } finally {
    source.stop();
    await server.stop();
  }
}

const yes = (isTold: boolean): string => (isTold ? 'yes' : none);

/** What is told as it happens, and added up from then on. */
const liquidationsOf = (name: ExchangeName): string => {
  const { liquidations } = venues[name];
  return liquidations ? (liquidations.tellsAll ? 'all of them' : 'at most one a second and contract') : none;
};

/** Figures that stand beside a price or a market. */
const nowRows: Readonly<Record<string, (told: Told) => string>> = {
  'mark price now': ({ figures }) => yes(figures.has('mark')),
  'index price now': ({ figures }) => yes(figures.has('index')),
  'funding now': ({ figures }) => yes(figures.has('fundingRate')),
  'next settlement': ({ figures }) => yes(figures.has('nextFundingAt')),
  'open interest now': ({ figures }) => yes(figures.has('openInterest')),
  'interval of funding': ({ symbols }) => yes(symbols.some(({ fundingIntervalHours }) => fundingIntervalHours !== undefined)),
  'highest leverage': ({ symbols }) => yes(symbols.some(({ maxLeverage }) => maxLeverage !== null)),
  'listing time of spot': ({ symbols }) => yes(symbols.some(({ instType, listedAt }) => instType === 'sp' && listedAt !== null)),
  'listing time of contracts': ({ symbols }) => yes(symbols.some(({ instType, listedAt }) => instType !== 'sp' && listedAt !== null)),
  'terms of margin': ({ symbols }) => yes(symbols.some(({ margin }) => margin !== undefined)),
  'coins in circulation': ({ hasSupplies }) => yes(hasSupplies),
};

export async function makeTable(): Promise<string> {
  const told = new Map<ExchangeName, Told>();
  for (const name of names) told.set(name, await playRecorded(name));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [row(['', ...names]), row(Array.from({ length: names.length + 1 }, () => '---'))];
  for (const metric of pastMetrics)
    lines.push(row([`\`${metric}\``, ...(await Promise.all(names.map((name) => pastOf(name, metric, told.get(name)!))))]));
  for (const [label, cell] of Object.entries(nowRows)) lines.push(row([label, ...names.map((name) => cell(told.get(name)!))]));
  lines.push(row(['liquidations, from when we listen', ...names.map(liquidationsOf)]));
  return lines.join('\n');
}

/** The document with this table in place of its own. */
export const withTable = (document: string, table: string): string =>
  `${document.slice(0, document.indexOf(begin) + begin.length)}\n\n${table}\n\n${document.slice(document.indexOf(end))}`;

if (import.meta.main) {
  writeFileSync(path, withTable(readFileSync(path, 'utf8'), await makeTable()));
  console.log('docs/sources.md is written');
}
