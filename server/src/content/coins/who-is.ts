import type { Locale } from '@tidemark/contract/locales.ts';
import type { Words } from '#words/index.ts';
import { figuresIn } from '../figures.ts';

/** Bitcoin (BTC); where both are the same, once. */
export function whoIs(words: Pick<Words, 'text'>, ticker: string, coinName: string, locale: Locale): string {
  const { name } = figuresIn(locale);
  return coinName.toUpperCase() === ticker
    ? name(coinName)
    : words.text(locale, 'content', 'coin.named', { name: name(coinName), coin: name(ticker) });
}
