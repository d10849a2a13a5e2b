// What a note says, as facts: a kind and its figures. The sentence is made when the note is read, in the reader's language.
import type { NewsTopic } from '@tidemark/contract/content.ts';

/** In the words of the content catalogue: note.<kind>.title and note.<kind>.text. */
const noteKinds = [
  'newHigh',
  'newLow',
  'hourRise',
  'hourFall',
  'crossedUp',
  'crossedDown',
  'dayGainers',
  'dayLosers',
  'sectorUp',
  'sectorDown',
  'breadthUp',
  'breadthDown',
  'turnoverRecord',
  'fundingHigh',
  'fundingLow',
  'openInterestUp',
  'openInterestDown',
  'moodUp',
  'moodDown',
  'listed',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export interface CoinChange {
  readonly coin: string;
  readonly change: number;
}

export interface NoteFacts {
  readonly kind: NoteKind;
  /** The coin it is about, and the pair whose figures these are. */
  readonly coin?: string;
  readonly symbolId?: string;
  readonly sector?: string;
  /** Figures by the names the sentences use. */
  readonly values: Readonly<Record<string, number>>;
  /** Several coins, the most telling first. */
  readonly list?: readonly CoinChange[];
}

export interface Note {
  readonly id: string;
  readonly at: number;
  readonly facts: NoteFacts;
  readonly coins: readonly string[];
  readonly prices: Readonly<Record<string, number>>;
  readonly weight: number;
}

const topicOf: Readonly<Record<NoteKind, NewsTopic>> = {
  newHigh: 'markets',
  newLow: 'markets',
  hourRise: 'markets',
  hourFall: 'markets',
  crossedUp: 'markets',
  crossedDown: 'markets',
  dayGainers: 'markets',
  dayLosers: 'markets',
  breadthUp: 'markets',
  breadthDown: 'markets',
  turnoverRecord: 'markets',
  sectorUp: 'sectors',
  sectorDown: 'sectors',
  fundingHigh: 'derivatives',
  fundingLow: 'derivatives',
  openInterestUp: 'derivatives',
  openInterestDown: 'derivatives',
  moodUp: 'sentiment',
  moodDown: 'sentiment',
  listed: 'listing',
};
const topicOfSector: Readonly<Record<string, NewsTopic>> = { defi: 'defi', dex: 'defi', nft: 'nft', ai: 'ai', 'layer-2': 'layer2' };
const topicOfCoin: Readonly<Record<string, NewsTopic>> = { BTC: 'bitcoin', ETH: 'ethereum' };

export function topicsOfNote({ kind, coin, sector }: NoteFacts): NewsTopic[] {
  const topics = [topicOf[kind], topicOfCoin[coin ?? ''], topicOfSector[sector ?? '']];
  return topics.filter((topic) => topic !== undefined);
}
