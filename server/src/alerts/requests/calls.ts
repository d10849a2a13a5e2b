// One handler per call: (caller, input) -> output.
import { undoDeleteMs, type alertCalls, type ChannelNeed } from '@tidemark/contract/alerts.ts';
import {
  checkAlertForm,
  isLinkedChannel,
  noticeChannel,
  noticeChannels,
  wireLimits,
  type AlertForm,
  type AlertLimits,
  type AlertType,
  type NoticeChannel,
} from '@tidemark/contract/alert-rules.ts';
import { refuse, type Refusal } from '@tidemark/contract/errors.ts';
import { last24h } from '@tidemark/contract/market.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { isCurrencyCode } from '@tidemark/contract/money.ts';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import type { Caller, Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { createBatchCalls, idOf } from './batch-calls.ts';
import { beginAgain, beginAlert, formOf, isSame, valuesOf } from './begin.ts';
import type { BatchStore } from '../batch-store.ts';
import type { LogStore } from '../log-store.ts';
import type { MinuteSeen } from '../minute-seen.ts';
import { namedPair, type Pair, type Pairs, type Reading } from '../pairs.ts';
import type { People, Person } from '../people.ts';
import { createFileCalls } from './file-calls.ts';
import { createChannelCalls, isOffered, linkedNeeds, type ChannelCallsDeps } from './channel-calls.ts';
import { previewAlert, type PreviewPast } from './preview.ts';
import { seriesKindOf } from '../engine/series.ts';
import { gonePair, showAlert, showLog, showPair, type PairPrices } from './show.ts';
import type { Store } from '../store.ts';
import type { AlertRow, OpenCount } from '../store-parts.ts';
import type { Texts } from '../texts.ts';
import type { Trials } from './trials.ts';

export interface CallsDeps {
  readonly store: Store;
  readonly batches: BatchStore;
  readonly logs: LogStore;
  readonly pairs: Pairs;
  readonly minutes: Pick<MinuteSeen, 'of'>;
  readonly texts: Texts;
  readonly people: People;
  /** What a refusal says in a language. */
  readonly explain: (locale: string, refusal: Refusal) => string;
  readonly trials: Trials;
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly limits: AlertLimits;
  readonly past: PreviewPast;
  readonly iconUrl: (ticker: string) => string;
  /** Pairs the user has starred. */
  readonly starred: (caller: Caller) => Promise<ReadonlySet<string>>;
  /** Change of pairs since the opening of the user's day, as fractions; those that are not known are left out. */
  readonly changes: (caller: Caller, line: BusinessLine, timeZone: number) => Promise<ReadonlyMap<string, string>>;
  readonly can: { readonly mail: boolean; readonly sms: boolean };
  readonly channels: ChannelCallsDeps;
  readonly vapidPublicKey: string;
  readonly isPushHost: (endpoint: URL) => boolean;
  /** Alerts of this user changed, told after the commit. */
  readonly changed: () => void;
}

const isSet = <T>(value: T | undefined): value is T => value !== undefined;

