// Price alerts: what people want to be told, when it has happened, and telling them.
// Owns alert, its state, series, log and deliveries, browsers that take push, and the keys they are pushed with. Promises: every
// tick is judged; a firing, its log row and its deliveries are one commit, once per alert, version and number; what was committed
// is delivered after any crash, and receivers can tell a repeat by its key; limits hold for concurrent requests; no user reaches
// another's. Refuses by the contract's rules of sections 3 to 5 and 9, and prices that are not fresh.
import { type alertCalls } from '@tidemark/contract/alerts.ts';
import { alertLimits, type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import type { Caller, Handlers, UserId } from '@tidemark/contract/wire.ts';
import type { FactReader } from '#market/fact-reader.ts';
import { createAddressClient } from '#platform/address-client.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { sweepOwners, sweepOwnersMs } from '#platform/jobs/sweep-owners.ts';
import type { Log } from '#platform/log.ts';
import type { MailSender } from '#platform/mail/mail.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createWebPushSender, newVapidKeys } from '#platform/push/web-push.ts';
import type { SmsSender } from '#platform/sms/sms.ts';
import { createVault, type Vault } from '#platform/vault.ts';
import { accountDeleted, alertsChanged, deliveriesDue, preferenceChanged, sessionsEnded } from '#topics/index.ts';
import type { Words } from '#words/index.ts';
import { createCalls } from './requests/calls.ts';
import { createDayChanges, type ChangeMarket } from './requests/day-changes.ts';
import { createBot } from './channels/telegram-bot.ts';
import { noChannels, type ChannelSettings } from './channels/settings.ts';
import { createChannelStore } from './channels/store.ts';
import { createCarriers } from './delivery/carriers.ts';
import { createDelivery, type Delivery } from './delivery/delivery.ts';
import { createLinkedCarriers } from './delivery/linked-carriers.ts';
import { createOutboxStore } from './delivery/outbox-store.ts';
import { createHost, type JudgedMarket } from './judging/host.ts';
import { judgeThreads } from './judging/start-judge-thread.ts';
import { createLogStore } from './log-store.ts';
import { createMarketTime } from './market-time.ts';
import { createMinuteSeen } from './minute-seen.ts';
import { showNotices, type ShowNoticesDeps } from './show-notices.ts';
import { createPairs, type PairMarket } from './pairs.ts';
import type { People } from './people.ts';
import { createBatchStore } from './batch-store.ts';
import { createStore, forgetAfterMs } from './store.ts';
import { ownerColumns, pushSubscription } from './tables.ts';
import { createTexts } from './texts.ts';
import { createTrials } from './requests/trials.ts';

export interface Part {
  start(): Promise<void> | void;
  stop(): Promise<void>;
}

/** Prices of a simulator are told as such wherever a notice goes. */
interface Labelled {
  readonly simulated: boolean;
}

export interface AlertJudgeDeps {
  readonly db: Pick<Database, 'connection'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly market: JudgedMarket;
  readonly limits?: AlertLimits;
  /** Between two looks at P2P ads. */
  readonly scanEveryMs?: number;
  /** So many firings are one commit; for tests. */
  readonly partSize?: number;
}

/** The role `alerts`: judges every tick, off the event loop of this process. */
export const createAlertJudge = ({ db, limits = alertLimits, ...deps }: AlertJudgeDeps): Part =>
  createHost({ ...deps, startThread: judgeThreads(db.connection), limits });

export { createJudgedWatch } from './judging/judged-watch.ts';

export interface AlertDeliveryDeps {
  readonly db: Pick<Database, 'orm' | 'pool'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly words: Words;
  readonly market: PairMarket & Labelled;
  readonly people: People;
  readonly mail: MailSender | null;
  readonly sms: SmsSender | null;
  readonly publicUrl: string;
  readonly channels?: ChannelSettings;
  readonly heldMs?: number;
  readonly retryMs?: readonly number[];
  readonly popRetryMs?: readonly number[];
  readonly linkedRetryMs?: readonly number[];
  readonly pushTimeoutMs?: number;
}

/** Opens what people have given; null: nothing can be sealed here, so no user is asked for it. */
const vaultOf = ({ key }: ChannelSettings): Vault | null => (key === null ? null : createVault(key, 'addresses of alerts'));

/** The role `delivery`: hands over what firings have left in the outbox. */
export async function createAlertDelivery({
  db,
  words,
  market,
  mail,
  sms,
  pushTimeoutMs,
  channels = noChannels,
  ...deps
}: AlertDeliveryDeps): Promise<Delivery> {
  const store = createOutboxStore(db.pool);
  const keys = await createLogStore(db.orm).vapidKeys(newVapidKeys());
  // A push service writes to the operator, not to a machine of theirs.
  const contact = deps.publicUrl.startsWith('https:') ? deps.publicUrl : `mailto:operator@${new URL(deps.publicUrl).hostname}`;
  const push = createWebPushSender({ keys, contact, ...(pushTimeoutMs === undefined ? {} : { timeoutMs: pushTimeoutMs }) });
  const { telegram } = channels;
  const [channelStore, vault] = [createChannelStore(db.pool), vaultOf(channels)];
  const ownHosts = telegram === null ? [] : [new URL(telegram.apiUrl).host];
  const clients = {
    given: createAddressClient(channels),
    own: createAddressClient({ ...channels, allowHttp: true, privateHosts: ownHosts }),
  };
  const carriers = {
    ...createCarriers({ bus: deps.bus, mail, sms, push, store, publicUrl: deps.publicUrl }),
    ...createLinkedCarriers({ store: channelStore, vault, clients, telegram, clock: deps.clock, log: deps.log }),
  };
  const delivery = createDelivery({ ...deps, store, carriers, texts: createTexts(words, market), pairs: createPairs(market) });
  const bot = telegram && vault && createBot({ ...deps, settings: telegram, store: channelStore, vault, words });
  return {
    isWell: delivery.isWell,
    start() {
      delivery.start();
      bot?.start();
    },
    async stop() {
      await Promise.all([delivery.stop(), bot?.stop()]);
      await Promise.all([clients.given.close(), clients.own.close()]);
    },
  };
}

export interface AlertCallsDeps {
  readonly db: Pick<Database, 'orm' | 'pool'>;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Prices are fresh or not by this one. */
  readonly marketClock: Clock;
  readonly log: Log;
  readonly words: Words;
  readonly market: PairMarket &
    Labelled &
    ChangeMarket &
    Pick<FactReader, 'candles' | 'series'> & { readonly iconUrl: (ticker: string) => string } & Pick<JudgedMarket, 'onQuotes'>;
  readonly people: People;
  readonly starred: (caller: Caller) => Promise<ReadonlySet<string>>;
  /** What this site can send. */
  readonly can: { readonly mail: boolean; readonly sms: boolean };
  readonly pushHosts: readonly string[];
  readonly channels?: ChannelSettings;
  readonly limits?: AlertLimits;
  /** Those of them that still have an account. */
  readonly whichExist: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Those of them in which a user is still logged in. */
  readonly whichSessionsLive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface AlertCalls {
  readonly calls: Handlers<typeof alertCalls>;
  /** What the room keeps of a user, in their own words. */
  exportOf(userId: UserId): Promise<object>;
  /** show: to every open page of the user. readers: the users with such a page. */
  start(show: ShowNoticesDeps['show'], readers?: () => UserId[]): void;
  stop(): Promise<void>;
}

const pruneMs = 600_000;
/** A word of a changed preference may be lost; an hour later the alerts learn of it without. */
const sweepMs = 3_600_000;
const sweepBatch = 500;
const keepDeletedMs = 86_400_000;
/** Rows of the log, and with them once-only alerts that have fired. */
const keepLogMs = 180 * 86_400_000;

/** Over plain http only where no other machine could be meant. */
const isPushEndpoint =
  (hosts: readonly string[]) =>
  (endpoint: URL): boolean => {
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(endpoint.hostname);
    const isNamed = hosts.some((host) => (host.startsWith('*.') ? endpoint.host.endsWith(host.slice(1)) : endpoint.host === host));
    return isNamed && (endpoint.protocol === 'https:' || isLocal) && endpoint.username === '' && endpoint.password === '';
  };

/** What the web needs of alerts. */
export async function createAlertCalls(deps: AlertCallsDeps): Promise<AlertCalls> {
  const { db, bus, clock, log, words, market, people, limits = alertLimits, channels = noChannels } = deps;
  const marketTime = createMarketTime(deps.marketClock, market.onQuotes);
  const minutes = createMinuteSeen(market.onQuotes);
  const marketClock = { ...deps.marketClock, now: marketTime.now };
  const store = createStore(db.orm, limits);
  const logs = createLogStore(db.orm);
  const channelStore = createChannelStore(db.pool);
  const client = createAddressClient(channels);
  const pairs = createPairs(market);
  const { publicKey } = await logs.vapidKeys(newVapidKeys());
  const dayChanges = createDayChanges({ market, clock, marketClock });
  const changed = () => bus.publish(alertsChanged, null);
  const jobs = createJobs({ clock, log, room: 'alerts' });
  const forget = async (userIds: readonly string[]): Promise<void> => {
    await Promise.all([logs.forget(userIds), channelStore.forget(userIds)]);
    if (!(await store.forget(userIds, new Date(clock.now())))) return;
    changed();
    jobs.after(forgetAfterMs, 'removing the alerts of a deleted account', () => forget(userIds));
  };
  const sweep = async (): Promise<void> => {
    await sweepOwners({ orm: db.orm, columns: ownerColumns, whichExist: deps.whichExist, forget });
    await sweepOwners({
      orm: db.orm,
      columns: [pushSubscription.sessionId],
      whichExist: deps.whichSessionsLive,
      forget: logs.forgetSessions,
    });
  };
  /** Days of alerts are counted in the zone of their owner as it is now. */
  const takeZonesOver = async (userIds: readonly string[]): Promise<void> => {
    let moved = 0;
    for (const [userId, { preference }] of await people.find(userIds)) moved += await store.setTimeZone(userId, preference.timeZone);
    if (moved > 0) changed();
  };
  const sweepZones = async (): Promise<void> => {
    for (let owners = await store.owners(null, sweepBatch); owners.length > 0; owners = await store.owners(owners.at(-1)!, sweepBatch)) {
      const [zones, known] = await Promise.all([people.find(owners), store.timeZonesOf(owners)]);
      const stale = known.filter(({ userId, timeZone }) => (zones.get(userId)?.preference.timeZone ?? timeZone) !== timeZone);
      if (stale.length > 0) await takeZonesOver(stale.map(({ userId }) => userId));
    }
  };

  return {
    calls: createCalls({
      store,
      batches: createBatchStore(db.orm, limits),
      logs,
      pairs,
      minutes,
      people,
      clock,
      marketClock,
      limits,
      changed,
      explain: (locale, { error, values }) => words.error(locale, error, values),
      texts: createTexts(words, market),
      trials: createTrials({ logs, clock, wake: () => bus.publish(deliveriesDue, { isTrial: true }) }),
      past: market,
      iconUrl: market.iconUrl,
      starred: deps.starred,
      changes: (_caller, line, timeZone) => dayChanges(line, timeZone),
      can: deps.can,
      channels: { store: channelStore, vault: vaultOf(channels), client, hasTelegram: channels.telegram !== null },
      vapidPublicKey: publicKey,
      isPushHost: isPushEndpoint(deps.pushHosts),
    }),
    async exportOf(userId) {
      const all = { limit: 10_000, offset: 0 };
      const [{ rows: alerts }, { rows: firings }, browsers, trials, linked] = await Promise.all([
        store.list(userId, {}, all),
        logs.list(userId, {}, all),
        logs.subscriptionsOf(userId),
        logs.trialsOf(userId),
        channelStore.list(userId),
      ]);
      return {
        alerts: alerts.map(
          ({ symbolId, businessLine, type, source, frequency, price, priceUp, priceDown, channels, note, isOpen, createdAt }) => ({
            symbolId,
            businessLine,
            type,
            source,
            frequency,
            price,
            priceUp,
            priceDown,
            channels,
            note,
            isOpen,
            createdAt,
          }),
        ),
        firings: firings.map(({ symbolId, type, price, priceUp, priceDown, firingPrice, happenedAt, note, isRead, deliveries }) => ({
          symbolId,
          type,
          price,
          priceUp,
          priceDown,
          firingPrice,
          happenedAt,
          note,
          isRead,
          deliveries: deliveries.map(({ channel, status, reason, sentAt, acknowledgedAt }) => ({
            channel,
            status,
            reason,
            sentAt,
            acknowledgedAt,
          })),
        })),
        trials,
        browsers,
        channels: linked,
      };
    },
    start(show, readers = () => []) {
      const subscribed = [
        showNotices({ bus, clock, show, readers }),
        bus.subscribe(preferenceChanged, ({ userId }) => jobs.once('taking over a time zone', () => takeZonesOver([userId]))),
        bus.subscribe(accountDeleted, ({ userId }) => jobs.once('removing the alerts of a deleted account', () => forget([userId]))),
        bus.subscribe(sessionsEnded, (ended) =>
          jobs.once('ending the push of ended sessions', () => logs.forgetSessions(ended.map(({ sessionId }) => sessionId))),
        ),
      ];
      for (const undo of subscribed) jobs.onStop(undo);
      jobs.every(pruneMs, 'removing what has expired', () => {
        const logBefore = new Date(clock.now() - keepLogMs);
        return Promise.all([store.prune(new Date(clock.now() - keepDeletedMs), logBefore), logs.prune(logBefore)]);
      });
      void jobs.every(sweepMs, 'looking for changed time zones', sweepZones)();
      void jobs.every(sweepOwnersMs, 'looking for alerts without an account', sweep)();
    },
    async stop() {
      marketTime.stop();
      minutes.stop();
      await Promise.all([jobs.stop(), client.close()]);
    },
  };
}
