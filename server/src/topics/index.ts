// Every topic on the bus, with the type of what travels. A message is a hint: its receiver can recover from
// the store or by asking (section 5 of the architecture).
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { OnchainMarket } from '@tidemark/source/onchain-market.ts';
import type {
  Blocks,
  OrderBook,
  P2pAd,
  SeriesPoint,
  SeriesQuery,
  Trade,
  TradeQuery,
  Liquidation,
  LiquidationQuery,
} from '@tidemark/source/source.ts';
import type { WorldFacts } from '@tidemark/source/world-facts.ts';
import type { StoredEvent } from '#analytics/movers/event-store.ts';
import type { Quote, QuoteBatch } from '#market/board.ts';
import type { DayOpen } from '#market/day-opens.ts';
import type { DayOpensAsk, P2pPair } from '#market/fact-reader.ts';
import type { PastTicks, PastTicksAsk } from '#market/past-ticks.ts';
import type { KeptTicks } from '#market/tick-ring.ts';
import type { LiquidationList } from '#market/series/liquidation-series.ts';
import type { VenueFigures, VenueQuery, VenueSeries } from '#market/venues/venue-facts.ts';
import type { Interest, LiveFact } from '#market/watches.ts';
import { ask, topic } from '#platform/bus/bus.ts';
import type { EndedSession } from '#users/session-store.ts';

/** Raw ticks already applied to the feed's board, in order. Alerts judge every one of them. epoch: of the feed; an older one is refused. */
export const quotes = topic<QuoteBatch>('market.quotes');
/** Positions that were closed by force, as they are told. epoch: of the feed; an older one is refused. */
export const liquidations = topic<{ readonly epoch: number; readonly liquidations: readonly Liquidation[] }>('market.liquidations');
/** A feed began its term or its catalog changed: ask for everything again. */
export const feedStarted = topic<{ epoch: number }>('market.feed-started');
/** Units of each currency that one USDT buys. epoch: of the feed; an older one is refused. */
export const fiatRates = topic<{ readonly epoch: number; readonly rates: Readonly<Record<string, number>> }>('market.rates');
/** The same without it, for processes of an older version during a release. */
export const bareFiatRates = topic<Readonly<Record<string, number>>>('market.fiat-rates');
/** Facts of others about the whole world's market. epoch: of the feed, which an older version does not tell; an older one is refused. */
export const worldFacts = topic<WorldFacts & { readonly epoch?: number }>('market.world-facts');

/** Everything a fresh process needs to have a board of its own. */
export const boardSnapshot = ask<
  null,
  {
    epoch: number;
    seq: number;
    simulated: boolean;
    catalog: CatalogData;
    quotes: readonly Quote[];
    fiatRates: Readonly<Record<string, number>>;
    world: WorldFacts;
  }
>('market.board-snapshot');
/** One answer per query, in order; null = the source has no candles at all. */
export const candles = ask<readonly CandleQuery[], readonly (readonly Candle[])[] | null>('market.candles');
/** The openings of the running day; null = the source has no candles at all. */
export const dayOpens = ask<DayOpensAsk, readonly DayOpen[] | null>('market.day-opens');
/** One answer per query, in order; of all these null = the source has nothing of the kind. */
export const series = ask<readonly SeriesQuery[], readonly (readonly SeriesPoint[])[] | null>('market.series');
export const trades = ask<readonly TradeQuery[], readonly (readonly Trade[])[] | null>('market.trades');
export const orderBook = ask<string, OrderBook | null>('market.order-book');
export const largestLiquidations = ask<LiquidationQuery, LiquidationList | null>('market.largest-liquidations');
/** What several exchanges tell; null = no other one is read. */
export const venueSeries = ask<VenueQuery, readonly VenueSeries[] | null>('market.venue-series');
export const venueFigures = ask<{ readonly symbolId: string | null }, readonly VenueFigures[] | null>('market.venue-figures');
export const p2pAds = ask<P2pPair, readonly P2pAd[] | null>('market.p2p-ads');
export const blocks = ask<null, Blocks | null>('market.blocks');
/** Stretches of ticks that a process missed. */
export const pastTicks = ask<readonly PastTicksAsk[], PastTicks>('market.past-ticks');
/** What the feed keeps of the time before a number, for the process that is ready to take its place. */
export const keptTicks = ask<number, KeptTicks>('market.kept-ticks');

/** What a process wants to hear of as it happens; repeated, because the feed forgets a process that falls silent. */
export const interest = topic<{ readonly from: string; readonly interest: Interest }>('market.interest');
/** A fact for the processes that asked for it. epoch: of the feed, which an older version does not tell; an older one is refused. */
export const liveFact = topic<LiveFact & { readonly epoch?: number }>('market.live-fact');

/** Tokens on chains, as they are now; null = the source has none. */
export const onchainMarket = ask<null, OnchainMarket | null>('market.onchain');

/** Sessions that ended before their cookies did: web processes close their sockets. */
export const sessionsEnded = topic<readonly EndedSession[]>('users.sessions-ended');
/** Something of the account that is shown has changed. */
export const accountChanged = topic<{ userId: string }>('users.account-changed');
/** The preferences of the account changed: their other tabs and devices read them again. */
export const preferenceChanged = topic<{ userId: UserId }>('users.preference-changed');
/** The account is gone from the store; rooms that keep something of it let go of it. */
export const accountDeleted = topic<{ userId: string }>('users.account-deleted');

/** Something of the favorites of the user changed: their other tabs and devices read them again. */
export const favoritesChanged = topic<{ userId: UserId; version: number }>('favorites.changed');

/** Something of a conversation with support changed; it is in the store already. channel: of a visitor's live tickets. */
export const supportChanged = topic<{
  conversationId: string;
  userId: UserId | null;
  channel: string | null;
  lastSeq: number;
  readSeq: number;
}>('support.changed');

/** Articles, notes or a paper were stored: cached answers are read again. */
export const contentChanged = topic<null>('content.changed');

/** An application came in, and letters about it are in the store. */
export const marketMakerLettersDue = topic<null>('market-maker.letters-due');

/** Mover events that are new or whose outcome became known; they are in the store already. */
export const moverEvents = topic<readonly StoredEvent[]>('analytics.mover-events');
/** Alerts were made, edited, switched or deleted: their judge reads what changed. */
export const alertsChanged = topic<null>('alerts.changed');
/** There is something in the outbox. Of firings only pop-ups are due at once; a trial is, on any channel. */
export const deliveriesDue = topic<{ isTrial: boolean }>('alerts.deliveries-due');
/** To be shown on every open page of the user; the process that showed it confirms. */
export const notice = topic<{ userId: UserId; payload: PriceNotice; deliveryIds: readonly number[] }>('alerts.notice');
/** The users who have a page open that shows notices; sent again and again. */
export const noticeReaders = topic<readonly UserId[]>('alerts.notice-readers');
export const noticeSeen = topic<{ deliveryIds: readonly number[] }>('alerts.notice-seen');
