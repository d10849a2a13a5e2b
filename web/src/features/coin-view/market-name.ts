import { contractLineNames, contractLineOf } from '@tidemark/contract/business-lines.ts';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { Format } from '#i18n/format.ts';

/** The kind of a contract as traders call it; '' of a spot pair. */
export const lineOf = (symbolId: string): string => {
  const line = contractLineOf(symbolId);
  return line === null ? '' : contractLineNames[line];
};

/** 'BTC/USDT', 'BTC/USDT USDT-M', 'BTC/USD Coin-M Dec 25, 2026': told apart in a row of tabs. */
export const marketName = (
  { symbolId, baseSymbol, pricedSymbol, deliveryAt }: Pick<SymbolItem, 'symbolId' | 'baseSymbol' | 'pricedSymbol' | 'deliveryAt'>,
  time: Format['time'],
): string =>
  [`${baseSymbol}/${pricedSymbol}`, lineOf(symbolId), deliveryAt ? time(deliveryAt, 'date', 'UTC') : ''].filter(Boolean).join(' ');
