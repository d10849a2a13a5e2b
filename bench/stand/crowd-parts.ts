// What all visitors of one process share: where they go, what they ask for, and what is counted of them.

export interface Totals {
  /** Now. */
  open: number;
  /** Now: with a snapshot of everything that was asked for, and logged in where somebody is. */
  ready: number;
  loggedIn: number;
  /** Since the process began, as all below. */
  bytes: number;
  frames: number;
  updates: number;
  refused: number;
  failedLogins: number;
  tokenRetries: number;
  errors: number;
  gaps: number;
}
export const noTotals = (): Totals => ({
  open: 0,
  ready: 0,
  loggedIn: 0,
  bytes: 0,
  frames: 0,
  updates: 0,
  refused: 0,
  failedLogins: 0,
  tokenRetries: 0,
  errors: 0,
  gaps: 0,
});

export interface Crowd {
  readonly host: string;
  readonly port: number;
  readonly subscribe: Buffer;
  readonly channels: number;
  readonly totals: Totals;
  readonly beatDelays: Delays;
  readonly tickDelays: Delays;
  later(ms: number, then: () => void): void;
}

/** From here on a delay is only known to be longer. */
const longestMs = 60_000;

export interface Delays {
  add(ms: number): void;
  /** Those since the last time, as pairs of milliseconds and how many. */
  take(): [number, number][];
}
export function createDelays(): Delays {
  let counts = new Map<number, number>();
  return {
    add(ms) {
      const at = Math.min(longestMs, Math.max(0, Math.round(ms)));
      counts.set(at, (counts.get(at) ?? 0) + 1);
    },
    take() {
      const taken = [...counts];
      counts = new Map();
      return taken;
    },
  };
}

export function percentile(delays: readonly (readonly [number, number])[], share: number): number {
  const sorted = delays.toSorted(([one], [other]) => one - other);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [ms, count] of sorted) {
    seen += count;
    if (seen >= all * share) return ms;
  }
  return NaN;
}

/** RFC 6455, section 5.3: a client masks what it sends. A mask of zeros is one, and leaves the text as it is. */
export function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? Buffer.from([0x81, 0x80 | length]) : Buffer.from([0x81, 0x80 | 126, length >> 8, length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

/** From the stand to a process of visitors, once. */
export interface CrowdTask {
  readonly host: string;
  readonly port: number;
  readonly instIds: readonly string[];
  readonly hasLine: boolean;
  /** It ends by itself after so long. */
  readonly lifeMs: number;
}
export interface NewVisitor {
  readonly address: string;
  readonly cookie: string | null;
}
export type CrowdRequest =
  | { readonly kind: 'begin'; readonly task: CrowdTask }
  | { readonly kind: 'open'; readonly visitors: readonly NewVisitor[]; readonly perSecond: number }
  | { readonly kind: 'report' };
export interface CrowdReport {
  readonly totals: Totals;
  readonly beatDelays: [number, number][];
  readonly tickDelays: [number, number][];
}