export function createCalls(deps: CallsDeps): Handlers<typeof alertCalls> {
  const { store, logs, pairs, texts, people, trials, clock, marketClock, limits } = deps;
  const today = () => new Date(clock.now());
  const personOf = async (caller: Caller): Promise<Person> =>
    (await people.find([caller.userId!])).get(caller.userId!) ?? refuse('userNotFound');
  const showOpen = ({ byLine, total }: OpenCount) => ({
    spot: byLine.get(businessLine.spot) ?? 0,
    futures: byLine.get(businessLine.futures) ?? 0,
    p2p: byLine.get(businessLine.p2p) ?? 0,
    total,
  });

  /** Everything about several pairs at once; what is not known is null. */
  const pricesOf = async (caller: Caller, asked: readonly Pair[], timeZone: number): Promise<(pair: Pair) => Promise<PairPrices>> => {
    const lines = [...new Set(asked.map((pair) => pair.businessLine))].filter((line) => line !== businessLine.p2p);
    const [starred, ...changes] = await Promise.all([deps.starred(caller), ...lines.map((line) => deps.changes(caller, line, timeZone))]);
    const price = (reading: Reading | null) => reading?.price ?? null;
    return async (pair) => {
      if (pair.businessLine === businessLine.p2p) {
        return { price: price(await pairs.read('p2pBuy', pair)), markPrice: null, indexPrice: null, chgUTC: null, isFavorite: false };
      }
      const isFutures = pair.businessLine === businessLine.futures;
      return {
        price: price(await pairs.read('last', pair)),
        markPrice: isFutures ? price(await pairs.read('mark', pair)) : null,
        indexPrice: isFutures ? price(await pairs.read('index', pair)) : null,
        chgUTC: changes[lines.indexOf(pair.businessLine)]?.get(pair.symbolId) ?? null,
        isFavorite: starred.has(pair.symbolId),
      };
    };
  };

  const kindOf = (row: AlertRow) =>
    seriesKindOf({
      businessLine: row.businessLine as BusinessLine,
      alertType: row.type as AlertType,
      priceSource: row.source as AlertForm['priceSource'],
    });

  const show = async (caller: Caller, rows: readonly AlertRow[]) => {
    const { preference } = await personOf(caller);
    const found = rows.map((row) => pairs.find(row.businessLine as BusinessLine, row.symbolId) ?? gonePair(row));
    const prices = await pricesOf(caller, found, preference.timeZone);
    return Promise.all(
      rows.map(async (row, at) => {
        // Judged on the grid it was set on.
        const pair = { ...found[at]!, tick: row.tick };
        const reading = await pairs.read(kindOf(row), pair);
        const pairPrices = await prices(found[at]!);
        // A seller waits for other ads than a buyer.
        const shown = pair.businessLine === businessLine.p2p ? { ...pairPrices, price: reading?.price ?? null } : pairPrices;
        return showAlert(row, { pair, prices: shown, reading, now: marketClock.now(), limits });
      }),
    );
  };
  const showOne = async (caller: Caller, row: AlertRow) => (await show(caller, [row]))[0]!;

  const needOfVisitor = (channel: NoticeChannel) =>
    isLinkedChannel(channel) && !isOffered(deps.channels, channel) ? ('channelNotSet' as const) : ('logIn' as const);
  /** A visitor's address is not known, so channels that need one wait until the visitor has logged in. */
  const channelsOfVisitor = noticeChannels.map((channel) => {
    const isReady = channel === noticeChannel.station || channel === noticeChannel.pop;
    return { channel, available: isReady, needs: isReady ? null : needOfVisitor(channel) };
  });

  const channelsOf = async (userId: string, person: Person) => {
    const [browsers, needOfLinked] = await Promise.all([logs.browsersOf(userId), linkedNeeds(deps.channels, userId)]);
    const needs: Partial<Record<NoticeChannel, ChannelNeed | null>> = {
      [noticeChannel.push]: browsers > 0 ? null : 'allowPush',
      [noticeChannel.sms]: !deps.can.sms ? 'smsNotSet' : person.phone === null ? 'bindPhone' : null,
      [noticeChannel.email]: !deps.can.mail ? 'mailNotSet' : person.email === null ? 'bindEmail' : null,
      [noticeChannel.station]: null,
      [noticeChannel.pop]: null,
    };
    return noticeChannels.map((channel) => {
      const need = needs[channel] === undefined ? needOfLinked(channel) : needs[channel];
      return { channel, available: need === null, needs: need };
    });
  };

  return {
    ...createChannelCalls(deps.channels),
    ...createBatchCalls({ ...deps, personOf }),
    ...createFileCalls({ ...deps, personOf }),

    async alertUnreadFlag(caller) {
      const count = await logs.unread(caller.userId!);
      return { unread: count > 0, count };
    },

    async listAlertLog(caller, { pageNum, pageSize, params }) {
      const { preference } = await personOf(caller);
      const filter = {
        businessLine: params.businessLine,
        alertId: isSet(params.alertId) ? idOf(params.alertId) : undefined,
        symbolId: params.symbolId,
        isRead: isSet(params.status) ? params.status === 1 : undefined,
      };
      const { rows, total } = await logs.list(caller.userId!, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize });
      return {
        items: rows.map((row) => {
          const pair = namedPair(pairs, row);
          return showLog(row, pair, texts.message(caller.locale, pair, row, preference.timeZone));
        }),
        total,
      };
    },

    async markAlertLogRead(caller, { ids, businessLine: line, status }) {
      return { updated: await logs.markRead(caller.userId!, { ids: ids?.map(idOf), businessLine: line }, status === 1, today()) };
    },

    async listAlerts(caller, { pageNum, pageSize, params }) {
      const filter = {
        businessLine: params.businessLine,
        symbolId: params.symbolId,
        isOpen: isSet(params.switch) ? params.switch === 1 : undefined,
      };
      const [{ rows, total }, open] = await Promise.all([
        store.list(caller.userId!, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize }),
        store.openCount(caller.userId!),
      ]);
      return { items: await show(caller, rows), total, open: showOpen(open), limits: { perLine: limits.perLine, total: limits.total } };
    },

    async alertParameters(caller, { businessLine: line, symbolId }) {
      const person = caller.userId === null ? null : await personOf(caller);
      const pair = isSet(line) && isSet(symbolId) ? (pairs.find(line, symbolId) ?? refuse('unknownSymbol')) : null;
      const prices = pair && (await (await pricesOf(caller, [pair], (person?.preference ?? defaultUserPreference).timeZone))(pair));
      const isP2p = pair?.businessLine === businessLine.p2p;
      const { perLine, total } = limits;
      return {
        frequencyLimits: wireLimits(limits),
        perLine,
        total,
        open: person ? showOpen(await store.openCount(caller.userId!)) : { spot: 0, futures: 0, p2p: 0, total: 0 },
        channels: person ? await channelsOf(caller.userId!, person) : channelsOfVisitor,
        vapidPublicKey: deps.vapidPublicKey,
        pair: pair && showPair(pair, prices!),
        ads: isP2p
          ? { lowest: (await pairs.read('p2pBuy', pair))?.price ?? null, highest: (await pairs.read('p2pSell', pair))?.price ?? null }
          : null,
      };
    },

    async createAlert(caller, { clientKey, symbolId, businessLine: line, note, ...form }) {
      const userId = caller.userId!;
      const known = await store.byClientKey(userId, clientKey);
      if (known)
        return known.deletedAt === null
          ? { alert: await showOne(caller, known), startsLatched: known.standing.phase === 'latched' }
          : refuse('alertNotFound');
      const { preference } = await personOf(caller);
      const pair = pairs.find(line, symbolId) ?? refuse('unknownSymbol');
      const { values, tick, begin, born } = await beginAlert(deps, pair, { ...form, businessLine: line }, marketClock.now());
      const row = await store.create(
        userId,
        {
          ...values,
          clientKey,
          businessLine: line,
          contractLine: pair.contractLine,
          symbolId,
          tick,
          timeZone: preference.timeZone,
          note: note || null,
          standing: begin(1),
          born,
        },
        today(),
      );
      deps.changed();
      return { alert: await showOne(caller, row), startsLatched: row.standing.phase === 'latched' };
    },

    async updateAlert(caller, { id, version, switch: turned, note: asked, languageType: _, ...edit }) {
      const userId = caller.userId!;
      const before = (await store.find(userId, idOf(id))) ?? refuse('alertNotFound');
      const isEdit = Object.values(edit).some(isSet);
      const isOpen = isSet(turned) ? turned === 1 : before.isOpen || isEdit;
      const note = asked === undefined ? before.note : asked || null;
      const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => isSet(value)));
      const form: AlertForm = { ...formOf(before), ...given };
      const isNoteOnly = isSet(asked) && !isSet(turned) && (!isEdit || (note !== before.note && isSame(valuesOf(form), before)));
      if (isNoteOnly) {
        const row = await store.annotate(userId, before.id, version ?? before.version, note, today());
        return { alert: await showOne(caller, row), startsLatched: false };
      }
      if (!isEdit && !isOpen) {
        const row = await store.change(userId, before.id, today(), () => ({ isOpen: false, note }));
        deps.changed();
        return { alert: await showOne(caller, row), startsLatched: false };
      }
      const pair = pairs.find(form.businessLine, before.symbolId) ?? refuse('unknownSymbol');
      const { preference } = await personOf(caller);
      const { values, tick, begin, born } = await beginAlert(deps, pair, form, marketClock.now());
      const row = await store.change(userId, before.id, today(), (now) => {
        // Two devices edited the same version: the second has not seen what the first made.
        if (now.version !== (version ?? before.version)) refuse('alertChanged');
        return { ...values, note, isOpen, tick, timeZone: preference.timeZone, standing: begin(now.version + 1), born };
      });
      deps.changed();
      return { alert: await showOne(caller, row), startsLatched: row.standing.phase === 'latched' };
    },

    async deleteAlerts(caller, { ids }) {
      const deleted = await store.remove(caller.userId!, ids.map(idOf), today());
      if (deleted > 0) deps.changed();
      return { deleted };
    },

    async restoreAlerts(caller, { ids }) {
      const now = marketClock.now();
      const readings = new Map<number, Reading | null>();
      const since = new Date(clock.now() - undoDeleteMs);
      for (const row of await store.deleted(caller.userId!, ids.map(idOf), since)) {
        const pair = pairs.find(row.businessLine as BusinessLine, row.symbolId);
        readings.set(row.id, pair && (await pairs.read(kindOf(row), { ...pair, tick: row.tick })));
      }
      const restored = await store.restore(caller.userId!, ids.map(idOf), since, today(), (row) => {
        const standing = beginAgain(row, readings.get(row.id) ?? null, now);
        // Without a price it comes back switched off rather than not at all.
        return standing === null || !row.isOpen
          ? { isOpen: false }
          : { isOpen: true, standing, born: deps.minutes.of(kindOf(row), row.symbolId, row.tick, now) };
      });
      if (restored > 0) deps.changed();
      return { restored };
    },

    async previewAlert(caller, { languageType: _, symbolId, ...given }) {
      const form: AlertForm = { ...given, channels: [noticeChannel.station] };
      const wrong = checkAlertForm(form);
      if (wrong !== null) refuse(wrong);
      const pair = pairs.find(form.businessLine, symbolId) ?? refuse('unknownSymbol');
      const person = caller.userId === null ? undefined : (await people.find([caller.userId])).get(caller.userId);
      const { timeZone } = person?.preference ?? defaultUserPreference;
      return { preview: await previewAlert(form, pair, timeZone, { past: deps.past, now: marketClock.now(), limits }) };
    },

    async testAlertChannel(caller, { channel }) {
      const { needs } = (await channelsOf(caller.userId!, await personOf(caller))).find((row) => row.channel === channel)!;
      return trials.send(caller.userId!, channel, needs);
    },

    async subscribePush(caller, { endpoint, keys }) {
      if (!deps.isPushHost(new URL(endpoint))) refuse('alertParameters');
      return { browsers: await logs.subscribe(caller.userId!, caller.sessionId!, { endpoint, keys }, today()) };
    },

    unsubscribePush: async (caller, { endpoint }) => ({ browsers: await logs.unsubscribe(caller.userId!, endpoint) }),

    async alertExchangeSetting(caller, { businessLine: line, contractLine, keyword = '' }) {
      const wanted = keyword
        .trim()
        .toLowerCase()
        .replace(/[/_\s-]/g, '');
      const all = pairs.all(line).filter((pair) => !isSet(contractLine) || pair.contractLine === contractLine);
      const found = all.filter((pair) => `${pair.base}${pair.quote}`.toLowerCase().includes(wanted));
      const prices = await pricesOf(caller, found, last24h);
      const items = await Promise.all(
        found.map(async (pair) => ({
          ...showPair(
            pair,
            line === businessLine.p2p
              ? { price: null, markPrice: null, indexPrice: null, chgUTC: null, isFavorite: false }
              : await prices(pair),
          ),
          supportUtaFlag: pair.supportsUta,
        })),
      );
      const coins = [...new Set(found.map(({ base }) => base))]
        .slice(0, 2000)
        .map((coinName) => ({ coinName, imgUrl: deps.iconUrl(coinName) }));
      const fiats = line === businessLine.p2p ? [...new Set(all.map(({ quote }) => quote))].filter(isCurrencyCode) : [];
      return { items, total: items.length, coins, fiats };
    },
  };
}
