// Empties the outbox: each channel at its own pace, so that a mail server that hangs holds up nobody's text messages.
import { noticeChannel, summaryFrom, type NoticeChannel } from '@tidemark/contract/alerts.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { mailDeadlineMs, mailsAtOnce } from '#platform/mail/mail.ts';
import type { Metrics } from '#platform/metrics.ts';
import { deliveriesDue, noticeSeen } from '#topics/index.ts';
import type { People, Person } from '../people.ts';
import type { Carrier, Handed } from './carriers.ts';
import { writeNotice, type WriteDeps } from './notice.ts';
import type { OutboxStore, Parcel } from './outbox-store.ts';

type Carried = Exclude<NoticeChannel, 4>;

export interface DeliveryDeps extends WriteDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: OutboxStore;
  readonly people: People;
  readonly carriers: Readonly<Record<Carried, Carrier>>;
  /** How long a row is left to whoever took it. Longer than any carrier takes. */
  readonly heldMs?: number;
  /** Between the tries of a delivery. */
  readonly retryMs?: readonly number[];
}

export interface Delivery {
  start(): void;
  stop(): Promise<void>;
  /** The outbox was read a moment ago. */
  isWell(): boolean;
}

const usualRetryMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000];
const defaultHeldMs = mailDeadlineMs + 5_000;
/** A pop-up is told to the bus in a moment: whoever took it and has not told it by then is dead or hangs, and the person is waiting. */
const popHeldMs = 3_000;
const atOnce: Record<Carried, number> = {
  [noticeChannel.pop]: 500,
  [noticeChannel.push]: 24,
  [noticeChannel.email]: mailsAtOnce,
  [noticeChannel.sms]: 16,
};
const lookEveryMs = 1_000;
const depthEveryMs = 5_000;
const wellWithinMs = 5_000;
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const channelWords: Record<Carried, string> = {
  [noticeChannel.pop]: 'pop',
  [noticeChannel.push]: 'push',
  [noticeChannel.email]: 'email',
  [noticeChannel.sms]: 'sms',
};

