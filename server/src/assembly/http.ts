// The HTTP server: calls, what only the operator reads, feeds, the exchange API and pages.
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { calls } from '@tidemark/contract/calls.ts';
import { operatorCalls, operatorPrefix } from '@tidemark/contract/operators.ts';
import { imageMediaTypes, marketMakerLimits, marketMakerUploads } from '@tidemark/contract/market-maker.ts';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { trustHops, type addressReader } from '#edge/address.ts';
import { registerExchangeApi } from '#edge/exchange-api/index.ts';
import { registerFeeds } from '#edge/feeds/index.ts';
import { logRequests } from '#edge/http/access-log.ts';
import { answerOnFastPath } from '#edge/http/fast-path.ts';
import { createCallFigures } from '#edge/http/call-figures.ts';
import { requestIdOf } from '#edge/http/caller.ts';
import { createDispatch } from '#edge/http/dispatch.ts';
import { registerHttp } from '#edge/http/index.ts';
import { createAllowance, defaultLimits } from '#edge/http/limits.ts';
import { noPage } from '#edge/http/no-page.ts';
import { registerOidcRoutes } from '#edge/http/oidc-routes.ts';
import { refusedCounter, registerCalls } from '#edge/http/routes.ts';
import { registerOperator } from '#edge/http/operator.ts';
import { registerOperatorOidcRoutes } from '#edge/http/operator-oidc-routes.ts';
import { registerCookies } from '#edge/http/session-cookies.ts';
import { takeTurns } from '#edge/http/turns.ts';
import { registerLlmsText } from '#edge/mcp/llms-text.ts';
import { registerMcp } from '#edge/mcp/index.ts';
import { registerPages } from '#edge/pages/index.ts';
import { permissionsPolicy } from '#edge/pages/policy.ts';
import { createBuiltRenderer, createDevRenderer } from '#edge/pages/renderer.ts';
import { registerStreamDoor } from '#edge/socket/door.ts';
import type { Hub } from '#edge/socket/hub.ts';
import { coinPagesOf } from '#market/index.ts';
import { shownBrand } from './brand-files.ts';
import { startConsole } from './console.ts';
import { countryOf, type Callers } from './callers.ts';
import { exchangeMarket } from './exchange-market.ts';
import type { MarketRooms } from './feed.ts';
import { joinHandlers } from './handlers.ts';
import { marketMakerDoors, userDoors } from './operator-doors.ts';
import type { PeopleRooms } from './people-rooms.ts';
import { rootDir, type ProcessParts } from './process-parts.ts';
import type { Visibility } from './visibility.ts';

export interface HttpParts {
  readonly about: MarketRooms;
  readonly people: PeopleRooms;
  readonly callers: Callers;
  readonly visibility: Visibility;
  readonly hub: Hub;
  readonly addressOf: ReturnType<typeof addressReader>;
}

const isDev = process.env.NODE_ENV === 'development';

