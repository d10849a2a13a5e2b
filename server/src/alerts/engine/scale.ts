// Prices as whole numbers of a symbol's tick. The engine compares nothing else, so every comparison is exact: a price on
// the tick grid is a whole number, a price between two ticks (marks and indexes may be finer) is the half between them.

export interface Scale {
  /** A price of the feed. Doubles are nearest to a decimal; the noise of the last bits is taken off here and only here. */
  units(price: number): number;
  /** The first whole unit at or above a decimal text, and the last at or below it. Exact for any number of digits. */
  unitsUp(decimal: string): number;
  unitsDown(decimal: string): number;
  decimal(units: number): string;
}

/** Far above any price in ticks, and far enough below 2^53 that arithmetic on eleven times as much stays exact. */
export const maxUnits = 2 ** 48;

const plainDecimal = /^\d+(\.\d+)?$/;

/** digits / 10 ** places. */
const parseDecimal = (text: string): { digits: bigint; places: number } => {
  if (!plainDecimal.test(text)) throw new RangeError(`'${text}' is not a plain decimal`);
  const [whole = '', part = ''] = text.split('.');
  return { digits: BigInt(whole + part), places: part.length };
};

export function createScale(tickSize: string): Scale {
  const tick = parseDecimal(tickSize);
  if (tick.digits === 0n) throw new RangeError('a tick size is not 0');
  const perUnit = 10n ** BigInt(tick.places);
  const [multiply, divide] = [Number(perUnit), Number(tick.digits)];

  const parse = (text: string, isUp: boolean): number => {
    const { digits, places } = parseDecimal(text);
    const [above, below] = [digits * perUnit, tick.digits * 10n ** BigInt(places)];
    return Number(isUp ? (above + below - 1n) / below : above / below);
  };

  return {
    units(price) {
      const exact = (price * multiply) / divide;
      const whole = Math.round(exact);
      const noise = Math.max(1e-9, Math.abs(whole) * 2 ** -50);
      return Math.abs(exact - whole) <= noise ? whole : Math.floor(exact) + 0.5;
    },
    unitsUp: (text) => parse(text, true),
    unitsDown: (text) => parse(text, false),
    decimal(units) {
      const digits = BigInt(Math.round(Math.abs(units) * 2)) * tick.digits * 5n;
      const places = tick.places + 1;
      const text = digits.toString().padStart(places + 1, '0');
      return ((units < 0 ? '-' : '') + `${text.slice(0, -places)}.${text.slice(-places)}`).replace(/\.?0+$/, '');
    },
  };
}

/** Percents of a form travel as fractions with four decimals: 5 % is 500 of these. */
export const percentScale = createScale('0.0001');

/** One unit of a 24 h change: a thousandth of a percent, so that a tenth of any allowed percent is still whole. */
export const changeUnitsPerPercentUnit = 10;
const changeUnitsPerWhole = 100_000;

/** The change from open to last, both in units of the same scale: whole, or the half between two whole units. */
export function changeUnits(last: number, open: number): number {
  const [move, base] = [2 * (last - open) * changeUnitsPerWhole, 2 * open];
  if (Number.isSafeInteger(move)) {
    const whole = Math.floor(move / base);
    const rest = move - whole * base;
    // The division may round up to the next whole number; the remainder tells.
    if (rest < 0) return whole - 0.5;
    return rest === 0 ? whole : whole + 0.5;
  }
  const [exactMove, exactBase] = [BigInt(2 * (last - open)) * BigInt(changeUnitsPerWhole), BigInt(base)];
  const toZero = exactMove / exactBase;
  if (toZero * exactBase === exactMove) return Number(toZero);
  return Number(toZero) + (exactMove < 0n ? -0.5 : 0.5);
}
