// Composition root: reads the settings, builds the rooms this process plays, joins their handlers, starts, stops.
// The only file that knows all rooms. Start is recovery: nothing here depends on how the last run ended.
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { calls, type Calls } from '@tidemark/contract/calls.ts';
import { imageMediaTypes, marketMakerLimits, marketMakerUploads } from '@tidemark/contract/market-maker.ts';
import type { CookieHandlers, UserId } from '@tidemark/contract/wire.ts';
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { createAnalytics } from '#analytics/index.ts';
import { createAlertCalls, createAlertDelivery, createAlertJudge, createJudgedWatch } from '#alerts/index.ts';
import { countryOf, createCallers } from './callers.ts';
import { ConfigError, loadConfig, type Config } from './config.ts';
import { createContent } from '#content/index.ts';
import { createPolicies } from '#content/policy/index.ts';
import { addressReader, trustHops } from '#edge/address.ts';
import { registerExchangeApi } from '#edge/exchange-api/index.ts';
import { registerFeeds } from '#edge/feeds/index.ts';
import { answerAtHand } from '#edge/http/at-hand.ts';
import { createCallFigures } from '#edge/http/call-figures.ts';
import { requestIdOf } from '#edge/http/caller.ts';
import { createDispatch } from '#edge/http/dispatch.ts';
import { registerHttp } from '#edge/http/index.ts';
import { createAllowance, defaultLimits } from '#edge/http/limits.ts';
import { noPage } from '#edge/http/no-page.ts';
import { registerOperator } from '#edge/http/operator.ts';
import { registerOidcRoutes } from '#edge/http/oidc-routes.ts';
import { registerCookies } from '#edge/http/session-cookies.ts';
import { createDrain } from '#edge/ops/drain.ts';
import { createOpsServer } from '#edge/ops/index.ts';
import { assertPortFree, listen, StartError } from '#edge/ops/ports.ts';
import { createReadiness } from '#edge/ops/readiness.ts';
import { watchParts } from '#edge/ops/watch-parts.ts';
import { registerPages } from '#edge/pages/index.ts';
import { permissionsPolicy } from '#edge/pages/policy.ts';
import { createBuiltRenderer, createDevRenderer } from '#edge/pages/renderer.ts';
import { registerStreamDoor } from '#edge/socket/door.ts';
import { createHub } from '#edge/socket/hub.ts';
import { countFavorites, createFavorites } from '#favorites/index.ts';
import { createLiveRows } from './live-rows.ts';
import { createViewRows } from './view-rows.ts';
import { createLetters, createMarketMaker } from '#market-maker/index.ts';
import { iconUrls } from '#market/catalog/icons.ts';
import { createFeedLease, createSoleLease } from '#market/feed-lease.ts';
import { createMarket, type Market } from '#market/index.ts';
import { chooseSource } from '#market/sources/choose-source.ts';
import { createSideSources, withSideSources } from '#market/sources/side/index.ts';
import { createVirtualClock } from '#market/sources/simulator/virtual-clock.ts';
import { SourceError } from '#market/sources/source-error.ts';
import { type Bus, BusUnreachable } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { systemClock } from '#platform/clock.ts';
import { DatabaseUnreachable, DataDirInUse, openDatabase, SchemaTooNew } from '#platform/db/database.ts';
import { createLog, type Log } from '#platform/log.ts';
import { newToken } from '#platform/ids.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import { createHttpSmsSender } from '#platform/sms/http-gateway.ts';
import { createMetrics } from '#platform/metrics.ts';
import { exchangeMarket } from './exchange-market.ts';
import { moodDays } from './mood-days.ts';
import { createOnchain } from '#onchain/index.ts';
import { marketMakerDoors } from './operator-doors.ts';
import { createSite } from '#site/index.ts';
import { createSupport } from '#support/index.ts';
import { favoritesChanged, preferenceChanged } from '#topics/index.ts';
import { createDirectory, createUsers } from '#users/index.ts';
import { createVisibility } from './visibility.ts';
import { createWords } from '#words/index.ts';

const rootDir = fileURLToPath(new URL('../../..', import.meta.url));
const isDev = process.env.NODE_ENV === 'development';

const firstGuestsMs = 1_000;
/** What is under way when a process stops listening may take so long to end. */
const finishMs = 10_000;
const stopWithinMs = 8_000;
/** A window the size of an answer: the usual one takes megabytes for each answer under way. */
const answerBrotli = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Things to undo, newest first. */
type Closer = () => Promise<void> | void;

