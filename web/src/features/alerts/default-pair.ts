import { p2pSymbolId } from '@tidemark/contract/alerts.ts';
import { defaultAlertSymbols } from '@tidemark/contract/alert-rules.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import type { CurrencyCode } from '@tidemark/contract/money.ts';

/** The lines of contracts an alert can be set on, in the order of the lists; each with what the dialog starts with (sections 4 and 9). */
export const alertContractLines = [
  { contractLine: 10, name: 'USDT-M', symbolId: `${defaultAlertSymbols.usdtM}_UMCBL` },
  { contractLine: 12, name: 'USDC-M', symbolId: 'BTCUSDC_CMCBL' },
  { contractLine: 11, name: 'Coin-M', symbolId: `${defaultAlertSymbols.coinM}_DMCBL` },
] as const;
export type AlertContractLine = (typeof alertContractLines)[number];

/** currency: what the person reckons in; P2P begins with it. */
export const defaultPairOf = (line: BusinessLine, currency: CurrencyCode): string =>
  line === businessLine.futures
    ? alertContractLines[0].symbolId
    : line === businessLine.p2p
      ? p2pSymbolId('USDT', currency)
      : defaultAlertSymbols.spot;

const usualFiats: readonly string[] = ['USD', 'EUR'];

/** The P2P pair itself where it is traded, else one near it that is; null while no pair is traded. */
export function offeredP2pPair(symbolId: string, coins: readonly string[], fiats: readonly string[]): string | null {
  const [coin = '', fiat = ''] = symbolId.split('_');
  const offeredCoin = coins.includes(coin) ? coin : coins[0];
  const offeredFiat = [fiat, ...usualFiats].find((name) => fiats.includes(name)) ?? fiats[0];
  return offeredCoin !== undefined && offeredFiat !== undefined ? p2pSymbolId(offeredCoin, offeredFiat) : null;
}
