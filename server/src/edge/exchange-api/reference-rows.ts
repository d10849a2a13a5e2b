// What changes rarely: coins and their chains, pairs on margin, fees, leverage, listings. Pure.
import { fees, instIdOf, type ApiCoin, type ApiSymbol } from './shapes.ts';

const yes = (is: boolean) => (is ? 'true' : 'false');

/** Nothing is paid in or out here, so what that costs is not known. A coin that does not trade is neither taken nor given. */
export const coinRow = ({ ticker, chains }: ApiCoin, isTraded: boolean) => ({
  coinId: ticker,
  coin: ticker,
  transfer: yes(isTraded),
  areaCoin: 'no',
  chains: chains.map(({ chain, address }) => ({
    chain,
    rechargeable: yes(isTraded),
    withdrawable: yes(isTraded),
    contractAddress: address,
    withdrawFee: '',
    extraWithdrawFee: '',
    minDepositAmount: '',
    minWithdrawAmount: '',
    depositConfirm: '',
    withdrawConfirm: '',
    browserUrl: '',
  })),
});

export const marginRow = (symbol: ApiSymbol, { crossLeverage, isolatedLeverage }: NonNullable<ApiSymbol['margin']>) => ({
  symbol: instIdOf(symbol),
  baseCoin: symbol.baseSymbol,
  quoteCoin: symbol.pricedSymbol,
  ...fees.spot,
  maxCrossedLeverage: String(crossLeverage ?? ''),
  maxIsolatedLeverage: String(isolatedLeverage ?? ''),
  warningRiskRatio: '',
  liquidationRiskRatio: '',
  minTradeAmount: '',
  maxTradeAmount: '',
  pricePrecision: String(symbol.pricePrecision),
  quantityPrecision: String(symbol.quantityPrecision),
  minTradeUSDT: '1',
  userMinBorrow: '',
  isBorrowable: true,
  isCrossBorrowable: crossLeverage !== null,
  isIsolatedBaseBorrowable: isolatedLeverage !== null,
  isIsolatedQuoteBorrowable: isolatedLeverage !== null,
  status: symbol.status === 'online' ? '1' : '2',
});

/** There is one fee level, the same for every user. */
export const feeLevels = (line: keyof typeof fees) => [
  { level: '0', dealAmount: '0', assetAmount: '0', ...fees[line], btcWithdrawAmount: '', usdtWithdrawAmount: '' },
];

/** One tier as far as is known: where it ends and what must be kept is not. */
export const leverageTiers = (symbol: ApiSymbol) =>
  symbol.maxLeverage === null
    ? []
    : [{ symbol: instIdOf(symbol), level: '1', startUnit: '0', endUnit: '', leverage: String(symbol.maxLeverage), keepMarginRate: '' }];

const monthMs = 31 * 86_400_000;

export interface AnnouncementQuery {
  readonly annType: string | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  /** The id of the last one of the page before. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Listings of the last month are all that is announced here, the newest first. */
export function listingAnnouncements(
  pairs: readonly ApiSymbol[],
  now: number,
  { annType, startTime = 0, endTime = Infinity, cursor, limit }: AnnouncementQuery,
) {
  if (annType !== undefined && annType !== '' && annType !== 'coin_listings') return [];
  const rows = pairs
    .flatMap(({ listedAt, ...pair }) => (listedAt === null ? [] : [{ ...pair, listedAt }]))
    .filter(
      ({ listedAt, status }) =>
        status === 'online' && listedAt > now - monthMs && listedAt <= now && listedAt >= startTime && listedAt <= endTime,
    )
    .toSorted((a, b) => b.listedAt - a.listedAt || (a.symbolId < b.symbolId ? -1 : 1))
    .map(({ symbolId, baseSymbol, pricedSymbol, listedAt }) => ({
      annId: symbolId,
      annTitle: `${baseSymbol}/${pricedSymbol} is listed`,
      annDesc: '',
      annType: 'coin_listings',
      annSubType: 'spot',
      cTime: String(listedAt),
      language: 'en_US',
      annUrl: '',
    }));
  const from = cursor === undefined ? 0 : rows.findIndex(({ annId }) => annId === cursor) + 1;
  return rows.slice(from, from + limit);
}
