// What each service is sent, and what its answer means. Where a service can tell a repeat, it is told the key of the message.
import { createHmac } from 'node:crypto';
import { noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import type { Answer } from '#platform/address-client.ts';
import type { FiringFacts } from '../texts.ts';
import type { TelegramSettings } from './settings.ts';
import type { Target } from './targets.ts';

export interface Message {
  /** The same for every try. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** Of the page that shows more. */
  readonly url: string;
  /** It should make no sound, where the service knows of sounds. */
  readonly isQuiet: boolean;
  /** test: asked for by the person. */
  readonly kind: 'fired' | 'test';
  readonly alertId: number | null;
  readonly firing: FiringFacts | null;
  readonly pair: string | null;
}

export interface Request {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * again: another try may help. later: it is asked too much, which says nothing of this message. gone: the receiver does not exist any more,
 * and never will again.
 */
export type Judgement = 'taken' | 'again' | 'later' | 'refused' | 'gone';

interface Service {
  requestOf(target: Target, message: Message, nowMs: number): Request;
  judge(answer: Answer): Judgement;
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;
const isTooMuch = (status: number): boolean => status === 429;
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 425;
const judgeWith =
  (gone: readonly number[]) =>
  ({ status }: Answer): Judgement => {
    if (isTaken(status)) return 'taken';
    if (isTooMuch(status)) return 'later';
    return isPassing(status) ? 'again' : gone.includes(status) ? 'gone' : 'refused';
  };

const [leastWaitMs, usualWaitMs, mostWaitMs] = [1_000, 5_000, 60_000];
/** In the body of Telegram and Discord. */
const waitInBody = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/;
/** How long a receiver that is asked too much wants to be left alone. */
export function waitMsOf({ text, retryAfter }: Answer, nowMs: number): number {
  const seconds = Number(retryAfter?.trim() || (waitInBody.exec(text)?.[1] ?? NaN));
  const until = Date.parse(retryAfter ?? '');
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Number.isFinite(until) ? until - nowMs : usualWaitMs;
  return Math.min(mostWaitMs, Math.max(leastWaitMs, waitMs));
}

const cut = (text: string, letters: number): string => (text.length <= letters ? text : `${text.slice(0, letters - 1)}…`);
const plain = ({ title, text, url }: Message): string => `${title}\n${text}\n${url}`;

/** Standard Webhooks 1.0. */
function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

const webhook: Service = {
  requestOf({ address, secret }, { key, kind, title, text, url, alertId, firing, pair }, nowMs) {
    const body = JSON.stringify({
      type: kind === 'test' ? 'alert.test' : 'alert.fired',
      timestamp: (firing?.happenedAt ?? new Date(nowMs)).toISOString(),
      data: {
        key,
        title,
        text,
        url,
        ...(firing && {
          alertId: String(alertId),
          businessLine: firing.businessLine,
          symbolId: firing.symbolId,
          pair,
          alertType: firing.type,
          priceSource: firing.source,
          configurePrice: firing.price,
          configurePriceUp: firing.priceUp,
          configurePriceDown: firing.priceDown,
          firingPrice: firing.firingPrice,
          happenedAt: firing.happenedAt.getTime(),
          late: firing.lateness !== null,
          note: firing.note,
        }),
      },
    });
    const seconds = Math.floor(nowMs / 1000);
    return {
      address,
      headers: {
        'webhook-id': key,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret!, key, seconds, body),
      },
      body,
    };
  },
  // A receiver that is being brought up to date answers anything for a while.
  judge: ({ status }) => (isTaken(status) ? 'taken' : status === 410 ? 'gone' : isTooMuch(status) ? 'later' : 'again'),
};

const discord: Service = {
  requestOf: ({ address }, message) => ({
    address,
    headers: {},
    body: JSON.stringify({
      content: cut(plain(message), 2_000),
      // A mention in a note must not notify any Discord user.
      allowed_mentions: { parse: [] },
      // No preview of the link; and, in quiet hours, no sound.
      flags: message.isQuiet ? 4 | 4096 : 4,
    }),
  }),
  judge: judgeWith([401, 403, 404]),
};

const slackText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const slack: Service = {
  requestOf: ({ address }, { title, text, url }) => ({
    address,
    headers: {},
    body: JSON.stringify({ text: cut(`*${slackText(title)}*\n${slackText(text)}`, 3_000) + `\n<${url}>`, unfurl_links: false }),
  }),
  judge: judgeWith([403, 404, 410]),
};

const withBearer = (secret: string | null): Readonly<Record<string, string>> =>
  secret === null ? {} : { authorization: `Bearer ${secret}` };

const ntfy: Service = {
  requestOf: ({ address, secret, topic }, { key, title, text, url, isQuiet }) => ({
    address,
    headers: withBearer(secret),
    body: JSON.stringify({
      topic,
      title: cut(title, 200),
      message: cut(text, 1_500),
      click: url,
      // A message sent again takes the place of the first.
      sequence_id: `alert-${key.replaceAll(/[^\w-]/g, '-')}`,
      priority: isQuiet ? 2 : 4,
    }),
  }),
  judge: judgeWith([]),
};

const telegramOf = (settings: TelegramSettings | null): Service => ({
  requestOf: ({ secret }, message) => ({
    address: `${settings!.apiUrl}/bot${settings!.token}/sendMessage`,
    headers: {},
    body: JSON.stringify({
      chat_id: secret,
      text: cut(plain(message), 4_000),
      link_preview_options: { is_disabled: true },
      disable_notification: message.isQuiet,
    }),
  }),
  judge({ status, text }) {
    if (isTaken(status)) return 'taken';
    if (isTooMuch(status)) return 'later';
    if (status === 403 || (status === 400 && text.includes('chat not found'))) return 'gone';
    // A token that is not known any more is the operator's to mend.
    return isPassing(status) || status === 401 || status === 404 ? 'again' : 'refused';
  },
});

export const createServices = (telegram: TelegramSettings | null): Readonly<Record<LinkedChannel, Service>> => ({
  [noticeChannel.webhook]: webhook,
  [noticeChannel.telegram]: telegramOf(telegram),
  [noticeChannel.discord]: discord,
  [noticeChannel.slack]: slack,
  [noticeChannel.ntfy]: ntfy,
});
