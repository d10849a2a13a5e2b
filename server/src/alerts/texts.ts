// What a notice says, in the language of its reader.
import {
  alertType,
  isChannelType,
  isPercentType,
  linkedChannelNames,
  p2pSides,
  type AlertType,
  type LinkedChannel,
} from '@tidemark/contract/alert-rules.ts';
import { defaultLocale, isLocale, languageOf } from '@tidemark/contract/locales.ts';
import { dayOffsetMinutes } from '@tidemark/contract/market.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import type { Words } from '#words/index.ts';
import type { LogRow } from './log-store.ts';
import { readP2pSymbol } from './pairs.ts';

export interface FiredAd {
  readonly price: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly paymentMethods: readonly string[];
}

/** The part of a log row that a message is made of. */
export type FiringFacts = Pick<
  LogRow,
  | 'businessLine'
  | 'symbolId'
  | 'type'
  | 'source'
  | 'price'
  | 'priceUp'
  | 'priceDown'
  | 'firingPrice'
  | 'anchor'
  | 'happenedAt'
  | 'lateness'
  | 'moreCount'
  | 'moreSince'
> & { readonly ad: unknown; readonly note: string | null };

/** A pair as it is named, and how many decimals its prices have. */
export interface Named {
  readonly name: string;
  readonly pricePrecision: number;
}

export interface Message {
  readonly title: string;
  readonly text: string;
}

export interface Texts {
  message(locale: string, pair: Named, firing: FiringFacts, timeZone: number): Message;
  summary(locale: string, items: readonly Message[]): Message;
  trial(locale: string): Message;
  /** A channel has failed so often that nothing is sent there any more. */
  channelOff(locale: string, channel: LinkedChannel): Message;
  /** There are words for what such an alert has to tell; without them it would send the name of its text. */
  hasTemplate(of: Pick<FiringFacts, 'businessLine' | 'type'>): boolean;
  /** The same text; when the prices are a simulator's, that stands first, where no cut reaches it. */
  labelled(locale: string, text: string): string;
  /** For the end of every message that leaves the site; empty when the user has chosen no code. */
  antiPhishing(locale: string, code: string): string;
}