export function createDelivery({
  bus,
  clock,
  log,
  metrics,
  store,
  people,
  carriers,
  heldMs = defaultHeldMs,
  retryMs = usualRetryMs,
  ...writing
}: DeliveryDeps): Delivery {
  const took = metrics.histogram(
    'alerts_delivery_seconds',
    'From the commit of a firing to its handing over, by channel',
    ['channel'],
    seconds,
  );
  const ended = metrics.counter('alerts_deliveries_total', 'Deliveries that came to an end, by channel and outcome', ['channel', 'status']);
  const depth = metrics.gauge('alerts_outbox_depth', 'Deliveries that wait, by channel', ['channel']);
  const undo: Unsubscribe[] = [];
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let lookedAt = 0;
  /** Pop-ups of a user in the running second: from the fourth on they wait for its end and come in one. */
  let popped = { second: 0, byUser: new Map<string, number>() };

  const idsOf = ({ rows }: Parcel) => rows.map(({ id }) => id);

  /** What came of some parcels of a channel, kept in one statement for each outcome: a burst is a few of them and not thousands. */
  const keep = async (
    channel: Carried,
    results: readonly { readonly parcel: Parcel; readonly handed: Handed }[],
    tookMs: number,
  ): Promise<void> => {
    const word = channelWords[channel];
    const outcomeOf = ({ parcel, handed }: (typeof results)[number]): string =>
      handed.as === 'sent'
        ? 'sent'
        : handed.as === 'failed' || handed.as === 'suppressed'
          ? `${handed.as} ${handed.reason}`
          : `again ${parcel.rows[0]!.tries}`;
    for (const group of Map.groupBy(results, outcomeOf).values()) {
      const { handed, parcel } = group[0]!;
      const ids = group.flatMap((each) => idsOf(each.parcel));
      if (handed.as === 'again' || handed.as === 'shown')
        await store.tryAgain(ids, retryMs[Math.min(parcel.rows[0]!.tries, retryMs.length) - 1]!);
      else {
        await store.finish(ids, handed.as, 'reason' in handed ? handed.reason : null);
        ended.inc({ channel: word, status: handed.as }, ids.length);
      }
    }
    for (const { parcel, handed } of results) {
      if (handed.as !== 'sent' && handed.as !== 'shown') continue;
      for (const { createdAt, takenAt } of parcel.rows)
        took.observe({ channel: word }, Math.max(0, takenAt.getTime() - createdAt.getTime() + tookMs) / 1000);
    }
  };

  const isTooMany = ({ userId, rows }: Parcel): boolean => {
    const second = Math.floor(clock.now() / 1000);
    if (popped.second !== second) popped = { second, byUser: new Map() };
    const before = popped.byUser.get(userId) ?? 0;
    popped.byUser.set(userId, before + 1);
    return before >= summaryFrom - 1 && rows[0]!.tries === 1 && rows[0]!.told !== null;
  };

  const hand = async (channel: Carried, parcel: Parcel, person: Person | undefined): Promise<Handed> => {
    const { expiresAt, takenAt } = parcel.rows[0]!;
    const leftMs = expiresAt.getTime() - takenAt.getTime();
    if (leftMs <= 0) return { as: 'failed', reason: channel === noticeChannel.pop ? 'nobodyThere' : 'expired' };
    if (!person) return { as: 'failed', reason: 'noAddress' };
    return carriers[channel](writeNotice(parcel, person, takenAt.getTime(), writing), parcel, leftMs);
  };

  /** What fails by a fault of ours is left to its time and taken again; what travels beside it goes on. */
  const reportFault = (channel: Carried, error: unknown): void =>
    log.error({ err: error, room: 'alerts', channel: channelWords[channel] }, 'a delivery failed by a fault of ours');

  const carry = async (channel: Carried, parcels: readonly Parcel[]): Promise<void> => {
    const begin = clock.now();
    try {
      const persons = await people.find([...new Set(parcels.map(({ userId }) => userId))]);
      const outcomes = await Promise.allSettled(
        parcels.map(async (parcel) => ({ parcel, handed: await hand(channel, parcel, persons.get(parcel.userId)) })),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') reportFault(channel, outcome.reason);
      await keep(
        channel,
        outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
        clock.now() - begin,
      );
    } catch (error) {
      reportFault(channel, error);
    }
  };

  /** Pop-ups go together, those of a user that are too many for a second later; anything else by itself, as it may hang by itself. */
  const sort = async (channel: Carried, parcels: readonly Parcel[]): Promise<readonly (readonly Parcel[])[]> => {
    if (channel !== noticeChannel.pop) return parcels.map((parcel) => [parcel]);
    const { now = [], later = [] } = Object.groupBy(parcels, (parcel) => (isTooMany(parcel) ? 'later' : 'now'));
    if (later.length > 0) await store.tryNextSecond(later.flatMap(idsOf));
    return now.length === 0 ? [] : [now];
  };

  const createLoop = (channel: Carried) => {
    let [underWay, isLooking, lookAgain] = [0, false, false];
    const look = async (): Promise<void> => {
      if (isLooking) {
        lookAgain = true;
        return;
      }
      isLooking = true;
      try {
        do {
          lookAgain = false;
          const room = atOnce[channel] - underWay;
          if (isStopping || room <= 0) break;
          const parcels = await store.claim(channel, channel === noticeChannel.pop ? Math.min(popHeldMs, heldMs) : heldMs, room);
          lookedAt = clock.now();
          for (const together of await sort(channel, parcels)) {
            underWay += together.length;
            const run = carry(channel, together).finally(() => {
              const wasFull = underWay === atOnce[channel];
              underWay -= together.length;
              running.delete(run);
              if (wasFull) void look();
            });
            running.add(run);
          }
          if (parcels.length === room) lookAgain = true;
        } while (lookAgain);
      } catch (error) {
        log.warn({ room: 'alerts', reason: (error as Error).message }, 'the outbox could not be read; the next look comes soon');
      } finally {
        isLooking = false;
      }
    };
    return look;
  };

  return {
    isWell: () => Math.abs(clock.now() - lookedAt) < wellWithinMs,
    start() {
      const popLoop = createLoop(noticeChannel.pop);
      const slowLoops = [noticeChannel.push, noticeChannel.email, noticeChannel.sms].map((channel) => createLoop(channel as Carried));
      let isPlanned = false;
      const lookWhenSecondIsOver = () => {
        if (isPlanned) return;
        isPlanned = true;
        undo.push(
          clock.after(1_005 - (clock.now() % 1_000), () => {
            isPlanned = false;
            for (const look of [popLoop, ...slowLoops]) void look();
          }),
        );
        if (undo.length > 100) undo.splice(10, 80);
      };
      undo.push(
        bus.subscribe(deliveriesDue, ({ isTrial }) => {
          void popLoop();
          lookWhenSecondIsOver();
          if (isTrial) for (const look of slowLoops) void look();
        }),
        bus.subscribe(noticeSeen, ({ deliveryIds }) => {
          const run = store
            .finish(deliveryIds, 'acknowledged', null)
            .then(() => ended.inc({ channel: 'pop', status: 'acknowledged' }, deliveryIds.length))
            .catch((error: unknown) =>
              log.warn({ room: 'alerts', reason: (error as Error).message }, 'a notice was seen and could not be marked'),
            )
            .finally(() => running.delete(run));
          running.add(run);
        }),
        clock.every(lookEveryMs, () => {
          for (const look of [popLoop, ...slowLoops]) void look();
        }),
        clock.every(depthEveryMs, () => {
          void store
            .depth()
            .then((byChannel) => {
              for (const [channel, word] of Object.entries(channelWords)) depth.set({ channel: word }, byChannel.get(Number(channel)) ?? 0);
            })
            .catch(() => {});
        }),
      );
      for (const look of [popLoop, ...slowLoops]) void look();
    },
    async stop() {
      isStopping = true;
      for (const undoOne of undo.splice(0)) undoOne();
      const grace = new Promise<void>((resolve) => setTimeout(resolve, 3_000).unref());
      await Promise.race([Promise.all(running), grace]);
    },
  };
}
