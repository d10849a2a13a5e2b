// Pure decisions: how much may wait or come from one place, whose a picture is, what a receipt looks like, what of a text is kept.
import { createHash, randomInt } from 'node:crypto';
import { receiptLetters, unusedImageMs, type MarketMakerForm } from '@tidemark/contract/market-maker.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { networkOf } from '#platform/network.ts';

/** Pictures that are in no application yet: of a browser, of a network (an office has many browsers), and of all of them together. */
export const unusedImages = { ofDevice: 12, ofNetwork: 40, ofAll: 1_000 } as const;
/** Refused pictures of a network within an hour: people make mistakes, and an office has many people. */
export const refusedImages = { ofNetwork: 40, withinMs: 3_600_000 } as const;
/** How long any application is kept. */
export const applicationKeptMs = 365 * 24 * 3_600_000;
/** Applications within a day. */
export const applicationsPerDay = { ofDevice: 5, ofNetwork: 10 } as const;
/** How long it is known from which network an application came. */
export const networkKnownMs = 2 * dayMs;

export interface Owner {
  readonly deviceKey: string;
  readonly networkKey: string;
  readonly accountId: string | null;
}

const hash = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');

/** Of a program that names no device, the network is as near as one comes. */
export function ownerOf({ userId, deviceId, ip }: Pick<Caller, 'userId' | 'deviceId' | 'ip'>): Owner {
  const networkKey = hash('network', networkOf(ip));
  return { networkKey, deviceKey: deviceId === null ? networkKey : hash('device', deviceId), accountId: userId };
}

export const newReceipt = (): string => {
  const four = () => Array.from({ length: 4 }, () => receiptLetters[randomInt(receiptLetters.length)]).join('');
  return `MM-${four()}-${four()}`;
};

/** Without what no keyboard types and no database keeps; a line ends as everywhere. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

export const cleanForm = ({ applicantName, applicantTitle, introduction, strategy, userId }: MarketMakerForm): MarketMakerForm => ({
  applicantName: cleanText(applicantName).replace(/\s+/g, ' '),
  applicantTitle: cleanText(applicantTitle).replace(/\s+/g, ' '),
  introduction: cleanText(introduction),
  strategy: cleanText(strategy),
  userId: userId.trim(),
});

export const unusedBefore = (now: number): Date => new Date(now - unusedImageMs);
