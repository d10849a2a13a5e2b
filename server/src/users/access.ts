// Personal tokens: making, listing and ending them, and the user of a token. Every use asks the database, so that a token
// that was revoked is over in every process at once; only guesses are stopped before they get there.
import { accessRule, accessTokenStart, isAccessToken, type accessCalls } from '@tidemark/contract/access.ts';
import { accessScopes, type AccessScope } from '@tidemark/contract/access-scopes.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Call, Caller, Handlers, UserId } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newToken } from '#platform/ids.ts';
import { networkOf } from '#platform/network.ts';
import { createTokenBuckets } from '#platform/token-bucket.ts';
import type { AccessStore } from './access-store.ts';
import { hashToken } from './tokens.ts';

/** Wrong tokens of one network: a program that was not told of a new one asks again and again, and is none the worse for it. */
const wrongOnes = { burst: 30, perSecond: 30 / 60 };
/** Those that were right a while ago go on where others of their network guess. Each is asked about all the same. */
const rightOnesRemembered = 10_000;
const tokenForm = new RegExp(`^${accessTokenStart}[\\w-]{43}$`);

/** Who may make a call: the caller as they came, or whom their token stands for. Refuses what the token is not good for. */
export type Admit = (caller: Caller, name: string, call: Call) => Promise<Caller>;

export interface AccessDeps {
  readonly store: AccessStore;
  readonly clock: Clock;
  /** Refuses where the account is gone or frozen, or where the caller is not its owner. */
  readonly proveOwner: (caller: Caller, password: string | undefined) => Promise<void>;
}

const millis = (moment: Date) => moment.getTime();
const told = (rows: Awaited<ReturnType<AccessStore['list']>>) =>
  rows.map(({ token: { id, name, scopes, createdAt, expiresAt, lastUsedAt, useCount }, uses }) => ({
    tokenId: id,
    name,
    scopes: accessScopes.filter((scope) => scopes.includes(scope)),
    createdAt: millis(createdAt),
    expiresAt: millis(expiresAt),
    lastUsedAt: lastUsedAt && millis(lastUsedAt),
    useCount,
    uses: uses.map(({ number, at, call, network, allowed }) => ({ number, at: millis(at), call, network, allowed })),
  }));

export const createAccessCalls = ({ store, clock, proveOwner }: AccessDeps): Handlers<typeof accessCalls> => ({
  async listAccessTokens({ userId }) {
    const items = told(await store.list(userId!));
    return { items, total: items.length };
  },
  async createAccessToken(caller, { name, scopes, days, password }) {
    await proveOwner(caller, password);
    const token = accessTokenStart + newToken(32);
    const now = clock.now();
    const asked: readonly AccessScope[] = accessScopes.filter((scope) => scopes.includes(scope));
    const tokenId = await store.create(
      caller.userId!,
      { name, scopes: asked, hash: hashToken(token), expiresAt: new Date(now + days * dayMs) },
      new Date(now),
    );
    return tokenId === null ? refuse('tokensFull', { limit: accessRule.tokens }) : { token, tokenId };
  },
  async revokeAccessToken({ userId }, { tokenId }) {
    await store.revoke(userId!, tokenId);
    return { ok: true };
  },
});

export const exportAccess = async (store: AccessStore, userId: UserId) => told(await store.list(userId));

export function createAdmit({ store, clock }: Pick<AccessDeps, 'store' | 'clock'>): Admit {
  const guesses = createTokenBuckets(clock, wrongOnes);
  const right = new Set<string>();
  return async (caller, name, { scope }) => {
    const { bearer } = caller;
    if (!isAccessToken(bearer)) return caller;
    if (scope === undefined) return refuse('tokenNotHere');
    const network = networkOf(caller.ip);
    const guess = guesses(network);
    const hash = hashToken(bearer);
    if (!right.has(hash) && !guess.hasOne()) return refuse('tooManyGuesses', { seconds: guess.waitSeconds() });
    const user = tokenForm.test(bearer) ? await store.use(hash, { call: name, scope, network }, new Date(clock.now())) : null;
    if (!user) {
      right.delete(hash);
      guess.take();
      return refuse('tokenInvalid');
    }
    right.delete(hash);
    // A Set keeps the order of entry, so the first is the one that was not used for longest.
    if (right.add(hash).size > rightOnesRemembered) right.delete(right.values().next().value!);
    if (user.isFrozen) return refuse('accountFrozen');
    if (!user.hasScope) return refuse('tokenScope', { scope });
    return { ...caller, userId: user.userId, sessionId: null, bearer: null };
  };
}
