// Somebody with an account on the shared program, and programs of theirs that bring a token.
import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@tidemark/contract/access-scopes.ts';
import type { CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import type { Envelope } from '@tidemark/contract/wire.ts';
import { ask } from './ask.ts';

export interface PersonWithToken {
  readonly password: string;
  /** In their browser. */
  ask(name: CallName, input?: unknown): Promise<Envelope<any>>;
  /** A new token; the answer of the call as it is. */
  make(scopes: readonly AccessScope[]): Promise<{ readonly token: string; readonly tokenId: string }>;
}

export async function enterWithToken(): Promise<PersonWithToken> {
  const account = { email: `${randomUUID()}@tidemark.example`, password: 'seven blue lanterns over 3 canals' };
  let answer = await ask('register', account);
  // Passwords take their time, and a crowd of tests at once fills the queue for it.
  while (answer.envelope.code === errors.signInBusy.code) answer = await ask('register', account);
  if (answer.envelope.code !== '00000') throw new Error(`no account: ${answer.envelope.msg}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ');
  const inBrowser = async (name: CallName, input: unknown = {}) => (await ask(name, input, { cookie })).envelope;
  return {
    password: account.password,
    ask: inBrowser,
    async make(scopes) {
      const { code, msg, data } = await inBrowser('createAccessToken', { name: 'bot', scopes, password: account.password });
      if (code !== '00000') throw new Error(`no token: ${msg}`);
      return data as { token: string; tokenId: string };
    },
  };
}

/** A program: no cookies, a token. */
export const askWithToken = async (token: string, name: CallName, input: unknown = {}, headers: Record<string, string> = {}) =>
  (await ask(name, input, { authorization: `Bearer ${token}`, ...headers })).envelope as Envelope<any>;
