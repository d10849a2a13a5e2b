// Lines of business, and what the ending of a symbol's id says about its line.
/** Section 4: product lines. */
export const businessLine = { spot: 1, futures: 2, p2p: 3 } as const;
export type BusinessLine = (typeof businessLine)[keyof typeof businessLine];

/** Section 4: contract lines, from the suffix of the symbol id. */
export const contractLineBySuffix = { _UMCBL: 10, _DMCBL: 11, _CMCBL: 12, _SUMCBL: 8, _SDMCBL: 9, _SCMCBL: 13 } as const;
export type SymbolSuffix = keyof typeof contractLineBySuffix;
export type ContractLine = (typeof contractLineBySuffix)[SymbolSuffix];
export const contractLines = Object.values(contractLineBySuffix) as readonly ContractLine[];
/** The part from the first underscore to the next: 'BTCUSD_DMCBL_261226' is a Coin-M delivery contract. */
export const suffixOf = (symbolId: string): SymbolSuffix | null => {
  const start = symbolId.indexOf('_');
  if (start === -1) return null;
  const end = symbolId.indexOf('_', start + 1);
  const suffix = symbolId.slice(start, end === -1 ? undefined : end);
  return Object.hasOwn(contractLineBySuffix, suffix) ? (suffix as SymbolSuffix) : null;
};
export const contractLineOf = (symbolId: string): ContractLine | null => {
  const suffix = suffixOf(symbolId);
  return suffix && contractLineBySuffix[suffix];
};
/** 'BTCUSD_DMCBL_261225' is delivered on that day of December 2026; null: it has no end. */
export const deliveryDayOf = (symbolId: string): number | null => {
  const [, year, month, day] = /_(\d\d)(\d\d)(\d\d)$/.exec(symbolId) ?? [];
  return year === undefined ? null : Date.UTC(2000 + Number(year), Number(month) - 1, Number(day));
};
/** As traders call them in every language. */
export const contractLineNames = {
  10: 'USDT-M',
  11: 'Coin-M',
  12: 'USDC-M',
  8: 'USDT-M Demo',
  9: 'Coin-M Demo',
  13: 'USDC-M Demo',
} as const satisfies Record<ContractLine, string>;
export const businessLineOf = (symbolId: string): BusinessLine => (suffixOf(symbolId) ? businessLine.futures : businessLine.spot);

/** Which market a price is of, as the socket calls it. */
export const instTypes = ['sp', 'umcbl', 'cmcbl', 'dmcbl'] as const;
export type InstType = (typeof instTypes)[number];

/** The lines a price list can show: spot by its product line, futures by their contract line. */
export const listLines = [1, 10, 11, 12] as const;
export type ListLine = (typeof listLines)[number];
export const listLineOf = { sp: 1, umcbl: 10, dmcbl: 11, cmcbl: 12 } as const satisfies Record<InstType, ListLine>;
export const instTypeOfLine = (line: ListLine): InstType => (line === 10 ? 'umcbl' : line === 11 ? 'dmcbl' : line === 12 ? 'cmcbl' : 'sp');

const instTypeBySuffix: Partial<Record<SymbolSuffix, InstType>> = { _UMCBL: 'umcbl', _CMCBL: 'cmcbl', _DMCBL: 'dmcbl' };
export const instTypeOf = (symbolId: string): InstType => {
  const suffix = suffixOf(symbolId);
  return (suffix && instTypeBySuffix[suffix]) || 'sp';
};
