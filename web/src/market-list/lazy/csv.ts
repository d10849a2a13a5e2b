// A list as a file for programs.
import { csvCell, csvDay, type CsvValue } from '@tidemark/contract/csv.ts';
import { contractAt, isContractRow, type SymbolItem } from '@tidemark/contract/market.ts';
import type { Figures } from '#features/market-table/column.ts';
import { changeOf, rangeOf, type OpenOf } from '#features/market-table/select-rows.ts';

type Cells = Readonly<Record<string, (item: SymbolItem, figures: Figures, openOf: OpenOf | null) => CsvValue>>;

const contract =
  (name: keyof typeof contractAt) =>
  (_item: SymbolItem, { row }: Figures) =>
    isContractRow(row) ? row[contractAt[name]] : null;

/** By the ids of the columns; one column of the page may be several of the file. */
const columnsOf: Readonly<Record<string, Cells>> = {
  price: { price: (_item, { last }) => last },
  change: { change: (item, figures, openOf) => changeOf(figures, item.symbolId, openOf)?.toFixed(6) },
  hl: { high24h: (_item, { high24h }) => high24h, low24h: (_item, { low24h }) => low24h },
  turnover: { turnover24h: (_item, { turnover24h }) => turnover24h },
  cap: { marketCapUsdt: ({ cap }) => cap },
  mark: { markPrice: contract('mark'), indexPrice: contract('index') },
  funding: {
    fundingRate: contract('fundingRate'),
    nextFundingAt: (item, figures) => csvDay(contract('nextFundingAt')(item, figures) as number | null),
    deliveryAt: ({ deliveryAt }) => csvDay(deliveryAt),
  },
  oi: { openInterest: contract('openInterest') },
  leverage: { crossLeverage: ({ margin }) => margin?.crossLeverage, isolatedLeverage: ({ margin }) => margin?.isolatedLeverage },
  borrow: { baseDailyRate: ({ margin }) => margin?.baseDailyRate, quoteDailyRate: ({ margin }) => margin?.quoteDailyRate },
  range: { range24h: (_item, figures) => rangeOf(figures)?.toFixed(4) },
  fromHigh: { fromHigh24h: (_item, { last, high24h }) => (Number(high24h) > 0 ? (Number(last) / Number(high24h) - 1).toFixed(6) : null) },
  listed: { listedAt: ({ listedAt }) => csvDay(listedAt) },
  sector: { sectors: ({ sectors }) => sectors.join(' ') },
};

const always: Cells = {
  symbolId: ({ symbolId }) => symbolId,
  base: ({ baseSymbol }) => baseSymbol,
  quote: ({ pricedSymbol }) => pricedSymbol,
  name: ({ name }) => name,
};

export function csvOfRows(
  rows: readonly SymbolItem[],
  columnIds: readonly string[],
  latest: (item: SymbolItem) => Figures,
  openOf: OpenOf | null,
  isSimulated = false,
): string {
  const origin: Cells = isSimulated ? { simulated: () => 'true' } : {};
  const cells = Object.entries(Object.assign({}, always, ...columnIds.map((id) => columnsOf[id] ?? {}), origin) as Cells);
  const lines = rows.map((item) => cells.map(([, read]) => csvCell(read(item, latest(item), openOf))).join(','));
  return [cells.map(([name]) => name).join(','), ...lines].join('\r\n') + '\r\n';
}
