// Recorded lists, told again as if they were of this moment: a price that is years old is no price.
type Payloads = Readonly<Record<string, unknown>>;

/** Of each list the field that says when a row was made, and whether it is text. */
const timesOfLists: Readonly<Record<string, readonly [field: string, isText: boolean]>> = {
  '/api/v2/spot/market/tickers': ['ts', true],
  '/api/v2/mix/market/tickers': ['ts', true],
  '/api/v3/ticker/24hr': ['closeTime', false],
  '/fapi/v1/ticker/24hr': ['closeTime', false],
  '/dapi/v1/ticker/24hr': ['closeTime', false],
  '/api/v5/market/tickers': ['ts', true],
};

export function toldNow(payloads: Payloads, now: () => number): Payloads {
  const told = Object.entries(timesOfLists).flatMap(([path, [field, isText]]) => {
    const answer = payloads[path];
    if (answer === undefined) return [];
    const atThisMoment = (params: URLSearchParams) => {
      const body: any = structuredClone(typeof answer === 'function' ? answer(params) : answer);
      for (const row of body.data ?? body) {
        row[field] = isText ? String(now()) : now();
        // The turnover of the recorded row is that of an example in a manual, and not what its volume was worth.
        if (path.startsWith('/fapi') && row.quoteVolume) row.quoteVolume = String(Number(row.volume) * Number(row.weightedAvgPrice));
      }
      return body;
    };
    return [[path, atThisMoment] as const];
  });
  return { ...payloads, ...Object.fromEntries(told) };
}
