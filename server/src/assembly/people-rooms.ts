// The rooms that serve people: site, accounts, favorites, alerts, support, market makers.
import { alertLimits, type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import { createAlertCalls } from '#alerts/index.ts';
import { createFavorites } from '#favorites/index.ts';
import { createMarketMaker } from '#market-maker/index.ts';
import type { Market } from '#market/index.ts';
import { hasOperators } from '#operators/index.ts';
import { createSite, type Site } from '#site/index.ts';
import { createSupport } from '#support/index.ts';
import { createDirectory, createUsers } from '#users/index.ts';
import { channelSettings } from './channel-settings.ts';
import type { MarketRooms } from './feed.ts';
import type { ProcessParts } from './process-parts.ts';
import { createSenders } from './senders.ts';

export type PeopleRooms = Awaited<ReturnType<typeof startPeopleRooms>>;

/** alerts and support are started by the role that has the live socket, which carries their news. */
export async function startPeopleRooms(parts: ProcessParts, { market, marketClock, roomSettings }: MarketRooms) {
  const { config, clock, log, db, bus, metrics, words, onStop } = parts;
  const { publicUrl } = config;
  const coins = () => market.catalog.data.coins.length;
  const site = createSite({ db, clock, log, metrics, words, rates: market.fiatRates, publicUrl, coins, others: roomSettings });
  await site.start();
  onStop(() => site.stop());

  const { mail, sms } = createSenders(config);
  /** Rooms that keep something about people add themselves, for the export of one's data. */
  const keepers = new Map<string, (userId: UserId) => Promise<unknown>>();
  const keptElsewhere = async (userId: UserId) =>
    Object.fromEntries(await Promise.all([...keepers].map(async ([room, exportOf]) => [room, await exportOf(userId)] as const)));
  const users = await createUsers({
    db,
    clock,
    log,
    bus,
    words,
    publicUrl,
    mail,
    sms,
    oidc: config.oidc,
    exchangeLogin: config.exchangeLogin,
    keptElsewhere,
  });
  onStop(() => users.stop());
  const people = createDirectory(db.orm);
  const { whichExist } = users;

  const favorites = createFavorites({
    db,
    bus,
    clock,
    log,
    limits: async (caller) => (await site.calls.config(caller, {})).defineGroup,
    isSymbol: (symbolId) => isStarrable(market, symbolId),
    priceList: market.calls.getHomeQuotation,
    whichExist,
  });
  keepers.set('favorites', favorites.exportOf);
  favorites.start();
  onStop(() => favorites.stop());

  const alerts = await createAlertCalls({
    db,
    bus,
    clock,
    marketClock,
    log,
    words,
    market,
    limits: liveLimits(site),
    people,
    starred: async ({ userId }) => new Set(userId && (await favorites.starred(userId))),
    can: { mail: config.mail !== null, sms: config.sms !== null },
    pushHosts: config.pushHosts,
    channels: channelSettings(config),
    whichExist,
    whichSessionsLive: users.whichSessionsLive,
  });
  keepers.set('alerts', alerts.exportOf);

  const hasDesk = config.demo || (await hasOperators(db));
  const agentToken = config.support.agentToken ?? (hasDesk ? await users.signingSecret('demo-desk') : null);
  const support = createSupport({
    db,
    bus,
    clock,
    log,
    words,
    mail,
    people,
    agentToken,
    publicUrl,
    operatorMail: config.support.mail,
    secret: await users.signingSecret('support'),
    whichExist,
  });
  keepers.set('support', support.exportOf);

  const marketMaker = createMarketMaker({ db, bus, clock, log, whichExist });
  keepers.set('marketMaker', marketMaker.exportOf);
  marketMaker.start();
  onStop(() => marketMaker.stop());

  return { site, users, favorites, alerts, support, marketMaker, agentToken };
}

/** As the settings say at the moment of asking. */
const liveLimits = (site: Pick<Site, 'alertLimits'>): AlertLimits => ({
  ...alertLimits,
  get perLine() {
    return site.alertLimits().perLine;
  },
  get total() {
    return site.alertLimits().total;
  },
});

export const isStarrable = (market: Market, symbolId: string): boolean => {
  const symbol = market.catalog.symbol(symbolId);
  return symbol !== undefined && symbol.status !== 'delisted';
};
