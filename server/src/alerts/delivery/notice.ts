// A parcel of the outbox as a message to one person: what it says, under which key, and what may be done with it now.
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import { defaultLocale, isLocale } from '@tidemark/contract/locales.ts';
import { dayOffsetMinutes } from '@tidemark/contract/market.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { href } from '@tidemark/contract/pages.ts';
import { isQuiet, noticeEffects } from '@tidemark/contract/users.ts';
import { namedPair, type Pairs } from '../pairs.ts';
import type { Person } from '../people.ts';
import type { Message, Texts } from '../texts.ts';
import type { Parcel } from './outbox-store.ts';

export interface Notice extends Message {
  /** The same for every try, so that a receiver recognises a repeat. */
  readonly key: string;
  readonly person: Person;
  readonly isQuiet: boolean;
  /** Of the user's alerts, in their language. */
  readonly url: string;
  readonly antiPhishing: string;
  /** Of what it speaks; null where it speaks of several or of none. */
  readonly pairName: string | null;
  readonly pop: PriceNotice;
}

const minuteOfDay = (now: number, timeZone: number): number => {
  const minutes = Math.floor(now / 60_000) + dayOffsetMinutes(timeZone);
  return ((minutes % 1440) + 1440) % 1440;
};

export interface WriteDeps {
  readonly texts: Texts;
  readonly pairs: Pick<Pairs, 'find'>;
  readonly publicUrl: string;
}

export function writeNotice({ rows }: Parcel, person: Person, now: number, { texts, pairs, publicUrl }: WriteDeps): Notice {
  const [first] = rows;
  const { preference } = person;
  const locale = isLocale(person.locale) ? person.locale : defaultLocale;
  const messages = rows.map(({ firing, about }) =>
    firing !== null
      ? texts.message(locale, namedPair(pairs, firing), firing, preference.timeZone)
      : about === null
        ? texts.trial(locale)
        : texts.channelOff(locale, about),
  );
  const plain = messages.length === 1 ? messages[0]! : texts.summary(locale, messages);
  const key = first!.bundle ?? first!.key ?? `t${first!.id}`;
  const line = (first!.firing?.businessLine ?? businessLine.spot) as BusinessLine;
  const minute = minuteOfDay(now, preference.timeZone);
  const isTest = first!.firing === null && first!.about === null;
  const message = first!.firing === null ? plain : { ...plain, text: texts.labelled(locale, plain.text) };
  const effects = noticeEffects(true, line, preference, isTest ? undefined : minute);
  return {
    ...message,
    key,
    person,
    isQuiet: !isTest && isQuiet(preference, minute),
    url: publicUrl + href(locale, first!.about === null ? 'priceAlert' : 'account'),
    antiPhishing: texts.antiPhishing(locale, person.antiPhishingCode),
    pairName: rows.length === 1 && first!.firing !== null ? namedPair(pairs, first!.firing).name : null,
    pop: {
      key,
      alertId: String(first!.alertId ?? 0),
      businessLine: line,
      symbolId: first!.firing?.symbolId ?? 'BTCUSDT',
      isShow: effects.pop,
      sound: effects.sound,
      title: message.title.slice(0, 200),
      popContent: message.text.slice(0, 1000),
      tone: preference.tone,
      firedAt: first!.firing?.happenedAt.getTime() ?? first!.createdAt.getTime(),
      count: rows.length,
      isTest,
    },
  };
}
