import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { defaultMoverRules } from '@tidemark/contract/movers.ts';
import { scenarioNames } from '@tidemark/simulator/scenarios.ts';
import { unbranded } from './brand.ts';
import { loadConfig, simScenarios } from './config.ts';
import { defaultPushHosts } from './setting-values.ts';
import { problemsOf } from './testing/config-problems.ts';

const outside = { DATABASE_URL: 'postgres://u:p@db.example:5432/site', NATS_URL: 'nats://bus.example:4222' };

test('an empty environment gives the whole product in one process', () => {
  const config = loadConfig({});
  assert.deepEqual(
    { ...config, roles: [...config.roles] },
    {
      port: 3000,
      opsPort: 3000,
      drainMs: 0,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      backups: null,
      databasePoolSize: 16,
      allowNewerSchema: false,
      natsUrl: null,
      natsPrefix: '',
      roles: ['feed', 'alerts', 'delivery', 'web'],
      source: 'simulator',
      venues: [],
      publicUrl: 'http://localhost:3000',
      logLevel: 'info',
      accessLog: false,
      simSeed: 1,
      simTicksPerSecond: 400,
      simCoins: 1_000,
      simSpeed: 1,
      simScenario: null,
      replayFile: null,
      replaySpeed: 1,
      ccxtBaseUrl: null,
      side: { coinGecko: null, fearGreedUrl: null, mempoolUrl: null, newsFeeds: [], fiatRatesUrl: null },
      calendarFile: null,
      moverRules: defaultMoverRules,
      exchangeApi: false,
      indexSimulated: false,
      mcp: true,
      trustProxy: 0,
      reservedPoolSize: 4,
      pageRendersPerMinute: 60,
      sockets: { connections: 20_000, openingsPerSecond: 250 },
      countryHeader: null,
      traces: null,
      metricsToken: null,
      operatorToken: null,
      operators: { key: null, oidc: null },
      marketMakerMail: null,
      brand: unbranded,
      mail: null,
      sms: null,
      pushHosts: defaultPushHosts,
      channels: { allowHttp: false, privateHosts: [], telegram: null },
      oidc: null,
      exchangeLogin: null,
      phrasing: null,
      policyFile: null,
      support: { agentToken: null, mail: null },
      demo: false,
    },
  );
  assert.ok(Object.isFrozen(config));
});

