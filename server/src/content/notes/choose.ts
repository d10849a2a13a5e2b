// Which of all possible notes are kept: the most telling first, not the same thing twice in a day, and not more in a day than
// a visitor reads.
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import type { Note, NoteFacts, NoteKind } from './note.ts';

export const chooseRule = {
  perHour: 3,
  /** The first hour of a day also sums up the day before. */
  atDaysEnd: 9,
  perDay: 36,
  /** Every coin's share of a day. */
  perCoin: 4,
} as const;

/** Kinds that say the same about a coin; and for how long it is not said again. */
const families: Partial<Record<NoteKind, { readonly name: string; readonly quietMs: number }>> = {
  newHigh: { name: 'high', quietMs: dayMs },
  newLow: { name: 'low', quietMs: dayMs },
  hourRise: { name: 'move', quietMs: 6 * hourMs },
  hourFall: { name: 'move', quietMs: 6 * hourMs },
  crossedUp: { name: 'level', quietMs: 12 * hourMs },
  crossedDown: { name: 'level', quietMs: 12 * hourMs },
  fundingHigh: { name: 'funding', quietMs: dayMs },
  fundingLow: { name: 'funding', quietMs: dayMs },
};

type Published = Pick<Note, 'at' | 'facts'>;

const isQuiet = (published: readonly Published[], { at, facts }: Published): boolean => {
  const family = families[facts.kind];
  if (!family) return false;
  const daysOf = ({ values }: NoteFacts) => values.days ?? 0;
  return published.some(
    (other) =>
      families[other.facts.kind]?.name === family.name &&
      other.facts.coin === facts.coin &&
      at - other.at < family.quietMs &&
      daysOf(other.facts) >= daysOf(facts),
  );
};

/** published: the notes of the day before and since, oldest first. */
export function choose(candidates: readonly Note[], published: readonly Published[]): Note[] {
  const chosen: Note[] = [];
  const isDaysEnd = candidates.some(({ at }) => at % dayMs === 0);
  for (const note of candidates.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    const lately = [...published, ...chosen].filter(({ at }) => note.at - at < dayMs);
    if (chosen.length >= (isDaysEnd ? chooseRule.atDaysEnd : chooseRule.perHour) || lately.length >= chooseRule.perDay) break;
    if (isQuiet([...published, ...chosen], note)) continue;
    const { coin } = note.facts;
    if (coin !== undefined && lately.filter(({ facts }) => facts.coin === coin).length >= chooseRule.perCoin) continue;
    // One sentence about a coin in an hour says enough.
    if (coin !== undefined && chosen.some(({ facts }) => facts.coin === coin)) continue;
    chosen.push(note);
  }
  return chosen;
}
