// The whole way of an alert as processes of the simulation: feeds, judges, deliveries and web processes, made of the parts of the product;
// below them the bus and the database of the simulation.
import { fileURLToPath } from 'node:url';
import { alertLimits, linkedChannels, noticeChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import { createCarriers, type Carrier } from '#alerts/delivery/carriers.ts';
import { createDelivery } from '#alerts/delivery/delivery.ts';
import type { LinkedCarriers } from '#alerts/delivery/linked-carriers.ts';
import { createHost } from '#alerts/judging/host.ts';
import { createJudgeLives } from '#alerts/judging/judge-lives.ts';
import type { StartJudgeThread } from '#alerts/judging/start-judge-thread.ts';
import { createPairs } from '#alerts/pairs.ts';
import type { People, Person } from '#alerts/people.ts';
import { showNotices } from '#alerts/show-notices.ts';
import { createTexts } from '#alerts/texts.ts';
import type { Random } from '#alerts/testing/random.ts';
import { createFeedLease } from '#market/feed-lease.ts';
import { createMarket, type Market } from '#market/index.ts';
import { createLog } from '#platform/log.ts';
import { MailFailed } from '#platform/mail/mail.ts';
import type { Metrics } from '#platform/metrics.ts';
import { SmsFailed } from '#platform/sms/sms.ts';
import { createWords } from '#words/index.ts';
import { createExchange } from './exchange.ts';
import { createMachine, type Life, type Machine } from './machine.ts';
import { createSimulatedNetwork } from './simulated-bus.ts';
import { createSimulatedDatabase } from './simulated-database.ts';
import type { VirtualTime } from './virtual-time.ts';

const roles = ['feed', 'alerts', 'delivery', 'web'] as const;
export type Role = (typeof roles)[number];
const perRole = 2;
const words = createWords(fileURLToPath(new URL('../../../../../locales', import.meta.url)));

const figure = { inc() {}, set() {}, dec() {}, observe() {}, zero() {} };
/** No figure is read here. */
const metrics = { counter: () => figure, gauge: () => figure, histogram: () => figure } as unknown as Metrics;

/** Something that reached a person, with what it carried. */
export interface Received {
  readonly channel: NoticeChannel;
  readonly userId: string;
  readonly key: string;
}

export interface Page {
  readonly userId: UserId;
  web: Life | null;
}

export function createSite(time: VirtualTime, random: Random, symbols: readonly string[], users: readonly string[]) {
  const problems: string[] = [];
  const log = createLog({ level: 'silent' });
  const exchange = createExchange(time, random, symbols);
  const network = createSimulatedNetwork(time, random, (error, name) => {
    if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
      problems.push(`${name}: ${error.stack}`);
  });
  const database = createSimulatedDatabase(time, random);
  const received: Received[] = [];
  /** Which deliveries a message carried. */
  const carried = new Map<string, Set<number>>();
  const senders = { failing: 0 };
  const pages: Page[] = users.map((userId) => ({ userId: userId as UserId, web: null }));
  const markets = new Map<Life, Market>();

  const people: People = {
    async find(userIds) {
      const person = (userId: string): Person => ({
        locale: 'en',
        email: `${userId}@people.example`,
        phone: `+49${userId}`,
        antiPhishingCode: '',
        preference: defaultUserPreference,
      });
      return new Map(userIds.map((userId) => [userId, person(userId)]));
    },
  };

  /** A server of mails or text messages: takes its time, and fails before or after it has taken a message over. */
  const handOver = (life: Life, takeOver: () => void, failed: Error): Promise<void> =>
    new Promise((resolve, reject) => {
      const isFailing = random.chance(senders.failing);
      const isTaken = !isFailing || random.chance(0.5);
      time.after(5 + random.next() * (isFailing ? 3_000 : 60), () => {
        if (isTaken) takeOver();
        time.after(random.next() * 20, () => life.deliver(() => (isFailing ? reject(failed) : resolve())));
      });
    });

  const startMarket = (life: Life, isFeed: boolean): Market => {
    const bus = network.connect(life);
    const { clock } = life;
    const market = createMarket({
      bus,
      clock,
      stopwatch: life.stopwatch,
      log,
      metrics,
      db: null as never,
      feed: isFeed ? exchange.sourceFor(life) : null,
      ...(isFeed && { lease: createFeedLease({ connect: database.connectFeedRow(life), log, stopwatch: life.stopwatch }) }),
    });
    markets.set(life, market);
    life.onEnd(() => markets.delete(life));
    Object.assign(market, { bus });
    return market;
  };
  const busOf = (market: Market) => (market as unknown as { bus: ReturnType<typeof network.connect> }).bus;

  /** Both sides of the thread in one life, with messages between them that take a moment. */
  const threadOf =
    (life: Life): StartJudgeThread =>
    ({ given, hear, failed }) => {
      let [toThread, toHost] = [0, 0];
      const pass = (at: number, work: () => void): number => {
        const arrives = Math.max(at, time.now() + random.next() * 0.6);
        time.after(arrives - time.now(), () => life.deliver(work));
        return arrives;
      };
      const lives = createJudgeLives({
        limits: given.limits,
        recentTicks: 2_048,
        ...(given.partSize === undefined ? {} : { partSize: given.partSize }),
        connect: database.connectJudge(life),
        stopwatch: life.stopwatch,
        tell: (message) => void (toHost = pass(toHost, () => hear(message))),
      });
      lives.run().catch((error: unknown) => {
        problems.push(`judge: ${(error as Error).stack}`);
        failed(error);
      });
      return {
        post: (message) => void (toThread = pass(toThread, () => lives.hear(message))),
        terminate: async () => {},
      };
    };

  const boots: Readonly<Record<Role, (life: Life) => Promise<void>>> = {
    async feed(life) {
      await startMarket(life, true).start();
    },
    async alerts(life) {
      const market = startMarket(life, false);
      const { clock } = life;
      const host = createHost({
        startThread: threadOf(life),
        bus: busOf(market),
        clock,
        marketClock: clock,
        log,
        metrics,
        market,
        limits: alertLimits,
        partSize: random.pick([1, 2, 1_500]),
      });
      await market.start();
      await host.start();
    },
    async delivery(life) {
      const market = startMarket(life, false);
      const { clock } = life;
      const bus = busOf(market);
      const store = database.outbox(life);
      const carriers = createCarriers({
        bus,
        store,
        publicUrl: 'https://site.example',
        push: { publicKey: '', send: async () => {} },
        mail: {
          send: ({ to, messageId }) =>
            handOver(
              life,
              () => received.push({ channel: noticeChannel.email, userId: to, key: messageId! }),
              new MailFailed('simulated', true),
            ),
          close() {},
        },
        sms: {
          send: ({ to, reference }) =>
            handOver(
              life,
              () => received.push({ channel: noticeChannel.sms, userId: to, key: reference }),
              new SmsFailed('simulated', true),
            ),
        },
      });
      const noted = Object.fromEntries(
        Object.entries(carriers).map(([channel, carry]) => [
          channel,
          (async (notice, parcel, leftMs) => {
            const ids = carried.get(`${channel} ${notice.key}`) ?? new Set();
            for (const { id } of parcel.rows) ids.add(id);
            carried.set(`${channel} ${notice.key}`, ids);
            return carry(notice, parcel, leftMs);
          }) satisfies Carrier,
        ]),
      ) as unknown as typeof carriers;
      /** No user has linked a channel of their own. */
      const linked = Object.fromEntries(
        linkedChannels.map((channel) => [channel, async () => ({ as: 'failed', reason: 'noAddress' })]),
      ) as unknown as LinkedCarriers;
      const delivery = createDelivery({
        bus,
        clock,
        log,
        metrics,
        store,
        people,
        carriers: { ...noted, ...linked },
        texts: createTexts(words, market),
        pairs: createPairs(market),
        publicUrl: 'https://site.example',
      });
      await market.start();
      delivery.start();
    },
    async web(life) {
      const market = startMarket(life, false);
      const own = () => pages.filter(({ web }) => web === life);
      await market.start();
      showNotices({
        bus: busOf(market),
        clock: life.clock,
        readers: () => own().map(({ userId }) => userId),
        show(userId, { key }: PriceNotice, onSeen) {
          const open = own().filter((page) => page.userId === userId);
          for (let n = 0; n < open.length; n++) received.push({ channel: noticeChannel.pop, userId, key });
          if (open.length > 0) onSeen();
        },
      });
    },
  };

  const machines = roles.flatMap((role) =>
    Array.from({ length: perRole }, (_, at): Machine & { role: Role } => ({
      role,
      ...createMachine(`${role}${at + 1}`, time, (life) => {
        boots[role](life).catch((error: unknown) => problems.push(`${life.name}: ${(error as Error).stack}`));
      }),
    })),
  );

  /** Every page is on some web process that lives. */
  const keepPages = (): void => {
    const webs = machines.filter((machine) => machine.role === 'web').flatMap((machine) => machine.life() ?? []);
    for (const page of pages) {
      if (page.web && (!page.web.isAlive() || (page.web.isFrozen() && random.chance(0.3)))) page.web = null;
      else if (!page.web && webs.length > 0) page.web = random.pick(webs);
    }
    time.after(700, keepPages);
  };
  keepPages();

  return {
    exchange,
    network,
    database,
    machines,
    pages,
    received,
    carried,
    senders,
    problems,
    marketOf: (life: Life): Market | undefined => markets.get(life),
    busOf,
  };
}

export type Site = ReturnType<typeof createSite>;