test('every setting can be given', () => {
  const config = loadConfig({
    ...outside,
    PORT: '8080',
    OPS_PORT: '8081',
    DRAIN_MS: '20000',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=markets',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
    OTEL_SERVICE_NAME: 'markets',
    BACKUP_DIR: 'backups',
    BACKUP_KEEP: '30',
    DATABASE_POOL_SIZE: '8',
    ALLOW_NEWER_SCHEMA: '1',
    NATS_PREFIX: 'site-1',
    HOST: '::1',
    DATA_DIR: '/var/lib/site',
    ROLES: ' web , feed ',
    SOURCE: 'replay',
    REPLAY_FILE: '/var/lib/recording.csv',
    REPLAY_SPEED: '60',
    CCXT_BASE_URL: 'https://proxy.example.com/',
    COINGECKO_URL: 'https://gecko.example.com/api/v3/',
    COINGECKO_KEY: 'key',
    FEAR_GREED_URL: 'https://fng.example.com',
    MEMPOOL_URL: 'https://blocks.example.com',
    CALENDAR_FILE: '/etc/tidemark/events.json',
    NEWS_FEEDS: 'https://a.example.com/rss, https://b.example.com/feed',
    FIAT_RATES_URL: 'https://rates.example.com/USD',
    EXCHANGE_API: '1',
    INDEX_SIMULATED: '1',
    MCP: '0',
    COUNTRY_HEADER: 'CF-IPCountry',
    PUBLIC_URL: 'https://markets.example.com/',
    LOG_LEVEL: 'debug',
    ACCESS_LOG: '1',
    SIM_SEED: '0',
    SIM_TICKS_PER_SECOND: '20000',
    SIM_COINS: '60',
    TRUST_PROXY: '1',
    SOCKET_CONNECTIONS: '50000',
    SOCKET_OPENINGS_PER_SECOND: '2000',
    METRICS_TOKEN: 'abcdefghijklmnop',
    OPERATOR_TOKEN: 'abcdefghijklmnopqrstuvwx',
    MARKET_MAKER_MAIL: 'makers@example.com',
    SMTP_URL: 'smtp://u:p@mail.example:587',
    MAIL_FROM: 'Tidemark <no-reply@example.com>',
    SMS_GATEWAY_URL: 'https://sms.example.com/messages',
    SMS_GATEWAY_TOKEN: 'hush',
    SMS_FROM: 'Tidemark',
    PUSH_HOSTS: 'push.example.com, *.push.example.org',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'site',
    OIDC_CLIENT_SECRET: 'hush',
    POLICY_FILE: '/etc/site/policy.json',
    AI_PHRASE_URL: 'https://llm.example.com/v1',
    AI_PHRASE_MODEL: 'small',
    AI_PHRASE_KEY: 'hush',
    SUPPORT_AGENT_TOKEN: 'abcdefghijklmnopqrstuvwx',
    SUPPORT_MAIL: 'help@example.com',
    DEMO: '1',
  });
  assert.deepEqual(
    { ...config, roles: [...config.roles] },
    {
      port: 8080,
      opsPort: 8081,
      drainMs: 20_000,
      backups: { folder: resolve('backups'), keep: 30 },
      databasePoolSize: 8,
      allowNewerSchema: true,
      natsPrefix: 'site-1',
      host: '::1',
      dataDir: '/var/lib/site',
      databaseUrl: outside.DATABASE_URL,
      natsUrl: outside.NATS_URL,
      roles: ['feed', 'web'],
      source: 'replay',
      venues: [],
      publicUrl: 'https://markets.example.com',
      logLevel: 'debug',
      accessLog: true,
      simSeed: 0,
      simTicksPerSecond: 20_000,
      simCoins: 60,
      simSpeed: 1,
      simScenario: null,
      replayFile: '/var/lib/recording.csv',
      replaySpeed: 60,
      ccxtBaseUrl: 'https://proxy.example.com',
      side: {
        coinGecko: { url: 'https://gecko.example.com/api/v3', apiKey: 'key' },
        fearGreedUrl: 'https://fng.example.com',
        mempoolUrl: 'https://blocks.example.com',
        newsFeeds: ['https://a.example.com/rss', 'https://b.example.com/feed'],
        fiatRatesUrl: 'https://rates.example.com/USD',
      },
      calendarFile: '/etc/tidemark/events.json',
      moverRules: defaultMoverRules,
      exchangeApi: true,
      indexSimulated: true,
      mcp: false,
      trustProxy: 1,
      reservedPoolSize: 4,
      pageRendersPerMinute: 60,
      sockets: { connections: 50_000, openingsPerSecond: 2_000 },
      countryHeader: 'cf-ipcountry',
      traces: { url: 'http://collector:4318/v1/traces', headers: { 'x-team': 'markets' }, share: 0.5, serviceName: 'markets' },
      metricsToken: 'abcdefghijklmnop',
      operatorToken: 'abcdefghijklmnopqrstuvwx',
      operators: { key: null, oidc: null },
      marketMakerMail: 'makers@example.com',
      brand: unbranded,
      mail: { smtpUrl: 'smtp://u:p@mail.example:587', from: 'Tidemark <no-reply@example.com>' },
      sms: { url: 'https://sms.example.com/messages', token: 'hush', from: 'Tidemark' },
      pushHosts: ['push.example.com', '*.push.example.org'],
      channels: { allowHttp: false, privateHosts: [], telegram: null },
      oidc: { issuer: 'https://login.example.com', clientId: 'site', clientSecret: 'hush' },
      exchangeLogin: null,
      policyFile: '/etc/site/policy.json',
      phrasing: { url: 'https://llm.example.com/v1', model: 'small', key: 'hush' },
      support: { agentToken: 'abcdefghijklmnopqrstuvwx', mail: 'help@example.com' },
      demo: true,
    },
  );
});

test('an empty value counts as not set', () => {
  assert.equal(loadConfig({ PORT: '', DATABASE_URL: ' ', ROLES: '' }).port, 3000);
});

test('the public address follows the port', () => {
  assert.equal(loadConfig({ PORT: '4001' }).publicUrl, 'http://localhost:4001');
});

test('a database on a unix socket is accepted', () => {
  const url = 'postgresql:///site?host=/var/run/postgresql';
  assert.equal(loadConfig({ DATABASE_URL: url }).databaseUrl, url);
});

