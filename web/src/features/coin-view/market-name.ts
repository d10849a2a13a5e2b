import { suffixOf } from '@tidemark/contract/business-lines.ts';
import type { SymbolItem } from '@tidemark/contract/market.ts';

/** The kind of a contract as traders call it; '' of a spot pair. */
export const lineOf = (symbolId: string): string =>
  ({ _UMCBL: 'USDT-M', _CMCBL: 'USDC-M', _DMCBL: 'Coin-M' } as Readonly<Record<string, string>>)[suffixOf(symbolId) ?? ''] ?? '';

/** 'BTC/USDT', 'BTC/USDT USDT-M', 'BTC/USD Coin-M 261225': told apart in a row of tabs. */
export const marketName = ({
  symbolId,
  baseSymbol,
  pricedSymbol,
  deliveryAt,
}: Pick<SymbolItem, 'symbolId' | 'baseSymbol' | 'pricedSymbol' | 'deliveryAt'>): string =>
  [`${baseSymbol}/${pricedSymbol}`, lineOf(symbolId), deliveryAt ? symbolId.slice(-6) : ''].filter(Boolean).join(' ');
