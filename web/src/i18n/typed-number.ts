// A number as people type or paste it: '98.500,50' in German, '98,500.50' in English, digits of any script. It is read whole or
// refused, because a mark that is dropped makes another number.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';

export type DecimalMark = '.' | ',';

export function decimalMarkOf(locale: Locale): DecimalMark {
  const parts = new Intl.NumberFormat(languageOf(locale).formatTag, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** A plain decimal as the field shows it. */
export const writeNumber = (value: string, mark: DecimalMark): string => value.replace('.', mark);

/**
 * What was typed as a plain decimal with at most so many places. Null: it has something else than digits and marks in it. A number
 * that cannot be told, such as 1.2.3, comes back as it is: no rule takes it.
 */
export function readNumber(typed: string, mark: DecimalMark, places: number): string | null {
  const text = latin(typed, mark);
  if (!/^[\d.,]*$/.test(text)) return null;
  const decimalAt = decimalPlaceOf(text, mark);
  const whole = text.slice(0, decimalAt).replace(/[.,]/g, '');
  const isGrouped = /[.,]/.test(text.slice(0, decimalAt));
  if (isGrouped && !/^[1-9]\d{0,2}(?:\.\d{3})+$|^[1-9]\d{0,2}(?:,\d{3})+$/.test(text.slice(0, decimalAt))) return text;
  return decimalAt === text.length ? whole : `${whole}.${text.slice(decimalAt + 1, decimalAt + 1 + places)}`;
}

/** Where the decimal mark stands; the end of the text where there is none. */
function decimalPlaceOf(text: string, mark: DecimalMark): number {
  const other = mark === '.' ? ',' : '.';
  const [own, others] = [text.split(mark).length - 1, text.split(other).length - 1];
  if (own > 0 && others > 0) return Math.max(text.lastIndexOf(mark), text.lastIndexOf(other));
  if (own === 1) return text.indexOf(mark);
  // A single foreign mark groups thousands where it can, and only there: before 0.123 there are none.
  if (others === 1 && !/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return text.indexOf(other);
  return text.length;
}

/** Zeros of the scripts whose digits people type: Arabic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/** Codes, telephone numbers and amounts are typed in the digits of the reader's keyboard; the server reads ASCII. */
export const latinDigits = (typed: string): string =>
  typed.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

function latin(typed: string, mark: DecimalMark): string {
  return latinDigits(typed)
    .replaceAll('٫', mark)
    .replaceAll('٬', mark === '.' ? ',' : '.')
    .replace(/(?<=\d)[\s'’](?=\d)/g, '')
    .trim();
}