/** A window the size of an answer: the usual one takes megabytes for each answer under way. */
const answerBrotli = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Everything that is answered; it does not listen yet. */
export async function openHttp(parts: ProcessParts, joined: HttpParts): Promise<FastifyInstance> {
  const { about, people, callers, visibility, hub, addressOf } = joined;
  const { config, clock, log, metrics, readiness, words, onStop } = parts;
  const { publicUrl, operatorToken } = config;
  const { users, marketMaker } = people;
  const { admit } = users;
  const figures = createCallFigures(metrics);
  const refused = refusedCounter(metrics);
  const allowance = createAllowance(defaultLimits, clock);
  const dispatch = createDispatch({
    calls,
    handlers: joinHandlers(parts, about, people, visibility),
    words,
    log,
    metrics,
    figures,
    clock,
    admit,
  });
  const upload = createDispatch({
    calls: marketMakerUploads,
    handlers: {
      mayUploadMarketMakerImage: async (caller) => (await marketMaker.images.mayUpload(caller), { ok: true }),
      uploadMarketMakerImage: marketMaker.images.upload,
    },
    words,
    log,
    metrics,
    figures,
    clock,
    admit,
  });

  const app = createApp(parts);
  onStop(() => app.close());
  answerOnFastPath(app.server, { calls, fastAnswers: users.fastAnswers, allowance, figures, clock, publicUrl, addressOf });
  takeTurns(app, { clock, metrics, publicUrl, addressOf });
  if (config.accessLog) logRequests(app.server, log, addressOf);
  await registerCookies(app);
  await app.register(async (scope) => {
    // Answers of calls are compressed as they leave, unless they are a packet or two anyway; pages and files bring their own
    // compressed forms.
    const brotliOptions = { params: answerBrotli };
    await scope.register(fastifyCompress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions, globalDecompression: false });
    await registerHttp(scope, {
      dispatch,
      calls,
      allowance,
      words,
      log,
      metrics,
      refused,
      publicUrl,
      siteName: config.brand.site.name,
      readiness,
      uploads: [
        {
          name: 'uploadMarketMakerImage',
          call: marketMakerUploads.uploadMarketMakerImage,
          mediaTypes: imageMediaTypes,
          maxBytes: marketMakerLimits.imageBytes,
          tooLarge: 'imageTooLarge',
          wrongType: 'imageType',
          askFirst: (caller) => upload('mayUploadMarketMakerImage', caller, {}),
          take: (caller, bytes) => upload('uploadMarketMakerImage', caller, bytes),
        },
      ],
      resolveCaller: callers.ofCall,
      personOf: callers.personOf,
      tokenOf: callers.tokenOf,
      metricsToken: config.metricsToken,
    });
  });

  const operators = await startConsole(parts, people);
  const operatorDispatch = createDispatch({
    calls: operatorCalls,
    handlers: operators.calls,
    words,
    log,
    metrics,
    figures,
    clock,
    async admit(sender, name, call) {
      const caller = await admit(sender, name, call);
      await operators.mayCall(caller, name);
      return caller;
    },
  });
  if (config.operators.oidc)
    registerOperatorOidcRoutes(app, { dispatch: operatorDispatch, resolveCaller: callers.ofCall, allowance, publicUrl });
  await app.register(
    async (scope) =>
      registerCalls(scope, {
        calls: operatorCalls,
        dispatch: operatorDispatch,
        limits: defaultLimits,
        allowance,
        words,
        clock,
        log,
        metrics,
        refused,
        publicUrl,
        resolveCaller: callers.ofCall,
      }),
    { prefix: operatorPrefix },
  );
  if (operatorToken !== null) {
    const doors = [...marketMakerDoors(marketMaker.operator, operators.noted), ...userDoors(users.operator, operators.noted)];
    await app.register(async (scope) => registerOperator(scope, { token: operatorToken, doors, allowance, publicUrl, clock, log }));
  }

  const renderer = isDev ? await createDevRenderer(`${rootDir}/web`, app) : await createBuiltRenderer(`${rootDir}/web`);
  onStop(() => renderer.stop());
  const call: Parameters<typeof registerPages>[1]['call'] = (caller, name, input) => dispatch(name, caller, input);
  // In a scope of their own: the calls have their guards, the same on the fast path and in Fastify.
  await app.register(async (scope) => {
    await scope.register(fastifyHelmet, {
      contentSecurityPolicy: false,
      strictTransportSecurity: publicUrl.startsWith('https:'),
      crossOriginEmbedderPolicy: false,
      xFrameOptions: { action: 'deny' },
    });
    scope.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', permissionsPolicy));
    await scope.register(async (oidc) => registerOidcRoutes(oidc, { dispatch, resolveCaller: callers.ofCall, publicUrl }));
    registerFeeds(scope, {
      call,
      resolveCaller: callers.ofPage,
      words,
      market: about.market,
      clock,
      publicUrl,
      siteName: config.brand.site.name,
      allowance,
    });
    if (config.mcp)
      await scope.register(async (tools) =>
        registerMcp(tools, {
          dispatch,
          resolveCaller: callers.ofCall,
          tokenOf: callers.tokenOf,
          allowance,
          words,
          clock,
          log,
          publicUrl,
          siteName: config.brand.site.name,
          isSimulated: () => about.market.simulated,
        }),
      );
    registerLlmsText(scope, {
      words,
      allowance,
      publicUrl,
      siteName: config.brand.site.name,
      isSimulated: () => about.market.simulated,
      hasMcp: config.mcp,
      hasExchangeApi: config.exchangeApi,
    });
    registerStreamDoor(scope, () => hub.waitSeconds());
    const { market, marketClock } = about;
    const forBots = { market: exchangeMarket(market, marketClock), clock, log, addressOf };
    if (config.exchangeApi) onStop(await registerExchangeApi(scope, forBots));
    await registerPages(scope, {
      renderer,
      clock,
      log,
      metrics,
      publicUrl,
      brand: await shownBrand(config.brand),
      call,
      words,
      isSimulated: () => market.simulated,
      hasOnchain: people.site.hasOnchain,
      announcement: people.site.announcement,
      // Unless the operator allows it, search engines find no coins whose prices are simulated.
      areCoinsFound: () => !market.simulated || config.indexSimulated,
      coinPages: () => coinPagesOf(market.catalog),
      isAnonymous: (request) => users.isAnonymous(request.cookies) && visibility.isOrdinary(countryOf(request, config.countryHeader)),
      isSameEverywhere: visibility.isSameEverywhere,
      resolveCaller: callers.ofPage,
      rendersPerMinute: config.pageRendersPerMinute,
    });
  });
  return app;
}

function createApp({ config, log, words }: ProcessParts): FastifyInstance {
  const answerNoPage = noPage(words, config.publicUrl);
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    // For the largest picture over a slow line. JSON has its own, shorter time, and heads do below.
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // A request that comes at the last moment of a drain is answered as before; afterwards no connection is accepted.
    return503OnClosing: false,
    trustProxy: trustHops(config.trustProxy),
    genReqId: requestIdOf,
    // Log lines name the request themselves: a logger for each request, with its redaction, would cost more than most answers.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (_error, request, reply) => answerNoPage(request, reply),
  });
  app.server.headersTimeout = 30_000;
  app.setNotFoundHandler(answerNoPage);
  return app;
}
