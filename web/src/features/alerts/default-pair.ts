import { p2pSymbolId } from '@tidemark/contract/alerts.ts';
import { defaultAlertSymbols } from '@tidemark/contract/alert-rules.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';

/** The lines of contracts an alert can be set on, in the order of the lists; each with what the dialog starts with (sections 4 and 9). */
export const alertContractLines = [
  { contractLine: 10, name: 'USDT-M', symbolId: `${defaultAlertSymbols.usdtM}_UMCBL` },
  { contractLine: 12, name: 'USDC-M', symbolId: 'BTCUSDC_CMCBL' },
  { contractLine: 11, name: 'Coin-M', symbolId: `${defaultAlertSymbols.coinM}_DMCBL` },
] as const;
export type AlertContractLine = (typeof alertContractLines)[number];

export const defaultPairOf = (line: BusinessLine): string =>
  line === businessLine.futures
    ? alertContractLines[0].symbolId
    : line === businessLine.p2p
      ? p2pSymbolId('USDT', 'EUR')
      : defaultAlertSymbols.spot;
