// The kind of market in which the user looked at a coin last: spot, or one of the lines of contracts.
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import { keptChoice } from '#session/kept-choice.ts';
import type { CoinMarkets } from './coin-queries.ts';

const kinds = ['spot', '_UMCBL', '_CMCBL', '_DMCBL'] as const;
type MarketKind = (typeof kinds)[number];
const kindOf = (symbolId: string): string => suffixOf(symbolId) ?? 'spot';
const isKind = (text: string | null): text is MarketKind => (kinds as readonly (string | null)[]).includes(text);
const { keep, kept } = keptChoice('coinMarket', isKind);

export const keepMarketOf = (symbolId: string): void => {
  const kind = kindOf(symbolId);
  if (isKind(kind)) keep(kind);
};

/** Of a coin that was asked for by its ticker: its market of the kind that is kept. null: the one that is shown is right. */
export function keptMarketOf(asked: string, { main, markets }: CoinMarkets): string | null {
  const kind = kept();
  if (kind === null || asked === main.symbolId || kindOf(main.symbolId) === kind) return null;
  return markets.find(({ symbolId }) => kindOf(symbolId) === kind)?.symbolId ?? null;
}
