// Sends what waits in a store until each item has come to an end. An item is claimed for longer than sending it takes: a process that dies
// is followed by another try, and no two processes send the same item. What a store is, a table or a list in memory, is for the room.
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { traced } from '#platform/tracing/traced.ts';

/** The outcome of one item: an end that the store keeps, another try after its wait, or no try this time: its turn did not come. */
export type Outcome<End> = { readonly end: End } | 'again' | 'notTried';
export type Ending<End> = (at: number, result: PromiseSettledResult<Outcome<End>>) => void;
export interface Ended<Item, End> {
  readonly item: Item;
  readonly end: End;
}

export interface OutboxStore<Item, End> {
  /** Items that are due, at most so many; no other caller is given them for heldMs. */
  claim(most: number, heldMs: number): Promise<readonly Item[]>;
  finish(ended: readonly Ended<Item, End>[]): Promise<unknown>;
  tryAgain(items: readonly Item[], afterMs: number): Promise<unknown>;
  /** Of a room whose send may end in 'notTried': they are due soon, and the claim was no try. */
  giveBack?(items: readonly Item[]): Promise<unknown>;
}

export interface OutboxSettings<Item, End> {
  readonly clock: Clock;
  readonly log: Log;
  readonly room: string;
  /** Of what the log speaks: 'mails of the chat'. */
  readonly what: string;
  readonly store: OutboxStore<Item, End>;
  readonly lookEveryMs: number;
  /** The pace: so many are under way at once. */
  readonly atOnce: number;
  /** Longer than sending takes, or two processes send the same. */
  readonly heldMs: number;
  /** Before the second try, the third and so on; the last one from then on. */
  readonly retryMs: readonly number[];
  /** With the one that is under way. */
  readonly triesOf: (item: Item) => number;
  /** An item that has no time left ends so and is not sent. */
  readonly deadline?: { readonly leftMs: (item: Item) => number; readonly end: (item: Item) => End };
  /** While it says no, nothing is claimed: due items wait for the way out, not the other way round. */
  readonly isWayOpen?: () => boolean;
  /** What travels together, of what was claimed; left out: each item alone, as it may hang alone. */
  readonly group?: (items: readonly Item[]) => Promise<readonly (readonly Item[])[]>;
  /**
   * In the order of the items. A failure of one is a fault of ours: it keeps its claim and is sent again when that ends. ended: for those
   * whose outcome need not wait for the others; what was told there may be left out of the answer.
   */
  readonly send: (items: readonly Item[], ended: Ending<End>) => Promise<readonly PromiseSettledResult<Outcome<End>>[]>;
}

export interface Outbox {
  /** Looks at once for due items. */
  look(): void;
  /** When the store last answered; 0: never. */
  lookedAt(): number;
  /** Begins nothing more and waits for what is under way, for so long. */
  stop(graceMs?: number): Promise<void>;
}

const usualGraceMs = 3_000;
const writeAgainMs = 1_000;

export function createOutbox<Item, End>(settings: OutboxSettings<Item, End>): Outbox {
  const { clock, log, room, what, store, atOnce, heldMs, retryMs, triesOf, deadline, isWayOpen = () => true } = settings;
  const group = settings.group ?? (async (items: readonly Item[]) => items.map((item) => [item]));
  const jobs = createJobs({ clock, log, room });
  let [underWay, lookedAt, isStopping, isStopped] = [0, 0, false, false];

  const waitOf = (item: Item): number => retryMs[Math.min(triesOf(item), retryMs.length) - 1]!;

  /** What was sent and is not written down is sent a second time: it is tried as long as nobody else can take it. */
  const write = async (heldUntil: number, work: () => Promise<unknown> | undefined): Promise<void> => {
    for (;;) {
      try {
        return void (await work());
      } catch (error) {
        if (isStopped || clock.now() + writeAgainMs >= heldUntil) {
          return log.error({ err: error, room, what }, 'what became of it could not be written down; it is sent again');
        }
        log.warn({ room, what, reason: (error as Error).message }, 'what became of it could not be written down; it is tried again');
      }
      await new Promise<void>((resolve) => void clock.after(writeAgainMs, resolve));
    }
  };

  /** Keeps what became of items as soon as it is told; what is told while that is being written is written together. */
  const openBook = (heldUntil: number) => {
    let told: (readonly [Item, Outcome<End>])[] = [];
    let writing = Promise.resolve();
    const writeTold = async (): Promise<void> => {
      const [ended, again, notTried]: [Ended<Item, End>[], Item[], Item[]] = [[], [], []];
      for (const [item, outcome] of told) {
        if (outcome === 'again') again.push(item);
        else if (outcome === 'notTried') notTried.push(item);
        else ended.push({ item, end: outcome.end });
      }
      told = [];
      if (ended.length > 0) await write(heldUntil, () => store.finish(ended));
      for (const [afterMs, some] of Map.groupBy(again, waitOf)) await write(heldUntil, () => store.tryAgain(some, afterMs));
      if (notTried.length > 0) await write(heldUntil, () => store.giveBack?.(notTried));
    };
    return {
      tell(item: Item, outcome: Outcome<End>): void {
        told.push([item, outcome]);
        if (told.length === 1) writing = writing.then(writeTold);
      },
      written: () => writing,
    };
  };

  const carry = async (items: readonly Item[], heldUntil: number): Promise<void> => {
    const book = openBook(heldUntil);
    const { late = [], inTime = [] } = Object.groupBy(items, (item) =>
      deadline !== undefined && deadline.leftMs(item) <= 0 ? 'late' : 'inTime',
    );
    for (const item of late) book.tell(item, { end: deadline!.end(item) });
    const told = new Set<number>();
    const tell: Ending<End> = (at, result) => {
      if (told.has(at)) return;
      told.add(at);
      if (result.status === 'fulfilled') book.tell(inTime[at]!, result.value);
      else log.error({ err: result.reason, room, what }, 'sending failed by a fault of ours; it is tried again');
    };
    if (inTime.length > 0) for (const [at, result] of (await settings.send(inTime, tell)).entries()) tell(at, result);
    await book.written();
  };

  const begin = (items: readonly Item[], heldUntil: number): void => {
    underWay += items.length;
    jobs.once(`sending ${what}`, async () => {
      try {
        await traced('client', `send ${what}`, { 'messaging.batch.message_count': items.length, 'tidemark.room': room }, () =>
          carry(items, heldUntil),
        );
      } finally {
        const wasFull = underWay >= atOnce;
        underWay -= items.length;
        if (wasFull) look();
      }
    });
  };

  const claimDue = async (): Promise<void> => {
    for (let isMore = true; isMore;) {
      const most = atOnce - underWay;
      if (isStopping || most <= 0 || !isWayOpen()) return;
      const heldUntil = clock.now() + heldMs;
      const items = await store.claim(most, heldMs);
      lookedAt = clock.now();
      for (const together of await group(items)) if (together.length > 0) begin(together, heldUntil);
      isMore = items.length >= most;
    }
  };

  const run = jobs.every(settings.lookEveryMs, `reading ${what}`, () =>
    claimDue().catch((error: Error) => {
      log.warn({ room, what, reason: error.message }, 'the outbox could not be read; the next look comes soon');
    }),
  );
  const look = (): void => void run();

  return {
    look,
    lookedAt: () => lookedAt,
    async stop(graceMs = usualGraceMs) {
      isStopping = true;
      await jobs.stop(graceMs);
      isStopped = true;
    },
  };
}
