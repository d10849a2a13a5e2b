import { keptChoice } from '#session/kept-choice.ts';
import { openInterestUnits, type OpenInterestUnit } from './chosen.ts';

const isUnit = (text: string | null): text is OpenInterestUnit => (openInterestUnits as readonly (string | null)[]).includes(text);

export const { keep: keepUnit, kept: keptUnit } = keptChoice('tradeUnit', isUnit);

/** The address with the unit that is kept. null: it names one itself, or shows the kept one already. */
export function searchWithKeptUnit(search: URLSearchParams): URLSearchParams | null {
  const unit = keptUnit();
  if (unit === null || unit === 'usd' || search.has('unit')) return null;
  const next = new URLSearchParams(search);
  next.set('unit', unit);
  return next;
}
