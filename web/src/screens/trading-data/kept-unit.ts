import { keptChoice } from '#session/kept-choice.ts';
import { openInterestUnits, type OpenInterestUnit } from './chosen.ts';

const isUnit = (text: string | null): text is OpenInterestUnit => (openInterestUnits as readonly (string | null)[]).includes(text);

const choice = keptChoice('tradeUnit', isUnit);
export const keepUnit = choice.keep;

/** The address with the unit that is kept. null: it names one itself, or shows the kept one already. */
export function searchWithKeptUnit(search: URLSearchParams): URLSearchParams | null {
  const unit = choice.kept();
  if (unit === null || unit === 'usd' || search.has('unit')) return null;
  const next = new URLSearchParams(search);
  next.set('unit', unit);
  return next;
}