const wrong: [name: string, value: string, sentence: RegExp][] = [
  ['PORT', '0', /^PORT must be a whole number from 1 to 65535, not '0'\.$/],
  ['PORT', '65536', /^PORT must be/],
  ['PORT', '3e3', /^PORT must be/],
  ['PORT', '-1', /^PORT must be/],
  ['HOST', 'http://localhost', /^HOST must be a host name/],
  ['DATABASE_URL', 'mysql://u:p@h/d', /^DATABASE_URL must be an address like postgres:/],
  ['DATABASE_URL', 'localhost:5432', /^DATABASE_URL must be/],
  ['NATS_URL', 'http://localhost:4222', /^NATS_URL must be an address like nats:/],
  ['ROLES', 'web,cook', /^ROLES must be a list out of feed,alerts,delivery,web; unknown: cook\.$/],
  ['ROLES', ',', /^ROLES must be a list .*; it is empty\.$/],
  [
    'SOURCE',
    'oracle',
    /^SOURCE must be one of simulator, replay, ccxt:bitget, ccxt:binance, ccxt:okx, ccxt:bybit, module:PATH, not 'oracle'\.$/,
  ],
  ['SOURCE', 'replay', /^REPLAY_FILE must name the recording/],
  ['REPLAY_SPEED', '0', /^REPLAY_SPEED must be a whole number from 1 to 100000/],
  ['CCXT_BASE_URL', 'proxy.example.com', /^CCXT_BASE_URL must be an address like https:/],
  ['COINGECKO_KEY', 'key', /^COINGECKO_KEY is of no use without COINGECKO_URL\.$/],
  ['MEMPOOL_URL', 'mempool.space', /^MEMPOOL_URL must be an address like https:/],
  ['NEWS_FEEDS', 'https://a.example.com/rss,b', /^NEWS_FEEDS must be a list of addresses .*: b\.$/],
  [
    'NEWS_FEEDS',
    'http://a.example.com/rss',
    /^NEWS_FEEDS must be a list of addresses .*http only on this machine.*: http:\/\/a\.example\.com\/rss\.$/,
  ],
  [
    'NEWS_FEEDS',
    Array.from({ length: 51 }, (_, i) => `https://a.example.com/${i}`).join(),
    /^NEWS_FEEDS may name up to 50 feeds, not 51\.$/,
  ],
  ['COUNTRY_HEADER', 'cf-ipcountry', /^COUNTRY_HEADER needs TRUST_PROXY=1/],
  ['EXCHANGE_API', 'yes', /^EXCHANGE_API must be one of 0, 1/],
  ['MCP', 'on', /^MCP must be one of 0, 1/],
  ['INDEX_SIMULATED', 'yes', /^INDEX_SIMULATED must be one of 0, 1/],
  ['PUBLIC_URL', 'markets.example.com', /^PUBLIC_URL must be an http or https address/],
  ['PUBLIC_URL', 'https://example.com/markets', /^PUBLIC_URL must be .* without a path/],
  ['PUBLIC_URL', 'ftp://example.com', /^PUBLIC_URL must be/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'\.$/],
  ['SIM_SEED', '1.5', /^SIM_SEED must be a whole number from 0 to 4294967295/],
  ['SIM_TICKS_PER_SECOND', '20001', /^SIM_TICKS_PER_SECOND must be a whole number from 1 to 20000/],
  ['SOCKET_CONNECTIONS', '0', /^SOCKET_CONNECTIONS must be a whole number from 1 to 200000/],
  ['SIM_COINS', '19', /^SIM_COINS must be a whole number from 20 to 1000/],
  ['TRUST_PROXY', 'yes', /^TRUST_PROXY must be one of 0, 1, 2, 3, not 'yes'\.$/],
  ['METRICS_TOKEN', 'short', /^METRICS_TOKEN must have at least 16/],
  ['OPERATOR_TOKEN', 'abcdefghijklmnop', /^OPERATOR_TOKEN must have at least 24/],
  ['MARKET_MAKER_MAIL', 'makers@example.com', /^MARKET_MAKER_MAIL is of no use without SMTP_URL\.$/],
  ['MAIL_FROM', 'no-reply@example.com', /^SMTP_URL, MAIL_FROM belong together; missing: SMTP_URL\.$/],
  ['SMTP_URL', 'smtp://mail.example', /^SMTP_URL, MAIL_FROM belong together; missing: MAIL_FROM\.$/],
  ['SMS_GATEWAY_URL', 'sms.example.com', /^SMS_GATEWAY_URL must be an address like https:/],
  ['SMS_FROM', 'Tidemark', /^SMS_GATEWAY_TOKEN and SMS_FROM are of no use without SMS_GATEWAY_URL\.$/],
  ['PUSH_HOSTS', 'https://push.example.com/', /^PUSH_HOSTS must be a list of host names/],
  ['AI_PHRASE_MODEL', 'small', /^AI_PHRASE_URL, AI_PHRASE_MODEL belong together; missing: AI_PHRASE_URL\.$/],
  [
    'OIDC_CLIENT_ID',
    'site',
    /^OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET belong together; missing: OIDC_ISSUER, OIDC_CLIENT_SECRET\.$/,
  ],
  ['DEMO', 'yes', /^DEMO must be one of 0, 1, not 'yes'\.$/],
];
for (const [name, value, sentence] of wrong) {
  test(`${name}=${value} is refused in one sentence`, () => {
    const problems = problemsOf({ ...outside, [name]: value });
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, sentence);
  });
}

