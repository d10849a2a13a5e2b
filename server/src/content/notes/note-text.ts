// A note as a sentence in the reader's language, and where its link leads.
import { fearGreedBand } from '@tidemark/contract/fear-greed.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { WordValues, Words } from '#words/index.ts';
import { whoIs } from '../coins/who-is.ts';
import { figuresIn, type Figures } from '../figures.ts';
import type { NoteFacts } from './note.ts';

export interface NoteText {
  readonly title: string;
  readonly summary: string;
  readonly link: string;
}

export interface NoteTextDeps {
  readonly words: Pick<Words, 'text'>;
  readonly coinName: (ticker: string) => string;
}

const plain = ['days'] as const;
const written: Readonly<
  Record<string, keyof Pick<Figures, 'price' | 'change' | 'size' | 'rateSize' | 'amount' | 'count' | 'times' | 'level' | 'date' | 'time'>>
> = {
  price: 'price',
  open: 'price',
  level: 'level',
  change24h: 'change',
  change: 'change',
  priceChange: 'change',
  median: 'change',
  market: 'change',
  rate: 'rateSize',
  turnover: 'amount',
  value: 'amount',
  before: 'amount',
  times: 'times',
  coins: 'count',
  rising: 'count',
  falling: 'count',
  day: 'date',
  from: 'time',
  to: 'time',
  at: 'time',
};
const moods = new Set(['moodUp', 'moodDown']);
/** Their direction is in the words. */
const unsigned = new Set(['hourRise', 'hourFall', 'openInterestUp', 'openInterestDown']);

export function createNoteText({ words, coinName }: NoteTextDeps): (facts: NoteFacts, locale: Locale) => NoteText {
  const valuesOf = (facts: NoteFacts, locale: Locale): WordValues => {
    const figures = figuresIn(locale);
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(facts.values)) {
      const how = written[name];
      values[name] = plain.some((one) => one === name) || how === undefined ? value : figures[how](value);
    }
    if (unsigned.has(facts.kind) && facts.values.change !== undefined) values.change = figures.size(facts.values.change);
    if (facts.coin !== undefined)
      Object.assign(values, { coin: figures.name(facts.coin), who: whoIs(words, facts.coin, coinName(facts.coin), locale) });
    if (facts.sector !== undefined) values.sector = words.text(locale, 'content', `sector.${facts.sector}.name`);
    if (facts.list) values.list = figures.list(facts.list.map(({ coin, change }) => `${figures.name(coin)} ${figures.change(change)}`));
    const first = facts.list?.[0];
    if (first) Object.assign(values, { first: figures.name(coinName(first.coin)), firstChange: figures.size(first.change) });
    if (moods.has(facts.kind)) {
      for (const name of ['value', 'before'] as const) {
        const score = facts.values[name]!;
        values[name] = figures.count(score);
        values[`${name}Band`] = words.text(locale, 'content', `band.${fearGreedBand(score)}`);
      }
    }
    return values;
  };
  return (facts, locale) => {
    const values = valuesOf(facts, locale);
    const parts = [words.text(locale, 'content', `note.${facts.kind}.text`, values)];
    if (facts.values.change24h !== undefined) parts.push(words.text(locale, 'content', 'note.change24h', values));
    return {
      title: words.text(locale, 'content', `note.${facts.kind}.title`, values),
      summary: figuresIn(locale).text(parts),
      link: linkOf(facts, locale),
    };
  };
}

function linkOf({ kind, symbolId, sector }: NoteFacts, locale: Locale): string {
  if (symbolId !== undefined) return href(locale, 'coin', { symbol: symbolId });
  if (sector !== undefined) return href(locale, 'sectorDetail', { id: sector });
  if (moods.has(kind)) return href(locale, 'fearGreed');
  if (kind === 'dayLosers') return href(locale, 'rankLosers');
  return href(locale, kind === 'dayGainers' ? 'rank' : 'overview');
}
