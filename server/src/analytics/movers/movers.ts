// Top movers: finds what happened (in the process that has the feed), keeps it, tells it once, and looks later at what
// became of it. The other processes read what was stored and hear of news on the bus.
import { moverTypes, type MoverEvent, type MoverRules, type MoverType } from '@tidemark/contract/movers.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Market } from '#market/index.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { moverEvents } from '#topics/index.ts';
import type { BoardView } from '../board-view.ts';
import type { PriceHistory } from '../price-history.ts';
import type { Line } from '../universe.ts';
import { createDetector, type Detector } from './detector.ts';
import { createEventRecorder } from './event-recorder.ts';
import type { EventFilter, EventStore, StoredEvent } from './event-store.ts';
import { createFollowUps, type FollowUps } from './follow-ups.ts';
import { createLargeLiquidations, type LargeLiquidations } from './large-liquidations.ts';
import { createLargeOrders, type LargeOrders } from './large-orders.ts';
import { createReportedEvents } from './reported-events.ts';

export interface Movers {
  page(filter: EventFilter, from: number, size: number): Promise<{ items: MoverEvent[]; total: number }>;
  counts(line: Line | undefined): Promise<{ type: MoverType; count: number }[]>;
  /** Newest first, as the socket tells them. */
  recentIds(): readonly string[];
  recent(id: string): MoverEvent | null;
  /** The newest of a pair within the last hour. */
  latestOf(symbolId: string): MoverType | null;
  onNews(listener: (ids: readonly string[]) => void): Unsubscribe;
  readonly parts: {
    readonly detector: Detector;
    readonly followUps: FollowUps;
    readonly largeOrders: LargeOrders;
    readonly largeLiquidations: LargeLiquidations;
  } | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MoversDeps {
  readonly store: EventStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: Pick<Market, 'catalog' | 'candles' | 'trades' | 'largestLiquidations' | 'usdtPer' | 'iconUrl' | 'onLiquidations'>;
  readonly history: PriceHistory;
  readonly view: BoardView;
  readonly rules: MoverRules;
  readonly isKeeper: IsKeeper;
}

/** Longer than the longest window: what was told within it is not told again. */
const rememberedMs = 31 * dayMs;
const keptMs = 90 * dayMs;
const recentKept = 60;
const countsHeldMs = 2_000;
const orderTypes = ['largeBuy', 'largeSell'] as const satisfies readonly MoverType[];
const liquidationTypes = ['longLiquidated', 'shortLiquidated'] as const satisfies readonly MoverType[];

export function createMovers({ store, bus, clock, log, market, history, view, rules, isKeeper }: MoversDeps): Movers {
  const recent = new Map<string, StoredEvent>();
  const latest = new Map<string, { type: MoverType; at: number }>();
  const listeners = new Set<(ids: readonly string[]) => void>();
  const counted = new Map<string, { at: number; answer: Promise<{ type: MoverType; count: number }[]> }>();
  const reported = createReportedEvents();
  const undo: Unsubscribe[] = [];

  const keepRecent = (events: readonly StoredEvent[]) => {
    for (const event of events) {
      const known = latest.get(event.symbolId);
      if (!known || event.at >= known.at) latest.set(event.symbolId, { type: event.type, at: event.at });
      if (recent.has(event.id)) recent.set(event.id, event);
      else if (recent.size < recentKept || [...recent.values()].some(({ at }) => at < event.at)) recent.set(event.id, event);
    }
    const kept = [...recent.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, recentKept);
    recent.clear();
    for (const event of kept) recent.set(event.id, event);
  };

  const recorder = createEventRecorder({ store, bus, clock, log });
  // A process that only stands by finds the same events, and so knows what was told when it becomes the keeper.
  const record: typeof recorder.record = async (event) => (isKeeper?.() ? recorder.record(event) : undefined);
  const shared = { market, clock, log, reported, rules, record };
  const parts = isKeeper
    ? {
        detector: createDetector({ ...shared, history }),
        largeOrders: createLargeOrders({ ...shared, view }),
        largeLiquidations: createLargeLiquidations(shared),
        followUps: createFollowUps({ store, market, clock, log, isKeeper, announce: (events) => bus.publish(moverEvents, events) }),
      }
    : null;

  const toEvent = (event: StoredEvent): MoverEvent[] => {
    const symbol = market.catalog.symbol(event.symbolId);
    const coin = symbol && market.catalog.coin(symbol.baseSymbol);
    // What is no longer listed cannot be shown with a name.
    if (!symbol || !coin) return [];
    const fraction = (value: number | null) => (value === null ? null : value.toFixed(6));
    return [
      {
        id: event.id,
        type: event.type,
        tier: event.tier,
        symbolId: event.symbolId,
        baseSymbol: symbol.baseSymbol,
        pricedSymbol: symbol.pricedSymbol,
        name: coin.name,
        iconUrl: market.iconUrl(coin.ticker),
        businessLine: event.line,
        price: event.price.toFixed(symbol.pricePrecision),
        change: fraction(event.change),
        amountUsdt: event.amountUsdt === null ? null : event.amountUsdt.toFixed(2),
        at: event.at,
        after1h: fraction(event.after1h),
        after24h: fraction(event.after24h),
      },
    ];
  };

  /** Kinds that the source tells nothing of: their number is unknown, not zero. */
  const untold = async (now: number): Promise<ReadonlySet<MoverType>> => {
    const asked = [market.trades([]), market.largestLiquidations({ from: now, to: now, limit: 0 })];
    const [trades, liquidations] = await Promise.allSettled<unknown>(asked);
    const lacks = (answer: PromiseSettledResult<unknown> | undefined) => answer?.status === 'fulfilled' && answer.value === null;
    return new Set<MoverType>([...(lacks(trades) ? orderTypes : []), ...(lacks(liquidations) ? liquidationTypes : [])]);
  };

  return {
    parts,
    async page(filter, from, size) {
      const { items, total } = await store.page(filter, from, size);
      return { items: items.flatMap(toEvent), total };
    },
    counts(line) {
      const key = String(line);
      const held = counted.get(key);
      const now = clock.now();
      if (held && now - held.at < countsHeldMs) return held.answer;
      const answer = Promise.all([store.counts(now - dayMs, line), untold(now)]).then(([found, isUntold]) =>
        moverTypes.filter((type) => found.has(type) || !isUntold.has(type)).map((type) => ({ type, count: found.get(type) ?? 0 })),
      );
      counted.set(key, { at: now, answer });
      answer.catch(() => counted.delete(key));
      return answer;
    },
    recentIds: () => [...recent.keys()],
    recent(id) {
      const event = recent.get(id);
      return (event && toEvent(event)[0]) ?? null;
    },
    latestOf(symbolId) {
      const known = latest.get(symbolId);
      return known && clock.now() - known.at < hourMs ? known.type : null;
    },
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      if (isKeeper) {
        await store.forget(clock.now() - keptMs);
        for (const { symbolId, type, tier, at } of await store.newestSince(clock.now() - rememberedMs))
          reported.add(symbolId, type, tier, at);
      }
      undo.push(
        bus.subscribe(moverEvents, (events) => {
          keepRecent(events);
          counted.clear();
          const ids = events.map(({ id }) => id);
          for (const listener of listeners) listener(ids);
        }),
      );
      keepRecent(await store.since(clock.now() - dayMs, recentKept));
      if (parts) recorder.start();
      parts?.detector.start();
      parts?.largeOrders.start();
      parts?.largeLiquidations.start();
      parts?.followUps.start();
    },
    async stop() {
      for (const undoOne of undo.splice(0)) undoOne();
      if (!parts) return;
      await parts.detector.stop();
      await parts.largeOrders.stop();
      await parts.largeLiquidations.stop();
      await parts.followUps.stop();
      await recorder.stop();
    },
  };
}