test('a wrong address is refused without repeating its password', () => {
  assert.doesNotMatch(problemsOf({ DATABASE_URL: 'mysql://me:hunter2@h/d' }).join(), /hunter2/);
});

test('mail and sign-in settings are checked together, without repeating a password', () => {
  const mail = { SMTP_URL: 'smtp://u:p@mail.example', MAIL_FROM: 'no-reply@example.com' };
  const oidc = { OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'hush' };
  assert.deepEqual(loadConfig(mail).mail, { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
  assert.match(problemsOf({ ...mail, MAIL_FROM: 'x\nBcc: a@b.example' }).join(), /^MAIL_FROM must be/);
  assert.match(
    problemsOf({ ...mail, SMTP_URL: 'http://u:hunter2@mail.example' }).join(),
    /^SMTP_URL must be an address like smtp:(?!.*hunter2)/,
  );
  assert.match(problemsOf({ ...oidc, OIDC_ISSUER: 'http://login.example' }).join(), /^OIDC_ISSUER must be an https address/);
  assert.equal(loadConfig({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidc?.issuer, 'http://127.0.0.1:9000');
});

test('a part of the roles needs a database and a bus outside', () => {
  assert.deepEqual(problemsOf({ ROLES: 'web' }), [
    'ROLES leaves feed, alerts, delivery to other processes, so DATABASE_URL and NATS_URL must be set for them to meet.',
  ]);
  assert.deepEqual(problemsOf({ ROLES: 'feed,web,alerts', DATABASE_URL: outside.DATABASE_URL }), [
    'ROLES leaves delivery to other processes, so NATS_URL must be set for them to meet.',
  ]);
  assert.deepEqual(problemsOf({ ROLES: 'web,feed', ...outside }), []);
  assert.deepEqual(problemsOf({ ROLES: 'web,feed,alerts,delivery' }), []);
});

test('all problems are reported together', () => {
  assert.equal(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', SOURCE: 'x' }).length, 3);
});

test('a module is named by its path, taken from where the program was started', () => {
  assert.equal(loadConfig({ SOURCE: 'module:./engine/source.ts' }).source, `module:${resolve('engine/source.ts')}`);
  assert.equal(loadConfig({ SOURCE: 'module:/srv/source.mjs' }).source, 'module:/srv/source.mjs');
  assert.equal(problemsOf({ SOURCE: 'module:' }).length, 1);
});

test('the settings of the simulator are taken, checked, and refused where another source is chosen', () => {
  const { simSpeed, simScenario } = loadConfig({ SIM_SPEED: '60', SIM_SCENARIO: 'flash-crash' });
  assert.deepEqual([simSpeed, simScenario], [60, 'flash-crash']);
  assert.deepEqual(problemsOf({ SIM_SPEED: '0', SIM_SCENARIO: 'meteor' }), [
    "SIM_SPEED must be a whole number from 1 to 600, not '0'.",
    "SIM_SCENARIO must be one of flash-crash, rally, depeg, listing-day, delisting, stale-feed, feed-outage, not 'meteor'.",
  ]);
  assert.deepEqual(problemsOf({ SOURCE: 'ccxt:okx', SIM_SPEED: '2' }), ['SIM_SPEED cannot be used without SOURCE=simulator.']);
  assert.deepEqual(simScenarios, scenarioNames);
});

test("facts 3.2: the thresholds of top movers are the operator's", () => {
  assert.deepEqual(loadConfig({}).moverRules, defaultMoverRules);
  assert.deepEqual(loadConfig({ MOVER_RULES: '{"moveTiers":[0.05,0.1,0.2],"floorUsdt":0}' }).moverRules, {
    ...defaultMoverRules,
    moveTiers: [0.05, 0.1, 0.2],
    floorUsdt: 0,
  });
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['{', /cannot be read/],
    ['7', /it: /],
    ['{"dayMove":2}', /dayMove: /],
    ['{"moveTier":[1,2,3]}', /moveTier/],
    ['{"moveTiers":[0.1,0.05,0.2]}', /begin above the one before/],
  ];
  for (const [text, problem] of wrong) assert.match(problemsOf({ MOVER_RULES: text })[0]!, problem, text);
});

test('the settings of the customer chat are checked, and never repeated', () => {
  const problems = problemsOf({ SUPPORT_AGENT_TOKEN: 'short-secret', SUPPORT_MAIL: 'Help <help@example.com>' });
  assert.deepEqual(problems, [
    'SUPPORT_AGENT_TOKEN must have at least 24 visible ASCII characters.',
    'SUPPORT_MAIL must be an e-mail address.',
    'SUPPORT_MAIL is of no use without SMTP_URL.',
  ]);
});
