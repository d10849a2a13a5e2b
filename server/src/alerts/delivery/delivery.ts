// Empties the outbox: each channel at its own pace, so that a mail server that hangs holds up nobody's text messages.
import { noticeChannel, summaryFrom, type DeliveryReason, type DeliveryStatus, type NoticeChannel } from '@tidemark/contract/alerts.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { deliveriesDue, noticeSeen } from '#topics.ts';
import type { People } from '../people.ts';
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
}

const usualRetryMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000];
const defaultHeldMs = 30_000;
const atOnce: Record<Carried, number> = { [noticeChannel.pop]: 500, [noticeChannel.push]: 24, [noticeChannel.email]: 8, [noticeChannel.sms]: 16 };
const lookEveryMs = 1_000;
const depthEveryMs = 5_000;
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const channelWords: Record<Carried, string> = { [noticeChannel.pop]: 'pop', [noticeChannel.push]: 'push', [noticeChannel.email]: 'email', [noticeChannel.sms]: 'sms' };

export function createDelivery({ bus, clock, log, metrics, store, people, carriers, heldMs = defaultHeldMs, retryMs = usualRetryMs, ...writing }: DeliveryDeps): Delivery {
  const took = metrics.histogram('alerts_delivery_seconds', 'From the commit of a firing to its handing over, by channel', ['channel'], seconds);
  const ended = metrics.counter('alerts_deliveries_total', 'Deliveries that came to an end, by channel and outcome', ['channel', 'status']);
  const depth = metrics.gauge('alerts_outbox_depth', 'Deliveries that wait, by channel', ['channel']);
  const undo: Unsubscribe[] = [];
  const running = new Set<Promise<void>>();
  let isStopping = false;
  /** Pop-ups of a user in the running second: from the fourth on they wait for its end and come in one. */
  let popped = { second: 0, byUser: new Map<string, number>() };

  const at = (ms = 0) => new Date(clock.now() + ms);
  const idsOf = ({ rows }: Parcel) => rows.map(({ id }) => id);

  const finish = async (channel: Carried, parcel: Parcel, status: DeliveryStatus, reason: DeliveryReason | null): Promise<void> => {
    await store.finish(idsOf(parcel), status, reason, at());
    ended.inc({ channel: channelWords[channel], status }, parcel.rows.length);
  };

  const settle = async (channel: Carried, parcel: Parcel, handed: Handed): Promise<void> => {
    const [first] = parcel.rows;
    const waitMs = retryMs[Math.min(first!.tries, retryMs.length) - 1]!;
    if (handed.as === 'sent') await finish(channel, parcel, 'sent', null);
    else if (handed.as === 'failed' || handed.as === 'suppressed') await finish(channel, parcel, handed.as, handed.reason);
    else await store.tryAgain(idsOf(parcel), at(waitMs));
    if (handed.as === 'sent' || handed.as === 'shown') for (const { createdAt } of parcel.rows) took.observe({ channel: channelWords[channel] }, Math.max(0, clock.now() - createdAt.getTime()) / 1000);
  };

  const isTooMany = ({ userId, rows }: Parcel): boolean => {
    const second = Math.floor(clock.now() / 1000);
    if (popped.second !== second) popped = { second, byUser: new Map() };
    const before = popped.byUser.get(userId) ?? 0;
    popped.byUser.set(userId, before + 1);
    return before >= summaryFrom - 1 && rows[0]!.tries === 1 && rows[0]!.told !== null;
  };

  const carry = async (channel: Carried, parcel: Parcel): Promise<void> => {
    try {
      const [first] = parcel.rows;
      const leftMs = first!.expiresAt.getTime() - clock.now();
      if (leftMs <= 0) return await finish(channel, parcel, 'failed', channel === noticeChannel.pop ? 'nobodyThere' : 'expired');
      if (channel === noticeChannel.pop && isTooMany(parcel)) return await store.tryAgain(idsOf(parcel), new Date((Math.floor(clock.now() / 1000) + 1) * 1000));
      const person = (await people.find([parcel.userId])).get(parcel.userId);
      if (!person) return await finish(channel, parcel, 'failed', 'noAddress');
      await settle(channel, parcel, await carriers[channel](writeNotice(parcel, person, clock.now(), writing), parcel, leftMs));
    } catch (error) {
      // Left to its time: it is taken again.
      log.error({ err: error, room: 'alerts', channel: channelWords[channel] }, 'a delivery failed by a fault of ours');
    }
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
          const parcels = await store.claim(channel, at(), at(heldMs), room);
          for (const parcel of parcels) {
            underWay++;
            const run = carry(channel, parcel).finally(() => {
              underWay--;
              running.delete(run);
              if (underWay === atOnce[channel] - 1) void look();
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
    start() {
      const popLoop = createLoop(noticeChannel.pop);
      const slowLoops = [noticeChannel.push, noticeChannel.email, noticeChannel.sms].map((channel) => createLoop(channel as Carried));
      let isPlanned = false;
      const lookWhenSecondIsOver = () => {
        if (isPlanned) return;
        isPlanned = true;
        undo.push(clock.after(1_005 - (clock.now() % 1_000), () => {
          isPlanned = false;
          for (const look of [popLoop, ...slowLoops]) void look();
        }));
        if (undo.length > 100) undo.splice(10, 80);
      };
      undo.push(
        bus.subscribe(deliveriesDue, () => {
          void popLoop();
          lookWhenSecondIsOver();
          // Trials are due at once.
          for (const look of slowLoops) void look();
        }),
        bus.subscribe(noticeSeen, ({ deliveryIds }) => {
          const run = store.finish(deliveryIds, 'acknowledged', null, at()).then(() => ended.inc({ channel: 'pop', status: 'acknowledged' }, deliveryIds.length)).catch((error: unknown) => log.warn({ room: 'alerts', reason: (error as Error).message }, 'a notice was seen and could not be marked')).finally(() => running.delete(run));
          running.add(run);
        }),
        clock.every(lookEveryMs, () => {
          for (const look of [popLoop, ...slowLoops]) void look();
        }),
        clock.every(depthEveryMs, () => {
          void store.depth().then((byChannel) => {
            for (const [channel, word] of Object.entries(channelWords)) depth.set({ channel: word }, byChannel.get(Number(channel)) ?? 0);
          }).catch(() => {});
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