export async function main(): Promise<void> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  let [stopping, drainMs, limitMs] = [false, 0, stopWithinMs];
  const stopAndExit = (code: number, isHurried = true) => {
    // Somebody at the terminal, or somebody who asks twice, does not wait until a balancer has noticed.
    if (isHurried || stopping) drainMs = 0;
    if (stopping) return;
    stopping = true;
    // A part that hangs must not keep a stopped program alive.
    setTimeout(() => process.exit(code || 1), limitMs).unref();
    void stop().then(
      () => process.exit(code),
      (error: unknown) => {
        say(describe(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAndExit(0, signal === 'SIGINT'));
  try {
    const config = loadConfig(process.env);
    drainMs = config.drainMs;
    limitMs = config.drainMs + finishMs + stopWithinMs;
    await start(config, closers, () => drainMs);
  } catch (error) {
    say(describe(error));
    stopAndExit(1);
  }
}

/** What an operator can mend is one sentence; anything else is a fault of ours and shows where. */
function describe(error: unknown): string {
  const isExpected = [ConfigError, StartError, DataDirInUse, DatabaseUnreachable, SchemaTooNew, BusUnreachable, SourceError].some((kind) => error instanceof kind);
  if (isExpected) return (error as Error).message;
  return `Tidemark could not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** Its client is read only where there is a server for it. */
async function overNats(url: string, log: Log, prefix: string): Promise<Bus> {
  const { connectNats } = await import('#platform/bus/nats.ts');
  return connectNats(url, { log, name: 'tidemark', prefix });
}

/** A sentence for whoever looks: at the terminal, or in the place where output is gathered. */
const say = (text: string) => void process.stdout.write(`${text}\n`);

async function start(config: Config, closers: Closer[], drainMs: () => number): Promise<void> {
  const clock = systemClock;
  const log = createLog({ level: config.logLevel, base: { host: hostname(), roles: [...config.roles].join(',') } });
  // Start-up speaks to the person at the terminal; where there is none it is records with a time like everything after it.
  const startLog = createLog({ level: config.logLevel === 'silent' ? 'silent' : 'info', base: log.bindings() });
  const say = (text: string) => (process.stdout.isTTY ? process.stdout.write(`${text}\n`) : startLog.info(text));
  const metrics = createMetrics();
  const isWeb = config.roles.has('web');
  if (isWeb) await assertPortFree(config.port, config.host);
  const readiness = createReadiness({ clock, metrics });
  readiness.start();
  closers.push(() => readiness.stop());
  if (!isWeb || config.opsPort !== config.port) {
    const ops = await createOpsServer({ metrics, readiness, metricsToken: config.metricsToken, publicUrl: config.publicUrl });
    await listen(config.opsPort, config.host, () => ops.listen(config.opsPort, config.host), isWeb ? 'OPS_PORT' : 'OPS_PORT or PORT');
    closers.push(() => ops.close());
  }

  say(config.databaseUrl ? 'Database: connecting' : 'Database: starting the embedded Postgres');
  const db = await openDatabase({
    databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePoolSize, reservedPoolSize: config.reservedPoolSize,
    allowNewerSchema: config.allowNewerSchema, log, onStep: (text) => say(`Database: ${text}`),
  });
  closers.push(() => db.close());

  const bus = config.natsUrl ? await overNats(config.natsUrl, log, config.natsPrefix) : createInProcessBus({ onError: (error, name) => log.error({ err: error, name }, 'bus handler failed') });
  closers.push(() => bus.close());

  // The market, and whatever judges its prices, lives in simulated time; people and connections live in real time.
  const marketClock = config.simSpeed === 1 ? clock : createVirtualClock(clock, config.simSpeed);
  const side = createSideSources(config.side, { clock, log, metrics });
  const feed = config.roles.has('feed') ? withSideSources(chooseSource(config, { clock: marketClock, log, metrics }), side) : null;
  // What they tell reaches the other processes by the bus: asked twice, they would refuse sooner.
  if (feed) side.start();
  closers.push(() => side.stop());
  say(feed ? `Market: starting ${feed.name}` : 'Market: waiting for the feed');
  const iconUrl = iconUrls(`${rootDir}/web/build/client/assets/coins/manifest.json`);
  // A process that nobody else hears need not wait for its turn.
  const lease = config.natsUrl ? createFeedLease({ connection: db.connection, log }) : createSoleLease(db.pool);
  const market = createMarket({ bus, clock: marketClock, log, metrics, db, feed, lease, iconUrl });
  const isKeeper = feed && market.isFeed;
  await market.start();
  closers.push(() => market.stop());
  closers.push(watchParts({
    readiness, clock, metrics, bus, market, database: db, judged: createJudgedWatch(db.pool),
    isJudge: config.roles.has('alerts'), isRecorded: config.source === 'replay',
  }));

  const words = createWords(`${rootDir}/locales`);
  const { promise: whenOpen, resolve: open } = Promise.withResolvers<void>();
  const analytics = createAnalytics({ whenOpen, db, bus, clock: marketClock, wallClock: clock, words, log, metrics, market, isKeeper, phrasing: config.phrasing, moverRules: config.moverRules, favorites: () => countFavorites(db) });
  await analytics.start();
  closers.push(() => analytics.stop());

  const onchain = createOnchain({ bus, clock: marketClock, source: feed, words, iconUrl });
  onchain.start();
  closers.push(() => onchain.stop());

  const content = createContent({ whenOpen, db, bus, clock: marketClock, wallClock: clock, log, words, market, isKeeper, moodDays: () => moodDays(analytics), feeds: side.news, calendarFile: config.calendarFile });
  await content.start();
  closers.push(() => content.stop());

  const people = createDirectory(db.orm);
  if (config.roles.has('alerts')) {
    const judge = createAlertJudge({ db, bus, clock, marketClock, log, metrics, market });
    await judge.start();
    closers.push(() => judge.stop());
  }
  if (config.roles.has('delivery')) {
    const mail = config.mail && createSmtpSender({ url: config.mail.smtpUrl, from: config.mail.from });
    const sms = config.sms && createHttpSmsSender(config.sms);
    const delivery = await createAlertDelivery({ db: db.reserved, bus, clock, log, metrics, words, market, people, mail, sms, publicUrl: config.publicUrl });
    delivery.start();
    readiness.add('outbox', { check: () => delivery.isWell(), toleratedMs: 3_000 });
    const letters = mail && createLetters({ db: db.reserved, bus, clock, log, words, people, mail, operatorMail: config.marketMakerMail, publicUrl: config.publicUrl });
    letters?.start();
    closers.push(async () => {
      await Promise.all([delivery.stop(), letters?.stop()]);
      mail?.close();
    });
  }
  if (!isWeb) {
    open();
    readiness.opened();
    return void say(`Ready. This process plays ${[...config.roles].join(', ')}.`);
  }

  const site = createSite({ db, clock, log, words, rates: market.fiatRates, publicUrl: config.publicUrl });
  await site.start();
  closers.push(() => site.stop());

  const mail = config.mail && createSmtpSender({ url: config.mail.smtpUrl, from: config.mail.from });
  const sms = config.sms && createHttpSmsSender(config.sms);
  /** Rooms that keep something about people add themselves, for the export of one's data. */
  const keepers = new Map<string, (userId: UserId) => Promise<unknown>>();
  const keptElsewhere = async (userId: UserId) => Object.fromEntries(await Promise.all([...keepers].map(async ([room, exportOf]) => [room, await exportOf(userId)] as const)));
  const users = await createUsers({ db, clock, log, bus, words, publicUrl: config.publicUrl, mail, sms, oidc: config.oidc, keptElsewhere });
  closers.push(() => users.stop());
  const callers = createCallers(users, config.countryHeader);

  const favorites = createFavorites({
    db, bus, clock, log,
    limits: async (caller) => (await site.calls.config(caller, {})).defineGroup,
    isSymbol: (symbolId) => isStarrable(market, symbolId),
    priceList: market.calls.getHomeQuotation,
    whichExist: users.whichExist,
  });
  keepers.set('favorites', favorites.exportOf);
  favorites.start();
  closers.push(() => favorites.stop());

  const alerts = await createAlertCalls({
    db, bus, clock, marketClock, log, words, market, people,
    starred: async ({ userId }) => new Set(userId && (await favorites.starred(userId))),
    can: { mail: config.mail !== null, sms: config.sms !== null },
    pushHosts: config.pushHosts,
    whichExist: users.whichExist,
    whichSessionsLive: users.whichSessionsLive,
  });
  keepers.set('alerts', alerts.exportOf);

  const agentToken = config.support.agentToken ?? (config.demo ? newToken(24) : null);
  const support = createSupport({
    db, bus, clock, log, words, mail, people, agentToken,
    publicUrl: config.publicUrl,
    operatorMail: config.support.mail,
    secret: await users.signingSecret('support'),
    whichExist: users.whichExist,
  });
  keepers.set('support', support.exportOf);

  const marketMaker = createMarketMaker({ db, bus, clock, log, whichExist: users.whichExist });
  keepers.set('marketMaker', marketMaker.exportOf);
  marketMaker.start();
  closers.push(() => marketMaker.stop());

  const policies = createPolicies({ words, log, file: config.policyFile });
  const visibility = createVisibility({ hiddenCoins: site.hiddenCoins, coinOf: (symbolId) => market.catalog.symbol(symbolId)?.baseSymbol });
  const handlers: CookieHandlers<Calls> = {
    ...site.calls, ...users.calls, ...favorites.calls, ...alerts.calls, ...support.calls, ...marketMaker.calls, ...policies.calls,
    // What offers coins to choose from, or shows somebody else's choice; one's own alerts and favorites stay one's own.
    ...visibility.apply({
      ...market.calls, ...analytics.calls, ...onchain.calls, ...content.calls,
      alertExchangeSetting: alerts.calls.alertExchangeSetting, sharedFavorites: favorites.calls.sharedFavorites,
    }),
  };
  const figures = createCallFigures(metrics);
  const allowance = createAllowance(defaultLimits, clock);
  const dispatch = createDispatch({ calls, handlers, words, log, metrics, figures, clock });
  const upload = createDispatch({
    calls: marketMakerUploads,
    handlers: { mayUploadMarketMakerImage: async (caller) => (await marketMaker.images.mayUpload(caller), { ok: true }), uploadMarketMakerImage: marketMaker.images.upload },
    words, log, metrics, figures, clock,
  });

  const answerNoPage = noPage(words, config.publicUrl);
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    // For the largest picture over a slow line. JSON has its own, shorter time, and heads do below.
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    trustProxy: trustHops(config.trustProxy),
    genReqId: requestIdOf,
    // Whoever logs names the request; a logger for each, with all it hides, would cost more than most answers.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (_error, request, reply) => answerNoPage(request, reply),
  });
  app.server.headersTimeout = 30_000;
  closers.push(() => app.close());
  const addressOf = addressReader(config.trustProxy);
  answerAtHand(app.server, { calls, atHand: users.atHand, allowance, figures, clock, publicUrl: config.publicUrl, addressOf });
  app.setNotFoundHandler(answerNoPage);
  await registerCookies(app);
  await app.register(async (scope) => {
    // Answers of calls are compressed as they leave, unless they are a packet or two anyway; pages and files bring their own compressed forms.
    await scope.register(fastifyCompress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: answerBrotli }, globalDecompression: false });
    await registerHttp(scope, {
      dispatch,
      calls,
      uploads: [{
        name: 'uploadMarketMakerImage', call: marketMakerUploads.uploadMarketMakerImage, mediaTypes: imageMediaTypes, maxBytes: marketMakerLimits.imageBytes, tooLarge: 'imageTooLarge', wrongType: 'imageType',
        askFirst: (caller) => upload('mayUploadMarketMakerImage', caller, {}),
        take: (caller, bytes) => upload('uploadMarketMakerImage', caller, bytes),
      }],
      resolveCaller: callers.ofCall,
      allowance,
      words,
      log,
      metrics,
      publicUrl: config.publicUrl,
      metricsToken: config.metricsToken,
      readiness,
    });
  });

  const { operatorToken } = config;
  if (operatorToken !== null) await app.register(async (scope) => registerOperator(scope, { token: operatorToken, doors: marketMakerDoors(marketMaker.operator), allowance, publicUrl: config.publicUrl, log }));

  const renderer = isDev ? await createDevRenderer(`${rootDir}/web`, app) : await createBuiltRenderer(`${rootDir}/web`);
  closers.push(() => renderer.stop());
  // In a scope of their own: the calls have their guards, the same on the long way and on the short one.
  await app.register(async (scope) => {
    await scope.register(fastifyHelmet, { contentSecurityPolicy: false, strictTransportSecurity: config.publicUrl.startsWith('https:'), crossOriginEmbedderPolicy: false, xFrameOptions: { action: 'deny' } });
    scope.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', permissionsPolicy));
    await scope.register(async (oidc) => registerOidcRoutes(oidc, { dispatch, resolveCaller: callers.ofCall, publicUrl: config.publicUrl }));
    registerFeeds(scope, { call: (caller, name, input) => dispatch(name, caller, input), resolveCaller: callers.ofPage, words, clock, publicUrl: config.publicUrl, allowance });
    registerStreamDoor(scope, () => hub.waitSeconds());
    if (config.exchangeApi) closers.push(await registerExchangeApi(scope, { market: exchangeMarket(market, marketClock), clock, log, addressOf }));
    await registerPages(scope, {
      renderer,
      clock,
      log,
      metrics,
      publicUrl: config.publicUrl,
      isSimulated: () => market.simulated,
      isAnonymous: (request) => users.isAnonymous(request.cookies) && visibility.isOrdinary(countryOf(request, config.countryHeader)),
      resolveCaller: callers.ofPage,
      call: (caller, name, input) => dispatch(name, caller, input),
      words,
      rendersPerMinute: config.pageRendersPerMinute,
    });
  });

  const hub = createHub({ audienceOf: (request) => visibility.audienceOf(callers.ofUpgrade(request)), rows: { ...createLiveRows(market, { log, onNews: (topic, key) => hub.changed([key], [topic]) }), ...createViewRows(analytics) }, login: users.socketLogin, channelOfTicket: (topic, ticket) => (topic === 'support' ? support.channelOfTicket(ticket) : null), addressOf, clock, log, metrics, isOriginAllowed: (origin) => isOwnOrigin(origin, config) });
  hub.attach(app.server);
  closers.push(() => hub.stop());
  closers.push(market.onChange((symbolIds) => hub.changed(symbolIds)));
  closers.push(analytics.live.onMovers((ids) => hub.changed(ids, ['movers'])));
  closers.push(analytics.live.onBeat(() => hub.changed(analytics.live.names(), ['views'])));
  closers.push(analytics.openCharts.onNews((key) => hub.changed([key], ['series'])));
  alerts.start((userId, payload) => hub.notify(userId, 'price_notice', payload), () => hub.readersOf('price_notice'));
  closers.push(() => alerts.stop());
  support.start({ user: (userId, news) => void hub.notify(userId, 'support', news), channel: (channel, news) => void hub.notifyChannel(channel, 'support', news) });
  closers.push(() => support.stop());
  closers.push(bus.subscribe(favoritesChanged, ({ userId, version }) => void hub.notify(userId, 'favorites', { version })));
  closers.push(bus.subscribe(preferenceChanged, ({ userId }) => void hub.notify(userId, 'preferences', {})));
  closers.push(users.onSessionsEnded((sessionIds) => sessionIds.forEach((sessionId) => hub.dropSession(sessionId))));

  await listen(config.port, config.host, () => app.listen({ port: config.port, host: config.host }));
  readiness.opened();
  closers.push(createDrain({
    server: app.server, announceMs: drainMs, finishMs,
    sayNotReady: readiness.drain, moveSockets: hub.drain, stopSockets: hub.stop, close: () => app.close(),
  }));
  // Whoever stood before the door is served first.
  setTimeout(open, firstGuestsMs).unref();
  say(`Data folder: ${config.databaseUrl ? 'external Postgres' : config.dataDir}`);
  if (market.simulated) say('All market data is simulated.');
  if (config.demo) {
    const { email, password } = await users.openDemo();
    say(`Demo account: ${email} with the password ${password}`);
    if (config.support.agentToken === null) say(`Support desk: ${config.publicUrl}/support-desk with the token ${agentToken}`);
  }
  say(`Tidemark is at http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}/`);
}

const isStarrable = (market: Market, symbolId: string): boolean => {
  const symbol = market.catalog.symbol(symbolId);
  return symbol !== undefined && symbol.status !== 'delisted';
};

const isOwnOrigin = (origin: string | undefined, config: Config): boolean =>
  origin === undefined || origin === new URL(config.publicUrl).origin || origin === `http://localhost:${config.port}` || origin === `http://127.0.0.1:${config.port}`;
