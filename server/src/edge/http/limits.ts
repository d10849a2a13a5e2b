// How much one address may ask. Reads, writes, error reports and ways into an account each have their own bucket, so that
// a page full of reads never uses up somebody's writes. Counted per process: with n web processes the worst case is n times as much.
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallName } from '@tidemark/contract/calls.ts';

export type CallClass = 'read' | 'write' | 'report' | 'entry';

export interface HttpLimits {
  readonly perMinute: Readonly<Record<CallClass, number>>;
  readonly bodyBytes: number;
  /** Calls that carry more than a form. */
  readonly bodyBytesOf: Readonly<Partial<Record<string, number>>>;
  /** For the whole body to arrive. */
  readonly bodyTimeMs: number;
}

export const defaultLimits: HttpLimits = {
  perMinute: { read: 600, write: 60, report: 30, entry: 120 },
  bodyBytes: 64 * 1024,
  bodyBytesOf: {},
  bodyTimeMs: 10_000,
};

/** Everything that changes something, whatever its method. All else is a read. */
const writes: ReadonlySet<string> = new Set<CallName>([
  'createAlert', 'updateAlert', 'deleteAlerts', 'restoreAlerts', 'markAlertLogRead', 'testAlertChannel', 'subscribePush', 'unsubscribePush',
  'addCategory', 'updateCategory', 'deleteCategory', 'sortCategories', 'changeFavoriteCategories',
  'addFavorite', 'addFavorites', 'removeFavorites', 'sortFavorites',
  'updatePreference', 'logout', 'clearCookie', 'changePassword', 'updateProfile', 'requestBindEmail', 'bindEmail', 'requestBindPhone', 'bindPhone', 'unbindPhone', 'revokeSession', 'revokeSessions', 'deleteAccount',
  'applyMarketMaker', 'sendSupportMessage',
]);

/** Ways into an account: a whole office may log in from one address. Guesses have a throttle of their own, in the users room. */
const entries: ReadonlySet<string> = new Set<CallName>([
  'register', 'login', 'requestEmailVerification', 'verifyEmail', 'requestPasswordReset', 'resetPassword', 'refreshSession', 'startOidc', 'finishOidc',
]);

export const classOf = (call: string): CallClass =>
  call === ('errorReport' satisfies CallName) ? 'report' : writes.has(call) ? 'write' : entries.has(call) ? 'entry' : 'read';

const windowMs = 60_000;
const addressesRemembered = 20_000;

export interface Allowance {
  /** Seconds until the next request is welcome; null while it is welcome now. */
  waitSeconds(request: FastifyRequest, call: string): Promise<number | null>;
}

export async function createAllowance(scope: FastifyInstance, limits: HttpLimits): Promise<Allowance> {
  await scope.register(fastifyRateLimit, { global: false, cache: addressesRemembered });
  const bucket = (callClass: CallClass) => scope.createRateLimit({ max: limits.perMinute[callClass], timeWindow: windowMs });
  const buckets: Record<CallClass, ReturnType<typeof bucket>> = { read: bucket('read'), write: bucket('write'), report: bucket('report'), entry: bucket('entry') };
  return {
    async waitSeconds(request, call) {
      const use = await buckets[classOf(call)](request);
      return !use.isAllowed && use.isExceeded ? Math.max(1, use.ttlInSeconds) : null;
    },
  };
}
