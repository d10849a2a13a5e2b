// Personal tokens: what a user's own program may do in their name. A token is shown once, when it is made; it opens alerts and
// favorites, each as far as its scopes say, and nothing else: no account, no session, no chat, no console.
import * as v from 'valibot';
import { accessScopes } from './access-scopes.ts';
import { call, characters, count, done, filled, languageType, listOf, text, timeMs } from './wire.ts';

export const accessRule = {
  tokens: 20,
  nameLength: 40,
  /** The newest uses of a token that are kept and told. */
  uses: 30,
  /** After so many days a token ends; the first is the usual one. */
  days: [90, 30, 365],
  /** Of one token; the allowance of its network counts besides. */
  readsPerMinute: 300,
  changesPerMinute: 60,
} as const;

/** Says whose it is, so that it is found where it was lost, and so that nothing else is taken for one. */
export const accessTokenStart = 'tmk_';
export const isAccessToken = (bearer: string | null | undefined): bearer is string => bearer?.startsWith(accessTokenStart) ?? false;

const scope = v.picklist(accessScopes);
const scopes = v.pipe(v.array(scope), v.minLength(1), v.maxLength(accessScopes.length));
const tokenName = v.pipe(characters, v.trim(), v.minLength(1), v.maxLength(accessRule.nameLength));

const accessToken = v.object({
  tokenId: filled(64),
  name: text(accessRule.nameLength),
  scopes: listOf(scope, accessScopes.length),
  createdAt: timeMs,
  expiresAt: timeMs,
  lastUsedAt: v.nullable(timeMs),
  useCount: count,
  /** Newest first, counted from the first use of all. allowed: false where its scopes, or the account, did not let it. */
  uses: listOf(v.object({ number: count, at: timeMs, call: text(64), network: text(64), allowed: v.boolean() }), accessRule.uses),
});
export type AccessToken = v.InferOutput<typeof accessToken>;

export const accessCalls = {
  listAccessTokens: call({
    kind: 'read',
    method: 'POST',
    path: '/user/accessToken/list',
    who: 'user',
    about: 'The personal tokens of the account, each with its scopes, its end and its last uses; never the token itself.',
    input: v.object({ languageType }),
    output: v.object({ items: listOf(accessToken, accessRule.tokens), total: count }),
  }),
  createAccessToken: call({
    kind: 'write',
    method: 'POST',
    path: '/user/accessToken/create',
    who: 'user',
    about: 'Makes a personal token and answers it, this once. Asks for the password of the account, where it has one.',
    input: v.object({
      languageType,
      name: tokenName,
      scopes,
      days: v.optional(v.picklist(accessRule.days), accessRule.days[0]),
      password: v.optional(filled(512)),
    }),
    output: v.object({ token: filled(128), tokenId: filled(64) }),
  }),
  revokeAccessToken: call({
    kind: 'write',
    method: 'POST',
    path: '/user/accessToken/revoke',
    who: 'user',
    about: 'Ends a personal token at once. One that is not there has ended already.',
    input: v.object({ languageType, tokenId: v.pipe(text(36), v.uuid()) }),
    output: done,
  }),
} as const;
