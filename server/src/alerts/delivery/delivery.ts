// Empties the outbox: each channel at its own pace, so that a mail server that hangs holds up no text messages.
import { summaryFrom, type DeliveryReason } from '@tidemark/contract/alerts.ts';
import { linkedChannelRule, noticeChannel, type LinkedChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { mailDeadlineMs, mailsAtOnce } from '#platform/mail/mail.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createOutbox, type Ended, type Ending, type Outbox, type Outcome } from '#platform/outbox/outbox.ts';
import { deliveriesDue, noticeSeen } from '#topics/index.ts';
import type { People, Person } from '../people.ts';
import type { Carrier, Handed } from './carriers.ts';
import { sendInLane } from './lane.ts';
import { writeNotice, type WriteDeps } from './notice.ts';
import type { OutboxStore, Parcel } from './outbox-store.ts';
import { createReceivers } from './receivers.ts';

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
  /** The same, of pop-ups. */
  readonly popRetryMs?: readonly number[];
  /** The same, of messages to connected channels. */
  readonly linkedRetryMs?: readonly number[];
}

export interface Delivery {
  start(): void;
  stop(): Promise<void>;
  /** The outbox was read a moment ago. */
  isWell(): boolean;
}

const usualRetryMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000];
/** A page that was cut off, or moved to another process, is told soon after it is back; most other users have no page open. */
const usualPopRetryMs: readonly number[] = [1_000, 5_000, 25_000];
const defaultHeldMs = mailDeadlineMs + 5_000;
/** A pop-up is published at once: a process that claimed it and has not by then is dead or hangs, and the person is waiting. */
const popHeldMs = 3_000;
/** Three tries in ten minutes. */
const usualLinkedRetryMs: readonly number[] = [120_000, 480_000];
const linkedAtOnce = 400;
/** To one receiver. */
const laneAtOnce = 4;
const laneMs = 20_000;
/** Longer than a lane is open and its last message takes. */
const linkedHeldMs = 40_000;
const atOnce: Record<Exclude<Carried, LinkedChannel>, number> = {
  [noticeChannel.pop]: 500,
  [noticeChannel.push]: 24,
  [noticeChannel.email]: mailsAtOnce,
  [noticeChannel.sms]: 16,
};
const lookEveryMs = 1_000;
const depthEveryMs = 5_000;
const wellWithinMs = 5_000;
const graceMs = 3_000;
/** Longer than a receiver is waited for: what it has taken is written down before the end. */
const linkedGraceMs = 6_000;
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const channelWords: Record<Carried, string> = {
  [noticeChannel.pop]: 'pop',
  [noticeChannel.push]: 'push',
  [noticeChannel.email]: 'email',
  [noticeChannel.sms]: 'sms',
  [noticeChannel.webhook]: 'webhook',
  [noticeChannel.telegram]: 'telegram',
  [noticeChannel.discord]: 'discord',
  [noticeChannel.slack]: 'slack',
  [noticeChannel.ntfy]: 'ntfy',
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
  popRetryMs = usualPopRetryMs,
  linkedRetryMs = usualLinkedRetryMs,
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
  const sinceTick = metrics.histogram(
    'alerts_tick_to_notice_seconds',
    'From the price that an alert fired at, as its exchange dates it, to the handing over of the notice, by channel',
    ['channel'],
    buckets,
  );
  for (const channel of Object.values(channelWords)) {
    seconds.zero({ channel });
    sinceTick.zero({ channel });
    for (const status of ['sent', 'failed', 'suppressed']) endedCount.inc({ channel, status }, 0);
  }
  const depth = metrics.gauge('alerts_outbox_depth', 'Deliveries that wait, by channel', ['channel']);
  const age = metrics.gauge('alerts_outbox_age_seconds', 'Age of the oldest delivery that waits, by channel', ['channel']);
  const jobs = createJobs({ clock, log, room: 'alerts' });
  /** Pop-ups of a user in the running second: from the fourth on they wait for its end and come in one. */
  let popped = { second: 0, byUser: new Map<string, number>() };

  const idsOf = ({ rows }: Parcel) => rows.map(({ id }) => id);

  /** In one statement for each outcome: a burst is a few of them and not thousands. */
  const finish = async (ended: readonly Ended<Parcel, End>[]): Promise<void> => {
    const groups = [...Map.groupBy(ended, ({ item, end: { as, reason } }) => `${item.channel} ${as} ${reason}`).values()].map((group) => {
      const [{ item, end }] = group as [Ended<Parcel, End>];
      return { channel: item.channel, as: end.as, reason: end.reason, ids: group.flatMap((each) => idsOf(each.item)) };
    });
    for (const { ids, as, reason } of groups) await store.finish(ids, as, reason);
    // Once all is written: after a failure all of it is written again.
    for (const { channel, as, ids } of groups) endedCount.inc({ channel: channelWords[channel as Carried], status: as }, ids.length);
  };

  const isTooMany = ({ userId, rows }: Parcel): boolean => {
    const second = Math.floor(clock.now() / 1000);
    if (popped.second !== second) popped = { second, byUser: new Map() };
    const before = popped.byUser.get(userId) ?? 0;
    popped.byUser.set(userId, before + 1);
    return before >= summaryFrom - 1 && rows[0]!.tries === 1 && rows[0]!.firing !== null;
  };

  const leftMs = ({ rows }: Parcel): number => rows[0]!.expiresAt.getTime() - rows[0]!.takenAt.getTime();
  const hand = async (parcel: Parcel, person: Person | undefined): Promise<Handed> => {
    if (!person) return { as: 'failed', reason: 'noAddress' };
    const carrier = carriers[parcel.channel as Carried];
    return carrier(writeNotice(parcel, person, parcel.rows[0]!.takenAt.getTime(), writing), parcel, leftMs(parcel));
  };
  const personsOf = (parcels: readonly Parcel[]) => people.find([...new Set(parcels.map(({ userId }) => userId))]);
  const outcomeOf = ({ channel, rows }: Parcel, handed: Handed, tookMs: number): Outcome<End> => {
    if (handed.as === 'failed' || handed.as === 'suppressed') return { end: handed };
    if (handed.as === 'again' || handed.as === 'notTried') return handed.as;
    const of = { channel: channelWords[channel as Carried] };
    for (const { createdAt, takenAt, firing } of rows) {
      const until = takenAt.getTime() + tookMs;
      seconds.observe(of, Math.max(0, until - createdAt.getTime()) / 1000);
      if (firing) sinceTick.observe(of, Math.max(0, until - firing.happenedAt.getTime()) / 1000);
    }
    return handed.as === 'shown' ? 'again' : { end: { as: 'sent', reason: null } };
  };

  const send = async (parcels: readonly Parcel[]): Promise<PromiseSettledResult<Outcome<End>>[]> => {
    const begin = clock.now();
    const persons = await personsOf(parcels);
    return Promise.allSettled(
      parcels.map(async (parcel) => outcomeOf(parcel, await hand(parcel, persons.get(parcel.userId)), clock.now() - begin)),
    );
  };

  /** Users to whose receiver messages are being sent, by channel. */
  const busy = new Map<LinkedChannel, Set<string>>();
  const busyOn = (channel: LinkedChannel): Set<string> => busy.get(channel) ?? busy.set(channel, new Set()).get(channel)!;
  const receivers = createReceivers(clock);
  let isStopping = false;
  /** All of one person, on one channel. */
  const sendToLinked = async (parcels: readonly Parcel[], ended: Ending<End>): Promise<[]> => {
    const [{ userId }] = parcels as [Parcel];
    const channel = parcels[0]!.channel as LinkedChannel;
    const begin = clock.now();
    busyOn(channel).add(userId);
    try {
      const person = (await personsOf(parcels)).get(userId);
      const until = clock.now() + laneMs;
      const isOver = () => isStopping || clock.now() >= until || receivers.isQuiet(channel, userId);
      await sendInLane<Parcel, Handed>(parcels, {
        atOnce: laneAtOnce,
        isOver,
        async send(parcel) {
          await receivers.turn(channel);
          if (isOver()) return { as: 'notTried' };
          const handed = await hand(parcel, person);
          if (handed.quietMs !== undefined) receivers.leaveAlone(channel, userId, handed.quietMs);
          return handed;
        },
        isStuck: ({ isStuck }) => isStuck === true,
        // One that answers, only slowly, gets all of it: a message whose turn did not come has not been tried.
        left: ({ rows }, why) =>
          why === 'timeIsOver'
            ? { as: 'notTried' }
            : rows[0]!.tries < linkedChannelRule.tries
              ? { as: 'again' }
              : { as: 'failed', reason: 'unreachable' },
        onEnd: (at, handed) =>
          ended(
            at,
            handed.status === 'rejected'
              ? handed
              : { status: 'fulfilled', value: outcomeOf(parcels[at]!, handed.value, clock.now() - begin) },
          ),
      });
      return [];
    } finally {
      busyOn(channel).delete(userId);
    }
  };
  const claimLinked = async (most: number, heldFor: number): Promise<Parcel[]> => {
    const parcels: Parcel[] = [];
    for (const channel of await store.linkedDue()) {
      // All rows that were taken may be of a few users: the users behind them do not wait for the next look.
      const seen = new Set([...busyOn(channel), ...receivers.quietOn(channel)]);
      let room = Math.min(most - parcels.length, receivers.roomOn(channel));
      for (let got = room; got > 0 && room > 0; room -= got) {
        const taken = await store.claimLinked(channel, heldFor, room, [...seen]);
        for (const { userId } of taken) seen.add(userId);
        parcels.push(...taken);
        got = taken.length;
      }
    }
    return parcels;
  };

  /** Pop-ups go together, those of a user that are too many for a second later; anything else by itself, as it may hang by itself. */
  const groupPops = async (parcels: readonly Parcel[]): Promise<readonly (readonly Parcel[])[]> => {
    const { now = [], later = [] } = Object.groupBy(parcels, (parcel) => (isTooMany(parcel) ? 'later' : 'now'));
    if (later.length > 0) await store.tryNextSecond(later.flatMap(idsOf));
    return [now];
  };

  const openOutbox = (channel: Exclude<Carried, LinkedChannel>): Outbox => {
    const isPop = channel === noticeChannel.pop;
    return createOutbox<Parcel, End>({
      clock,
      log,
      room: 'alerts',
      what: `notices by ${channelWords[channel]}`,
      store: {
        claim: (most, forMs) => store.claim(channel, forMs, most),
        finish,
        tryAgain: (parcels, afterMs) => store.tryAgain(parcels.flatMap(idsOf), afterMs),
      },
      lookEveryMs,
      atOnce: atOnce[channel],
      heldMs: isPop ? Math.min(popHeldMs, heldMs) : heldMs,
      retryMs: isPop ? popRetryMs : retryMs,
      triesOf: ({ rows }) => rows[0]!.tries,
      // A pop-up whose time was up before its first try proves nothing about open pages: it has expired.
      deadline: { leftMs, end: ({ rows }) => ({ as: 'failed', reason: isPop && rows[0]!.tries > 1 ? 'nobodyThere' : 'expired' }) },
      ...(isPop && { group: groupPops, isWayOpen: () => bus.isConnected() }),
      send,
    });
  };
  const openLinkedOutbox = (): Outbox =>
    createOutbox<Parcel, End>({
      clock,
      log,
      room: 'alerts',
      what: 'notices to linked channels',
      store: {
        claim: claimLinked,
        finish,
        tryAgain: (parcels, afterMs) => store.tryAgain(parcels.flatMap(idsOf), afterMs),
        giveBack: (parcels) => store.tryNextSecond(parcels.flatMap(idsOf)),
      },
      lookEveryMs,
      atOnce: linkedAtOnce,
      heldMs: Math.max(linkedHeldMs, heldMs),
      retryMs: linkedRetryMs,
      triesOf: ({ rows }) => rows[0]!.tries,
      deadline: { leftMs, end: () => ({ as: 'failed', reason: 'expired' }) },
      group: async (parcels) => [...Map.groupBy(parcels, ({ userId, channel }) => `${userId} ${channel}`).values()],
      send: sendToLinked,
    });

  let outboxes: readonly Outbox[] = [];
  let linkedOutbox: Outbox | null = null;
  return {
    isWell: () => Math.abs(clock.now() - Math.max(0, ...outboxes.map((outbox) => outbox.lookedAt()))) < wellWithinMs,
    start() {
      const popOutbox = openOutbox(noticeChannel.pop);
      const slowChannels = [noticeChannel.push, noticeChannel.email, noticeChannel.sms] as const;
      linkedOutbox = openLinkedOutbox();
      const slowOutboxes = [...slowChannels.map((channel) => openOutbox(channel)), linkedOutbox];
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
        for (const [id, channel] of Object.entries(channelWords)) {
          const { waiting, oldestSeconds } = byChannel.get(Number(id)) ?? { waiting: 0, oldestSeconds: 0 };
          depth.set({ channel }, waiting);
          age.set({ channel }, oldestSeconds);
        }
      });
      lookAll();
    },
    async stop() {
      isStopping = true;
      const stopping = outboxes.map((outbox) => outbox.stop(outbox === linkedOutbox ? linkedGraceMs : graceMs));
      await Promise.all([...stopping, jobs.stop(graceMs)]);
    },
  };
}
