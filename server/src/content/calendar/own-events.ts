// Events that follow from facts we have: listings and deliveries of this exchange, the chain of Bitcoin, and dates that a public
// rule or history fixes. What has no source (unlocks, decisions of central banks) is not guessed; an operator can write it down.
import { contractLineNames, contractLineOf } from '@tidemark/contract/business-lines.ts';
import { halving } from '@tidemark/contract/content.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Blocks } from '@tidemark/source/source.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import type { EventFacts, EventKind } from './event.ts';

const adjustmentBlocks = 2_016;
const adjustmentsAhead = 3;
const optionMonthsAhead = 6;
const yearsAhead = 1;

export interface OwnFacts {
  readonly catalog: Catalog;
  readonly blocks: Blocks | null;
  /** Only what happens from then on is wanted. */
  readonly from: number;
  readonly now: number;
  /** Who tells them. */
  readonly siteName: string;
}

export const ownEvents = (facts: OwnFacts): EventFacts[] => [
  ...listings(facts),
  ...deliveries(facts),
  ...chainEvents(facts),
  ...optionExpiries(facts),
  ...anniversaries(facts),
];

function listings({ catalog, from, siteName }: OwnFacts): EventFacts[] {
  const first = new Map<string, MarketSymbol & { readonly listedAt: number }>();
  for (const symbol of catalog.symbolsOf('sp')) {
    const { listedAt } = symbol;
    if (listedAt === null || listedAt < from || symbol.status === 'delisted') continue;
    const known = first.get(symbol.baseSymbol);
    if (!known || symbol.pricedSymbol === 'USDT') first.set(symbol.baseSymbol, { ...symbol, listedAt });
  }
  return [...first.values()].map(({ baseSymbol, symbolId, listedAt }) => ({
    id: `listing-${baseSymbol}-${listedAt}`,
    at: listedAt,
    isEstimated: false,
    categories: ['listing'],
    coin: baseSymbol,
    source: siteName,
    what: { kind: 'listing', values: { coin: baseSymbol, name: catalog.coin(baseSymbol)?.name ?? baseSymbol }, page: { symbol: symbolId } },
  }));
}

function deliveries({ catalog, from, siteName }: OwnFacts): EventFacts[] {
  return catalog.data.symbols.flatMap(({ symbolId, baseSymbol, pricedSymbol, deliveryAt, status }): EventFacts[] => {
    const line = contractLineOf(symbolId);
    return deliveryAt === undefined || deliveryAt < from || status === 'delisted'
      ? []
      : [
          {
            id: `delivery-${symbolId}`,
            at: deliveryAt,
            isEstimated: false,
            categories: ['delivery'],
            coin: baseSymbol,
            source: siteName,
            what: {
              kind: 'delivery',
              values: { coin: baseSymbol, symbol: `${baseSymbol}/${pricedSymbol}${line === null ? '' : ` ${contractLineNames[line]}`}` },
              page: { symbol: symbolId },
            },
          },
        ];
  });
}

function chainEvents({ blocks, now, from, siteName }: OwnFacts): EventFacts[] {
  const newest = blocks?.recent[0];
  if (!blocks || !newest) return [];
  const { height, averageIntervalMs } = blocks;
  const firstLeft = adjustmentBlocks - (height % adjustmentBlocks);
  const after = (left: number) =>
    Math.round(
      Math.max(now, newest.at) + Math.min(left, firstLeft) * averageIntervalMs + Math.max(0, left - firstLeft) * halving.targetBlockMs,
    );
  const event = (
    kind: EventKind,
    category: 'mining' | 'halving',
    targetHeight: number,
    values: Record<string, string | number>,
  ): EventFacts => ({
    id: `${kind}-${targetHeight}`,
    at: after(targetHeight - height),
    isEstimated: true,
    categories: [category],
    coin: 'BTC',
    source: siteName,
    what: { kind, values: { height: targetHeight, ...values }, page: { name: 'bitcoinHalving' } },
  });
  const era = Math.floor(height / halving.blocksPerHalving) + 1;
  const adjustments = Array.from({ length: adjustmentsAhead }, (_, i) =>
    event('difficulty', 'mining', height + firstLeft + i * adjustmentBlocks, {}),
  );
  return [
    ...adjustments,
    event('halving', 'halving', era * halving.blocksPerHalving, { number: era, reward: halving.firstReward / 2 ** era }),
  ].filter(({ at }) => at >= from);
}

/** Deribit's monthly options expire on the last Friday of the month at 08:00 UTC; every third month is a quarter's end. */
export function lastFriday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 8));
  return last.getTime() - ((last.getUTCDay() + 2) % 7) * dayMs;
}

function optionExpiries({ from, now }: OwnFacts): EventFacts[] {
  const today = new Date(now);
  return Array.from({ length: optionMonthsAhead + 1 }, (_, ahead) => ahead - 1).flatMap((ahead): EventFacts[] => {
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1));
    const at = lastFriday(month.getUTCFullYear(), month.getUTCMonth());
    const kind = month.getUTCMonth() % 3 === 2 ? 'optionsQuarter' : 'optionsMonth';
    return at < from
      ? []
      : [
          {
            id: `options-${at}`,
            at,
            isEstimated: false,
            categories: ['options'],
            coin: null,
            source: 'Deribit',
            what: { kind, values: {}, page: null },
          },
        ];
  });
}

/** Days of public record. */
const remembered = [
  { kind: 'whitepaper', at: Date.UTC(2008, 9, 31), coin: 'BTC' },
  { kind: 'genesis', at: Date.UTC(2009, 0, 3), coin: 'BTC' },
  { kind: 'pizza', at: Date.UTC(2010, 4, 22), coin: 'BTC' },
  { kind: 'ethereum', at: Date.UTC(2015, 6, 30), coin: 'ETH' },
  { kind: 'merge', at: Date.UTC(2022, 8, 15), coin: 'ETH' },
] as const;

function anniversaries({ from, now, catalog, siteName }: OwnFacts): EventFacts[] {
  const thisYear = new Date(now).getUTCFullYear();
  return remembered.flatMap(({ kind, at, coin }) => {
    if (!catalog.coin(coin)) return [];
    const first = new Date(at);
    return Array.from({ length: yearsAhead + 1 }, (_, ahead) => thisYear + ahead).flatMap((year): EventFacts[] => {
      const day = Date.UTC(year, first.getUTCMonth(), first.getUTCDate());
      if (day < from || day > now + yearsAhead * 366 * dayMs) return [];
      return [
        {
          id: `${kind}-${year}`,
          at: day,
          isEstimated: false,
          categories: ['anniversary'],
          coin,
          source: siteName,
          what: { kind, values: { years: year - first.getUTCFullYear() }, page: null },
        },
      ];
    });
  });
}
