// How much one address may ask, and how much one user may write. Each kind of call has its own bucket, and so have files for
// programs: a page full of reads never uses up a user's writes. Counted per process: with n web processes the worst case is n times as
// much.
import { accessRule } from '@tidemark/contract/access.ts';
import { alertFileRule } from '@tidemark/contract/alert-batches.ts';
import type { CallName } from '@tidemark/contract/calls.ts';
import { callKinds, type Call, type CallKind } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { networkOf } from '#platform/network.ts';

/** file: feeds, and the description of the calls. */
export type Asked = CallKind | 'file';

export interface HttpLimits {
  readonly perMinute: Readonly<Record<Asked, number>>;
  readonly bodyBytes: number;
  /** Calls that carry more than a form. */
  readonly bodyBytesOf: Readonly<Partial<Record<string, number>>>;
  /** For the whole body to arrive. */
  readonly bodyTimeMs: number;
}

export const defaultLimits: HttpLimits = {
  perMinute: { read: 600, write: 60, login: 120, chat: 120, report: 30, costly: 60, file: 120 },
  bodyBytes: 64 * 1024,
  bodyBytesOf: { importAlerts: alertFileRule.bodyBytes } satisfies Partial<Record<CallName, number>>,
  bodyTimeMs: 10_000,
};

/** The highest weight of one request: a number that is refused anyway must not use up the user's whole minute. */
const mostWeight = 20;

/** The weight of a request by its input, which is not checked yet: a value that is no number counts once. */
export function weightOf({ weight }: Pick<Call, 'weight'>, input: unknown): number {
  if (!weight || typeof input !== 'object' || input === null || !Object.hasOwn(input, weight.field)) return 1;
  const asked = (input as Record<string, unknown>)[weight.field];
  const rows = Array.isArray(asked) ? asked.length : typeof asked === 'string' ? rowsOfText(asked) : asked;
  return typeof rows === 'number' && Number.isFinite(rows) ? Math.min(mostWeight, Math.max(1, Math.ceil(rows / weight.per))) : 1;
}

/** A number written as text, or a list with commas. */
const rowsOfText = (text: string): number => (/^\d+$/.test(text) ? Number(text) : text.split(',').length);

const windowMs = 60_000;
const keysRemembered = 20_000;

/** So many people may write from one address as much as one may: an office, a campus, a mobile network. */
const writersBehindAddress = 10;

export interface AskedBy {
  readonly weight?: number;
  /** A logged-in person has an allowance for writes of their own, which others behind the same address do not use up. */
  readonly person?: string | null;
  /** A program with a token has an allowance of its own, within that of its network. */
  readonly token?: string | null;
}

export interface Allowance {
  /** Counts the request, as so many; seconds until the next one is welcome, null while it is welcome now. */
  waitSeconds(ip: string, asked: Asked, by?: AskedBy): number | null;
}

export function createAllowance(limits: HttpLimits, clock: Clock): Allowance {
  const kinds: readonly Asked[] = [...callKinds, 'file'];
  const buckets = new Map(kinds.map((kind) => [kind, createBucket(limits.perMinute[kind], clock)]));
  const people = createBucket(limits.perMinute.write, clock);
  const tokenReads = createBucket(accessRule.readsPerMinute, clock);
  const tokenChanges = createBucket(accessRule.changesPerMinute, clock);
  const crowds = createBucket(limits.perMinute.write * writersBehindAddress, clock);
  return {
    waitSeconds(ip, asked, { weight = 1, person = null, token = null } = {}) {
      const network = networkOf(ip);
      if (token !== null) {
        const [networks, own] = asked === 'read' ? [buckets.get(asked)!, tokenReads] : [crowds, tokenChanges];
        return networks(network, weight) ?? own(token, weight);
      }
      if (asked !== 'write' || person === null) return buckets.get(asked)!(network, weight);
      return people(person, weight) ?? crowds(network, weight);
    },
  };
}

/** So many per address or person in each of its minutes. In memory and without a wait: it is asked before every call. */
function createBucket(max: number, clock: Clock): (key: string, weight: number) => number | null {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  return (key, weight) => {
    const now = clock.now();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      // A Map keeps the order of entry: begun anew it goes to the end, so that the first is the oldest.
      windows.delete(key);
      windows.set(key, (window = { count: 0, endsAt: now + windowMs }));
      if (windows.size > keysRemembered) windows.delete(windows.keys().next().value!);
    }
    window.count += weight;
    return window.count > max ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : null;
  };
}
