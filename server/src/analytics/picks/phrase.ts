// An explanation in better prose, from any server that speaks the chat protocol of OpenAI. Off unless the operator names
// one. What comes back is shown only if it says nothing that our own text does not: a model that makes up a number, or
// sends people somewhere, is not believed.
import * as v from 'valibot';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Log } from '#platform/log.ts';

export interface PhraseSettings {
  /** Up to and without /chat/completions. */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
}

export type Phrase = (text: string, locale: Locale) => Promise<string | null>;

const withinMs = 20_000;
const longest = 1_500;
const shortest = 40;

const answered = v.object({ choices: v.pipe(v.array(v.object({ message: v.object({ content: v.string() }) })), v.minLength(1)) });

export function createPhrase({ url, model, key }: PhraseSettings, log: Log): Phrase {
  return async (text, locale) => {
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({
          model,
          temperature: 0.2,
          max_tokens: 600,
          messages: [
            { role: 'system', content: orderFor(locale) },
            { role: 'user', content: text },
          ],
        }),
        signal: AbortSignal.timeout(withinMs),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const content = v.parse(answered, await response.json()).choices[0]!.message.content.trim();
      const fault = faultOf(content, text);
      if (fault === null) return content;
      log.warn({ room: 'analytics', fault }, 'a phrased explanation was not believed');
    } catch (error) {
      log.warn({ err: error, room: 'analytics' }, 'an explanation could not be phrased; the plain one stays');
    }
    return null;
  };
}

const orderFor = (locale: Locale): string =>
  `Rewrite the user's text as two or three plain sentences in ` +
  `${new Intl.DisplayNames('en', { type: 'language' }).of(languageOf(locale).tag)}. ` +
  'Keep every number exactly as it is written, add no number, no advice, no forecast, no link and no markup.';

/** Digits of any script, without the marks that group them. */
const numbersIn = (text: string): string[] =>
  [
    ...text
      .normalize('NFKC')
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .matchAll(/\d+(?:[.,٫٬]\d+)*/g),
  ].map(([number]) => number.replace(/[,٬]/g, '').replace('٫', '.'));

/** Null = it may be shown. */
export function faultOf(content: string, text: string): string | null {
  if (content.length < shortest || content.length > longest) return 'length';
  if (/https?:|www\.|[<>{}[\]`#*]/i.test(content)) return 'markup';
  const given = new Set(numbersIn(text));
  const made = numbersIn(content).find((number) => !given.has(number));
  return made === undefined ? null : `the number ${made}`;
}
