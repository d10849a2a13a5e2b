// Why a coin was picked, in the reader's language: sentences made from its factors, one a line, the ones that counted most
// first. Every number in them is a stored fact.
import { pickFactors, type PickFactor } from '@tidemark/contract/picks.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Words } from '#words/index.ts';
import { chosenModel } from './model.ts';
import type { PickRow } from './store.ts';

export interface Explanation {
  readonly title: string;
  readonly content: string;
}

const reasonsShown = 3;

export function createExplain(words: Pick<Words, 'text'>): (pick: PickRow, coins: number, locale: Locale) => Explanation {
  return (pick, coins, locale) => {
    const say = createFigures(locale);
    // A rank tells how many of the others lie below; the coins compared include the pick itself.
    const shareBelow = (name: PickFactor) => ((1 + Math.sign(chosenModel.weights[name]) * pick.ranks[name]) / 2) * ((coins - 1) / coins);
    const sentence = (name: PickFactor) =>
      words.text(locale, 'messages', `pick.${name}`, { value: say[name](pick.factors[name]), share: say.atLeast(shareBelow(name)) });
    const counted = pickFactors
      .map((name) => ({ name, by: chosenModel.weights[name] * pick.ranks[name] }))
      .filter(({ by }) => by !== 0)
      .sort((a, b) => b.by - a.by);
    const worst = counted.at(-1);
    const parts = counted
      .filter(({ by }) => by > 0)
      .slice(0, reasonsShown)
      .map(({ name }) => sentence(name));
    if (worst && worst.by < 0) parts.push(words.text(locale, 'messages', 'pick.against', { reason: sentence(worst.name) }));
    if (pick.longShare !== null && pick.fundingRate !== null) {
      parts.push(words.text(locale, 'messages', 'pick.crowd', { long: say.share(pick.longShare), funding: say.funding(pick.fundingRate) }));
    }
    return {
      title: words.text(locale, 'messages', 'pick.title', { coin: pick.coinId, rank: pick.rank, coins }),
      content: parts.join('\n'),
    };
  };
}

function createFigures(locale: Locale) {
  const { formatTag: tag, rtl } = languageOf(locale);
  // In a text that runs from right to left, a sign would leave its number.
  const isolate = (text: string) => (rtl ? `\u2066${text}\u2069` : text);
  const format = (options: Intl.NumberFormatOptions) => {
    const { format: write } = new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...options });
    return (value: number) =>
      isolate(
        write(value)
          .replace(/[\u200e\u200f\u061c]/g, '')
          .replace('-', '\u2212'),
      );
  };
  const percent = (digits: number, options: Intl.NumberFormatOptions = {}) =>
    format({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits, ...options });
  const signed = percent(1, { signDisplay: 'exceptZero' });
  const plain = percent(1);
  return {
    momentum: format({ maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    shortTerm: signed,
    nearHigh: (value: number) => plain(Math.abs(value)),
    volume: signed,
    flow: format({ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
    volatility: plain,
    breadth: percent(0),
    share: percent(0),
    atLeast: percent(0, { roundingMode: 'floor' }),
    funding: percent(4, { signDisplay: 'exceptZero' }),
  };
}
