// The role feed, and what follows it in every process: the market, which reads the source or follows the process that does, and the
// rooms that make something of its facts.
import { createVirtualClock } from '@tidemark/simulator/virtual-clock.ts';
import { createJudgedWatch } from '#alerts/index.ts';
import { createAnalytics, type Analytics } from '#analytics/index.ts';
import { createContent, type Content } from '#content/index.ts';
import { watchParts } from '#edge/ops/watch-parts.ts';
import { countFavorites } from '#favorites/index.ts';
import { iconUrls } from '#market/catalog/icons.ts';
import { createFeedLease, createSoleLease } from '#market/feed-lease.ts';
import { connectFeedRow } from '#market/feed-row.ts';
import { createMarket, type Market } from '#market/index.ts';
import { chooseSource } from '#market/sources/choose-source.ts';
import { createSideSources, withSideSources } from '#market/sources/side/index.ts';
import { createOnchain, type Onchain } from '#onchain/index.ts';
import type { Clock } from '#platform/clock.ts';
import { watchCondition } from '#platform/db/condition.ts';
import type { RoomSettings } from '#site/room-settings.ts';
import { userAgentOf } from './brand.ts';
import { fearGreedHistory } from './fear-greed-history.ts';
import { rootDir, type ProcessParts } from './process-parts.ts';
import { liveMoverRules, startRoomSettings } from './room-settings.ts';

export interface MarketRooms {
  /** The market, and every part that judges its prices, lives in simulated time; people and connections live in real time. */
  readonly marketClock: Clock;
  readonly market: Market;
  readonly analytics: Analytics;
  readonly onchain: Onchain;
  readonly content: Content;
  readonly roomSettings: RoomSettings;
}

export async function startFeed(parts: ProcessParts): Promise<MarketRooms> {
  const { config, clock, log, metrics, readiness, db, bus, words, say, onStop, whenListening } = parts;
  const marketClock = config.simSpeed === 1 ? clock : createVirtualClock(clock, config.simSpeed);
  const side = createSideSources(config.side, { clock, log, metrics, userAgent: userAgentOf(config) });
  const feed = config.roles.has('feed') ? withSideSources(await chooseSource(config, { clock: marketClock, log, metrics }), side) : null;
  // What they tell reaches the other processes by the bus: asked twice, they would refuse sooner.
  if (feed) side.start();
  onStop(() => side.stop());

  say(feed ? `Market: starting ${feed.name}` : 'Market: waiting for the feed');
  const iconUrl = iconUrls(`${rootDir}/web/build/client/assets/coins/manifest.json`);
  // Without NATS no other process hears this one, so it need not wait for its turn.
  const lease = config.natsUrl ? createFeedLease({ connect: connectFeedRow(db.connection), log }) : createSoleLease(db.pool);
  const market = createMarket({ bus, clock: marketClock, log, metrics, db, feed, lease, iconUrl });
  const isKeeper = feed && market.isFeed;
  await market.start();
  onStop(() => market.stop());
  onStop(
    watchParts({
      readiness,
      clock,
      metrics,
      bus,
      market,
      database: watchCondition({ db, clock, log }),
      judged: createJudgedWatch(db.pool),
      isJudge: config.roles.has('alerts'),
      isRecorded: config.source === 'replay',
    }),
  );

  const roomSettings = await startRoomSettings(parts);
  const analytics = createAnalytics({
    whenListening,
    db,
    bus,
    clock: marketClock,
    wallClock: clock,
    words,
    log,
    metrics,
    market,
    isKeeper,
    phrasing: config.phrasing,
    moverRules: liveMoverRules(config.moverRules, roomSettings),
    favorites: () => countFavorites(db),
  });
  await analytics.start();
  onStop(() => analytics.stop());

  const onchain = createOnchain({ bus, clock: marketClock, source: feed, words, iconUrl });
  onchain.start();
  onStop(() => onchain.stop());

  const content = createContent({
    whenListening,
    db,
    bus,
    clock: marketClock,
    wallClock: clock,
    log,
    words,
    market,
    isKeeper,
    fearGreedHistory: () => fearGreedHistory(analytics),
    feeds: side.news,
    calendarFile: config.calendarFile,
    calendarEvents: () => roomSettings.value('calendarEvents'),
    siteName: config.brand.site.name,
  });
  await content.start();
  onStop(() => content.stop());
  return { marketClock, market, analytics, onchain, content, roomSettings };
}
