// What several samples are made of.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';

export interface Sample<I = unknown> {
  readonly good: readonly [I, ...I[]];
  /** Wrong in shape: answered with badInput. Every call also gets the ones of `wrongForAll`. */
  readonly bad: readonly unknown[];
  /** What good input gets from an app without mail and provider, by somebody who is nobody yet. */
  readonly refusal?: ErrorName;
}

export const nothing = { good: [{}] as [{}], bad: [] };
export const page = { pageNum: 1, pageSize: 5 };
export const pages = [{ pageNum: 0 }, { pageSize: 0 }, { pageSize: 1_000_000 }, { pageNum: 'NaN' }];
export const symbolIds = ['BTCUSDT', 'ETHUSDT'];
export const badSymbol = ['', '../etc', 'a b', "x' or 1=1", 'X'.repeat(100)];
export const badSymbolId = badSymbol.map((symbolId) => ({ symbolId }));
export const onchain = { good: [{}, { chain: 'solana', ...page }], bad: [...pages, { chain: 'No Such' }] } satisfies Sample<
  InputToSend<Calls['onchainFdv']>
>;
/** Registered by the sample of register, logged in by the sample of login after it. */
export const person = { email: `sample-${process.pid}-${Date.now()}@tidemark.example`, password: 'nine green kettles on 4 hobs' };
export const badPerson = [
  {},
  { email: person.email },
  { ...person, email: 7 },
  { ...person, email: '' },
  { ...person, email: 'x'.repeat(255) },
  { ...person, password: 'x'.repeat(2000) },
];
export const linkToken = 'A'.repeat(43);
export const badProof = [
  { token: 'x' },
  { token: '../../x'.repeat(8) },
  { email: person.email, code: '12345' },
  { email: person.email, code: 'abcdef' },
];
export const alert: InputToSend<Calls['createAlert']> = {
  clientKey: 'key-1',
  businessLine: 1,
  symbolId: 'BTCUSDT',
  alertType: 1,
  frequency: 1,
  channels: [4],
  configurePrice: '100000',
};

export const conversationId = '0195d3a1-7c00-7000-8000-000000000000';
