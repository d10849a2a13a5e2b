// Empties the outbox: each channel at its own pace, so that a mail server that hangs holds up nobody's text messages.
import { summaryFrom, type DeliveryReason } from '@tidemark/contract/alerts.ts';
import { noticeChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { mailDeadlineMs, mailsAtOnce } from '#platform/mail/mail.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createOutbox, type Ended, type Outbox, type Outcome } from '#platform/outbox/outbox.ts';
import { deliveriesDue, noticeSeen } from '#topics/index.ts';
import type { People, Person } from '../people.ts';
import type { Carrier, Handed } from './carriers.ts';
import { writeNotice, type WriteDeps } from './notice.ts';
import type { OutboxStore, Parcel } from './outbox-store.ts';

type Carried = Exclude<NoticeChannel, 4>;
interface End {
  readonly as: 'sent' | 'failed' | 'suppressed';
  readonly reason: DeliveryReason | null;
}

export interface DeliveryDeps extends WriteDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: OutboxStore;
  readonly people: People;
  readonly carriers: Readonly<Record<Carried, Carrier>>;
  /** How long a row stays claimed. Longer than any carrier takes. */
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
/** A pop-up is published at once: a process that claimed it and has not by then is dead or hangs, and the person is waiting. */
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
const graceMs = 3_000;
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
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
  const seconds = metrics.histogram(
    'alerts_delivery_seconds',
    'From the commit of a firing to its handing over, by channel',
    ['channel'],
    buckets,
  );
  const endedCount = metrics.counter('alerts_deliveries_total', 'Deliveries that came to an end, by channel and outcome', [
    'channel',
    'status',
  ]);
  const depth = metrics.gauge('alerts_outbox_depth', 'Deliveries that wait, by channel', ['channel']);
  const jobs = createJobs({ clock, log, room: 'alerts' });
  /** Pop-ups of a user in the running second: from the fourth on they wait for its end and come in one. */
  let popped = { second: 0, byUser: new Map<string, number>() };

  const idsOf = ({ rows }: Parcel) => rows.map(({ id }) => id);

  /** In one statement for each outcome: a burst is a few of them and not thousands. */
  const finish = async (channel: Carried, ended: readonly Ended<Parcel, End>[]): Promise<void> => {
    for (const group of Map.groupBy(ended, ({ end: { as, reason } }) => `${as} ${reason}`).values()) {
      const { as, reason } = group[0]!.end;
      const ids = group.flatMap(({ item }) => idsOf(item));
      await store.finish(ids, as, reason);
      endedCount.inc({ channel: channelWords[channel], status: as }, ids.length);
    }
  };

  const isTooMany = ({ userId, rows }: Parcel): boolean => {
    const second = Math.floor(clock.now() / 1000);
    if (popped.second !== second) popped = { second, byUser: new Map() };
    const before = popped.byUser.get(userId) ?? 0;
    popped.byUser.set(userId, before + 1);
    return before >= summaryFrom - 1 && rows[0]!.tries === 1 && rows[0]!.firing !== null;
  };

  const leftMs = ({ rows }: Parcel): number => rows[0]!.expiresAt.getTime() - rows[0]!.takenAt.getTime();
  const hand = async (channel: Carried, parcel: Parcel, person: Person | undefined): Promise<Handed> => {
    if (!person) return { as: 'failed', reason: 'noAddress' };
    return carriers[channel](writeNotice(parcel, person, parcel.rows[0]!.takenAt.getTime(), writing), parcel, leftMs(parcel));
  };

  const send = async (channel: Carried, parcels: readonly Parcel[]): Promise<PromiseSettledResult<Outcome<End>>[]> => {
    const begin = clock.now();
    const persons = await people.find([...new Set(parcels.map(({ userId }) => userId))]);
    return Promise.allSettled(
      parcels.map(async (parcel): Promise<Outcome<End>> => {
        const handed = await hand(channel, parcel, persons.get(parcel.userId));
        if (handed.as === 'failed' || handed.as === 'suppressed') return { end: handed };
        if (handed.as === 'again') return 'again';
        for (const { createdAt, takenAt } of parcel.rows)
          seconds.observe(
            { channel: channelWords[channel] },
            Math.max(0, takenAt.getTime() - createdAt.getTime() + clock.now() - begin) / 1000,
          );
        return handed.as === 'shown' ? 'again' : { end: { as: 'sent', reason: null } };
      }),
    );
  };

  /** Pop-ups go together, those of a user that are too many for a second later; anything else by itself, as it may hang by itself. */
  const groupPops = async (parcels: readonly Parcel[]): Promise<readonly (readonly Parcel[])[]> => {
    const { now = [], later = [] } = Object.groupBy(parcels, (parcel) => (isTooMany(parcel) ? 'later' : 'now'));
    if (later.length > 0) await store.tryNextSecond(later.flatMap(idsOf));
    return [now];
  };

  const openOutbox = (channel: Carried): Outbox => {
    const isPop = channel === noticeChannel.pop;
    return createOutbox<Parcel, End>({
      clock,
      log,
      room: 'alerts',
      what: `notices by ${channelWords[channel]}`,
      store: {
        claim: (most, forMs) => store.claim(channel, forMs, most),
        finish: (ended) => finish(channel, ended),
        tryAgain: (parcels, afterMs) => store.tryAgain(parcels.flatMap(idsOf), afterMs),
      },
      lookEveryMs,
      atOnce: atOnce[channel],
      heldMs: isPop ? Math.min(popHeldMs, heldMs) : heldMs,
      retryMs,
      triesOf: ({ rows }) => rows[0]!.tries,
      deadline: { leftMs, end: { as: 'failed', reason: isPop ? 'nobodyThere' : 'expired' } },
      ...(isPop && { group: groupPops }),
      send: (parcels) => send(channel, parcels),
    });
  };

  let outboxes: readonly Outbox[] = [];
  return {
    isWell: () => Math.abs(clock.now() - Math.max(0, ...outboxes.map((outbox) => outbox.lookedAt()))) < wellWithinMs,
    start() {
      const popOutbox = openOutbox(noticeChannel.pop);
      const slowOutboxes = [noticeChannel.push, noticeChannel.email, noticeChannel.sms].map((channel) => openOutbox(channel));
      outboxes = [popOutbox, ...slowOutboxes];
      const lookAll = () => outboxes.forEach(({ look }) => look());
      let isPlanned = false;
      const lookWhenSecondIsOver = () => {
        if (isPlanned) return;
        isPlanned = true;
        jobs.after(1_005 - (clock.now() % 1_000), 'looking when the second is over', async () => {
          isPlanned = false;
          lookAll();
        });
      };
      jobs.onStop(
        bus.subscribe(deliveriesDue, ({ isTrial }) => {
          popOutbox.look();
          lookWhenSecondIsOver();
          if (isTrial) for (const { look } of slowOutboxes) look();
        }),
      );
      jobs.onStop(
        bus.subscribe(noticeSeen, ({ deliveryIds }) =>
          jobs.once('marking a notice as seen', async () => {
            await store.finish(deliveryIds, 'acknowledged', null);
            endedCount.inc({ channel: 'pop', status: 'acknowledged' }, deliveryIds.length);
          }),
        ),
      );
      jobs.every(depthEveryMs, 'counting what waits', async () => {
        // A database that is away is told elsewhere; the figure stays as it was.
        const byChannel = await store.depth().catch(() => null);
        if (byChannel === null) return;
        for (const [channel, word] of Object.entries(channelWords)) depth.set({ channel: word }, byChannel.get(Number(channel)) ?? 0);
      });
      lookAll();
    },
    async stop() {
      await Promise.all([...outboxes.map((outbox) => outbox.stop(graceMs)), jobs.stop(graceMs)]);
    },
  };
}
