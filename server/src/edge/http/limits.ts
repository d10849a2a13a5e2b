// How much one address may ask. Reads, writes, error reports, ways into an account, the chat and files for programs each have their own bucket, so that
// a page full of reads never uses up somebody's writes. Counted per process: with n web processes the worst case is n times as much.
import type { CallName } from '@tidemark/contract/calls.ts';
import type { Call } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { networkOf } from '#platform/network.ts';

export type CallClass = 'read' | 'write' | 'report' | 'entry' | 'support' | 'file';

export interface HttpLimits {
  readonly perMinute: Readonly<Record<CallClass, number>>;
  readonly bodyBytes: number;
  /** Calls that carry more than a form. */
  readonly bodyBytesOf: Readonly<Partial<Record<string, number>>>;
  /** For the whole body to arrive. */
  readonly bodyTimeMs: number;
}

export const defaultLimits: HttpLimits = {
  perMinute: { read: 600, write: 60, report: 30, entry: 120, support: 120, file: 120 },
  bodyBytes: 64 * 1024,
  bodyBytesOf: {},
  bodyTimeMs: 10_000,
};

/** Feeds, and the description of the calls. */
export const fetchingFile = 'file';
/** Whatever is sent as a body of its own and not as JSON. */
export const uploading = 'upload';

/** Everything that changes something, whatever its method, and the export of all one has, which costs as much. All else is a read. */
const writes: ReadonlySet<string> = new Set<CallName | typeof uploading>([
  'createAlert',
  'updateAlert',
  'deleteAlerts',
  'restoreAlerts',
  'markAlertLogRead',
  'testAlertChannel',
  'subscribePush',
  'unsubscribePush',
  'addCategory',
  'updateCategory',
  'deleteCategory',
  'sortCategories',
  'changeFavoriteCategories',
  'addFavorite',
  'addFavorites',
  'removeFavorites',
  'sortFavorites',
  'shareFavorites',
  'unshareFavorites',
  'saveListView',
  'deleteListView',
  'updatePreference',
  'logout',
  'clearCookie',
  'changePassword',
  'updateProfile',
  'requestBindEmail',
  'bindEmail',
  'requestBindPhone',
  'bindPhone',
  'unbindPhone',
  'revokeSession',
  'revokeSessions',
  'requestDeletionCode',
  'deleteAccount',
  'exportData',
  'applyMarketMaker',
  'discardMarketMakerImage',
  uploading,
]);

/** Ways into an account: a whole office may log in from one address. Guesses have a throttle of their own, in the users room. */
const entries: ReadonlySet<string> = new Set<CallName>([
  'register',
  'login',
  'requestEmailVerification',
  'verifyEmail',
  'requestPasswordReset',
  'resetPassword',
  'refreshSession',
  'startOidc',
  'finishOidc',
]);

/** What is written in the customer chat, on both sides of it: a conversation must not use up somebody's writes, nor they it. Its room counts messages besides. */
const supportWrites: ReadonlySet<string> = new Set<CallName>([
  'sendSupportMessage',
  'markSupportRead',
  'leaveSupportAddress',
  'answerSupportMessage',
  'closeSupportConversation',
  'markSupportConversation',
]);

export const classOf = (call: string): CallClass =>
  call === fetchingFile
    ? 'file'
    : call === ('errorReport' satisfies CallName)
      ? 'report'
      : writes.has(call)
        ? 'write'
        : entries.has(call)
          ? 'entry'
          : supportWrites.has(call)
            ? 'support'
            : 'read';

/** What the largest request that is answered may count for: a number that is refused anyway must not use up somebody's whole minute. */
const mostWeight = 20;

/** What a request counts for, by what it asks for; before that was checked, so whatever is no number counts once. */
export function weightOf({ weight }: Pick<Call, 'weight'>, input: unknown): number {
  if (!weight || typeof input !== 'object' || input === null || !Object.hasOwn(input, weight.field)) return 1;
  const asked = (input as Record<string, unknown>)[weight.field];
  const rows = Array.isArray(asked)
    ? asked.length
    : typeof asked === 'string' && !/^\d+$/.test(asked)
      ? asked.split(',').length
      : Number(asked);
  return Number.isFinite(rows) ? Math.min(mostWeight, Math.max(1, Math.ceil(rows / weight.per))) : 1;
}

const windowMs = 60_000;
const addressesRemembered = 20_000;

export interface Allowance {
  /** Counts the request, as so many; seconds until the next one is welcome, null while it is welcome now. */
  waitSeconds(ip: string, call: string, weight?: number): number | null;
}

export function createAllowance(limits: HttpLimits, clock: Clock): Allowance {
  const bucket = (callClass: CallClass) => createBucket(limits.perMinute[callClass], clock);
  const buckets: Record<CallClass, ReturnType<typeof createBucket>> = {
    read: bucket('read'),
    write: bucket('write'),
    report: bucket('report'),
    entry: bucket('entry'),
    support: bucket('support'),
    file: bucket('file'),
  };
  return { waitSeconds: (ip, call, weight = 1) => buckets[classOf(call)](networkOf(ip), weight) };
}

/** So many per address in each of its minutes. In memory and without a wait: it is asked before every call. */
function createBucket(max: number, clock: Clock): (address: string, weight: number) => number | null {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  return (address, weight) => {
    const now = clock.now();
    let window = windows.get(address);
    if (!window || window.endsAt <= now) {
      // A Map keeps the order of entry: begun anew it goes to the end, so that the first is the oldest.
      windows.delete(address);
      windows.set(address, (window = { count: 0, endsAt: now + windowMs }));
      if (windows.size > addressesRemembered) windows.delete(windows.keys().next().value!);
    }
    window.count += weight;
    return window.count > max ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : null;
  };
}
