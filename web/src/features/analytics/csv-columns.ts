// Rankings and sectors as files: plain numbers, shares as fractions, amounts in USDT.
import type { RankRow, RankWindow } from '@tidemark/contract/analytics.ts';
import { csvDay, type CsvColumns } from '@tidemark/contract/csv.ts';
import type { SectorFigures } from './sector-table.tsx';

/** lastOf: the newest price, where the page knows a newer one than came with the row. */
export const rankCsv = (window: RankWindow, lastOf: (symbolId: string) => string | undefined): CsvColumns<RankRow> => ({
  rank: (_row, place) => place + 1,
  symbolId: ({ symbolId }) => symbolId,
  base: ({ baseSymbol }) => baseSymbol,
  quote: ({ pricedSymbol }) => pricedSymbol,
  name: ({ name }) => name,
  price: ({ symbolId, last }) => lastOf(symbolId) ?? last,
  [`change${window}`]: ({ change }) => change,
  turnover24hUsdt: ({ turnover24h }) => turnover24h,
  marketCapUsdt: ({ cap }) => cap,
  listedAt: ({ listedAt }) => csvDay(listedAt),
  sector: ({ sector }) => sector,
});

export const sectorCsv: CsvColumns<SectorFigures> = {
  sector: ({ plateCategoryId }) => plateCategoryId,
  name: ({ name }) => name,
  coins: ({ coins }) => coins,
  change24h: ({ change24h }) => change24h,
  medianChange24h: ({ medianChange24h }) => medianChange24h,
  rising: ({ rising }) => rising,
  falling: ({ falling }) => falling,
  turnover24hUsdt: ({ turnover24h }) => turnover24h,
  turnoverShare: ({ turnoverShare }) => turnoverShare,
  turnoverGrowth: ({ turnoverGrowth }) => turnoverGrowth,
  marketCapUsdt: ({ cap }) => cap,
  leader: ({ leader }) => leader?.symbolId,
  laggard: ({ laggard }) => laggard?.symbolId,
};
