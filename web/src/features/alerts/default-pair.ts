import { defaultAlertSymbols, p2pSymbolId } from '@tidemark/contract/alerts.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/market.ts';

/** Sections 4 and 9: what the dialog starts with. */
export const defaultPairOf = (line: BusinessLine): string =>
  line === businessLine.futures ? `${defaultAlertSymbols.usdtM}_UMCBL` : line === businessLine.p2p ? p2pSymbolId('USDT', 'EUR') : defaultAlertSymbols.spot;