const tagOf = (locale: string): string => languageOf(isLocale(locale) ? locale : defaultLocale).formatTag;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const formats = new Map<string, Intl.NumberFormat>();
const formatOf = (tag: string, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${tag} ${kind}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...options });
  formats.set(key, format);
  return format;
};
// As a text: no digit is lost to a double. One sign for minus, as on the pages.
const write = (format: Intl.NumberFormat, decimal: string): string => format.format(decimal as never).replace('-', '\u2212');
/** Of money: two decimals from one up. Those that a user typed beyond that, or beyond the pair's own, stay. */
const formatNumber = (tag: string, decimal: string, least?: number): string => {
  const decimals = least ?? (Math.abs(Number(decimal)) >= 1 ? 2 : 0);
  return write(formatOf(tag, `price ${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: 18 }), decimal);
};
/** As it was typed. */
const formatPercent = (tag: string, fraction: string): string =>
  write(formatOf(tag, 'percent', { style: 'percent', maximumFractionDigits: 2 }), fraction);
const formatChange = (tag: string, fraction: string): string =>
  write(formatOf(tag, 'change', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }), fraction);

/** '14:02', with its offset: a user who travels has to know in which zone it is 14:02. */
const formatTime = (at: Date, timeZone: number, hasSeconds = false): string => {
  const offset = dayOffsetMinutes(timeZone);
  const hours = offset / 60;
  const clock = new Date(at.getTime() + offset * 60_000).toISOString().slice(11, hasSeconds ? 19 : 16);
  return `${clock} UTC${hours === 0 ? '' : hours > 0 ? `+${hours}` : hours}`;
};

export function createTexts(words: Words, market: { readonly simulated: boolean }): Texts {
  const kindOf = ({ businessLine: line, type }: Pick<FiringFacts, 'businessLine' | 'type'>): string => {
    if (line === businessLine.p2p) return type === p2pSides.buy ? 'p2pBuy' : 'p2pSell';
    return (
      { 1: 'risesTo', 2: 'fallsTo', 3: 'risePercent', 4: 'fallPercent', 5: 'rise24h', 6: 'fall24h', 7: 'enters', 8: 'exits' } as const
    )[type as AlertType];
  };

  /** Prices of a pair are told as exact as it is traded. */
  const placesOf = ({ pricePrecision }: Named, { businessLine: line }: FiringFacts): number | undefined =>
    line === businessLine.p2p || pricePrecision === 0 ? undefined : Math.min(pricePrecision, 18);

  const targetOf = (tag: string, { type, price, priceUp, priceDown }: FiringFacts, places: number | undefined): string => {
    const text = (decimal: string | null) => formatNumber(tag, decimal ?? '0', places);
    if (isChannelType(type as AlertType)) return `${text(priceDown)} – ${text(priceUp)}`;
    return isPercentType(type as AlertType) ? formatPercent(tag, price ?? '0') : text(price);
  };

  return {
    hasTemplate: (of) =>
      ['title', 'text'].every((part) => {
        const key = `alert.${part}.${kindOf(of)}`;
        return words.text(defaultLocale, 'messages', key) !== key;
      }),
    message(locale, named, firing, timeZone) {
      const tag = tagOf(locale);
      // Digits and their groups run left to right; only where the words run the other way does that have to be said.
      const isolate = (text: string): string => (languageOf(isLocale(locale) ? locale : defaultLocale).rtl ? `\u2066${text}\u2069` : text);
      const isolateNote = (note: string): string => (isolate(note) !== note || rightToLeft.test(note) ? `\u2068${note}\u2069` : note);
      const is24h = firing.type === alertType.rise24hPercent || firing.type === alertType.fall24hPercent;
      const pair = isolate(named.name);
      const places = placesOf(named, firing);
      const ad = firing.ad as FiredAd | null;
      const values = {
        pair,
        coin: readP2pSymbol(firing.symbolId)?.coin ?? '',
        fiat: readP2pSymbol(firing.symbolId)?.fiat ?? '',
        price: isolate(is24h ? formatChange(tag, firing.firingPrice) : formatNumber(tag, firing.firingPrice, places)),
        target: isolate(targetOf(tag, firing, places)),
        anchor: isolate(formatNumber(tag, firing.anchor ?? '0', places)),
        source: words.text(locale, 'messages', `alert.source.${firing.businessLine === businessLine.futures ? firing.source : 0}`),
      };
      const lines = [words.text(locale, 'messages', `alert.text.${kindOf(firing)}`, values)];
      // Beside what it speaks of, where no cut reaches it. It may be in another language than the words around it.
      if (firing.note !== null) lines.push(words.text(locale, 'messages', 'alert.text.note', { note: isolateNote(firing.note) }));
      if (ad) {
        const amounts = {
          min: isolate(formatNumber(tag, ad.minAmount)),
          max: isolate(formatNumber(tag, ad.maxAmount)),
          fiat: values.fiat,
          methods: ad.paymentMethods.join(', '),
        };
        lines.push(words.text(locale, 'messages', 'alert.text.ad', amounts));
      }
      // A notice may be read long after, and beside newer ones.
      if (firing.lateness === null) lines.push(`(${isolate(formatTime(firing.happenedAt, timeZone, true))})`);
      else lines.push(words.text(locale, 'messages', 'alert.text.late', { time: isolate(formatTime(firing.happenedAt, timeZone)) }));
      if (firing.moreCount !== null && firing.moreSince !== null) {
        lines.push(
          words.text(locale, 'messages', 'alert.text.more', {
            count: firing.moreCount,
            time: isolate(formatTime(firing.moreSince, timeZone)),
          }),
        );
      }
      return { title: words.text(locale, 'messages', `alert.title.${kindOf(firing)}`, values), text: lines.join(' ') };
    },
    summary(locale, items) {
      // The title names the pair.
      const shown = items.slice(0, 10).map(({ title, text }) => `• ${title}. ${text}`);
      if (items.length > shown.length)
        shown.push(words.text(locale, 'messages', 'alert.summary.rest', { count: items.length - shown.length }));
      return { title: words.text(locale, 'messages', 'alert.summary.title', { count: items.length }), text: shown.join('\n') };
    },
    trial: (locale) => ({
      title: words.text(locale, 'messages', 'alert.trial.title'),
      text: words.text(locale, 'messages', 'alert.trial.text'),
    }),
    channelOff(locale, channel) {
      const named = { channel: linkedChannelNames[channel] };
      return {
        title: words.text(locale, 'messages', 'alert.channelOff.title', named),
        text: words.text(locale, 'messages', 'alert.channelOff.text', named),
      };
    },
    labelled: (locale, text) => (market.simulated ? `${words.text(locale, 'messages', 'data.simulated')}: ${text}` : text),
    antiPhishing: (locale, code) => (code ? words.text(locale, 'messages', 'mail.antiPhishing', { antiPhishingCode: code }) : ''),
  };
}
