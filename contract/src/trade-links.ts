// Where a pair is traded: an address of the exchange, made from a template of the operator.
interface Traded {
  readonly symbolId: string;
  readonly baseSymbol: string;
  readonly pricedSymbol: string;
}

/** In templates stand {base}, {quote}, {symbol} (the id without its line) and {day} of a contract that ends, empty for others. */
export const tradeLink = (template: string, { symbolId, baseSymbol, pricedSymbol }: Traded): string => {
  const values: Readonly<Record<string, string>> = {
    base: baseSymbol,
    quote: pricedSymbol,
    symbol: symbolId.split('_')[0]!,
    day: /_(\d{6})$/.exec(symbolId)?.[1] ?? '',
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? encodeURIComponent(values[name]!) : whole));
};
