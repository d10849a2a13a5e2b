// Settings come from the environment once, at start, checked together: an operator who got three of them wrong
// reads three sentences, not one after another.
import { resolve } from 'node:path';
import { readMoverRules, type MoverRules } from '@tidemark/contract/movers.ts';
import type { SideSettings } from '#market/sources/side/index.ts';
import type { ExchangeLoginSettings } from '#users/exchange-token.ts';
import { readBrand, unbranded, type Brand } from './brand.ts';
import { readChannelSettings, type LinkedChannelSettings } from './channel-settings.ts';
import { readOperatorSettings, type OperatorSettings } from './operator-settings.ts';
import { readBackups, readExchangeLogin, readPushHosts, readSettingFile, readSupport, readVenues } from './setting-values.ts';
import { readSideSettings } from './side-settings.ts';
import { readTraces, type TracesConfig } from './trace-settings.ts';

export const roles = ['feed', 'alerts', 'delivery', 'web'] as const;
export type Role = (typeof roles)[number];

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const sources = ['simulator', 'replay', 'ccxt:bitget', 'ccxt:binance', 'ccxt:okx', 'ccxt:bybit', 'module:PATH'] as const;
/** A module's path is absolute. */
export type SourceName = Exclude<(typeof sources)[number], 'module:PATH'> | `module:${string}`;

export const simScenarios = ['flash-crash', 'rally', 'depeg', 'listing-day', 'delisting', 'stale-feed', 'feed-outage'] as const;
export type SimScenario = (typeof simScenarios)[number];

export interface Config {
  readonly port: number;
  /** Where health, readiness and figures are told by a process without pages; with pages also there when it is another one. */
  readonly opsPort: number;
  /** How long a web process goes on serving after it was told to stop and has said that it is not ready. */
  readonly drainMs: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** null = the embedded Postgres in dataDir. */
  readonly databaseUrl: string | null;
  /** Where this process puts a backup a day, and how many are kept; null = none. */
  readonly backups: { readonly folder: string; readonly keep: number } | null;
  /** Connections that this process keeps to it at most, beside those of its judge. */
  readonly databasePoolSize: number;
  /** True = starts on tables that a newer version has brought up to date. */
  readonly allowNewerSchema: boolean;
  /** null = the in-process bus. */
  readonly natsUrl: string | null;
  /** Comes before every subject, with a dot; empty = none. */
  readonly natsPrefix: string;
  readonly roles: ReadonlySet<Role>;
  readonly source: SourceName;
  /** Exchanges that are read beside it for trading data. */
  readonly venues: ReturnType<typeof readVenues>;
  /** Origin only, without a slash at the end. */
  readonly publicUrl: string;
  readonly logLevel: LogLevel;
  /** True = a line of the log for each request. */
  readonly accessLog: boolean;
  readonly simSeed: number;
  readonly simTicksPerSecond: number;
  /** The largest so many; the rest of its world is not listed. */
  readonly simCoins: number;
  /** Simulated seconds per real one. */
  readonly simSpeed: number;
  /** null = an ordinary day. */
  readonly simScenario: SimScenario | null;
  /** Absolute; not null when the source is the replay. */
  readonly replayFile: string | null;
  /** 1 = as it was recorded. */
  readonly replaySpeed: number;
  /** When something that happens to a price is an event of top movers. */
  readonly moverRules: MoverRules;
  /** Stands in place of the exchange's own hosts; null = the exchange itself. */
  readonly ccxtBaseUrl: string | null;
  /** Where facts come from that no exchange tells; a source that is null or empty is off. */
  readonly side: SideSettings;
  /** Absolute; the operator's own events of the calendar. null = there are none. */
  readonly calendarFile: string | null;
  /** True = the market is also served in the shapes of Bitget's public API. */
  readonly exchangeApi: boolean;
  /** True = search engines may find pages of coins whose prices are simulated. */
  readonly indexSimulated: boolean;
  /** True = language models and their programs find tools (MCP) at /mcp. */
  readonly mcp: boolean;
  /** How many proxies of ours are in front and write X-Forwarded-For; with too high a number a client could claim any address. */
  readonly trustProxy: number;
  /** Connections for notices alone, beside those for all else. */
  readonly reservedPoolSize: number;
  /** For one network or account, beyond what the page cache holds. */
  readonly pageRendersPerMinute: number;
  /** Live sockets that this process holds at most, and how many new ones it takes a second. */
  readonly sockets: { readonly connections: number; readonly openingsPerSecond: number };
  /** Lower case; the proxy in front writes the reader's country (two letters) into it. null = countries are not known. */
  readonly countryHeader: string | null;
  /** null = /metrics answers this machine only. */
  readonly metricsToken: string | null;
  /** Where traces of what is done are sent; null = there are none. */
  readonly traces: TracesConfig | null;
  /** null = no caller may read what is for the operator alone. */
  readonly operatorToken: string | null;
  readonly operators: OperatorSettings;
  /** The address that is told of market makers' applications; null = none, they are only kept. */
  readonly marketMakerMail: string | null;
  /** Name, look and links of the site. */
  readonly brand: Brand;
  /** null = this site sends no mail. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** null = this site sends no text messages. token, from: null = the gateway needs none. */
  readonly sms: { readonly url: string; readonly token: string | null; readonly from: string | null } | null;
  /** Push services that browsers may name; '*.' in front means any host below. */
  readonly pushHosts: readonly string[];
  /** Channels that people connect: webhooks, Telegram, Discord, Slack, ntfy. */
  readonly channels: LinkedChannelSettings;
  /** null = no sign-in through a provider. */
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
  /** null = no log-in by a token of the exchange. */
  readonly exchangeLogin: ExchangeLoginSettings | null;
  /** A server that speaks the chat protocol of OpenAI and phrases the explanations of AI picks; null = they stay as they are. */
  readonly phrasing: { readonly url: string; readonly model: string; readonly key: string | null } | null;
  /** Absolute; facts about crypto policy that replace or add to ours. null = ours alone. */
  readonly policyFile: string | null;
  /** The agents of the customer chat. agentToken: null = no agent can answer; mail: null = no mail about new messages. */
  readonly support: { readonly agentToken: string | null; readonly mail: string | null };
  /** True = an account for trying things out is opened and its password printed at start. */
  readonly demo: boolean;
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const files = new Map<string, string | null>();
  const twice = new Set<string>();

  // An empty value is how compose files and CI forms spell "not set".
  const given = (name: string): string | null => {
    const [own, path] = [env[name]?.trim() || null, env[`${name}_FILE`]?.trim() || null];
    if (path === null) return own;
    // Each file is read once, and complained of once, however often its setting is looked at.
    if (!files.has(name)) files.set(name, own === null ? readSettingFile(name, path, problems) : own);
    if (own !== null && !twice.has(name)) {
      twice.add(name);
      problems.push(`${name} and ${name}_FILE are both set; set one of them.`);
    }
    return files.get(name) ?? null;
  };

  const wholeNumber = (name: string, fallback: number, min: number, max: number) => {
    const text = given(name);
    if (text === null) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`);
    return fallback;
  };

  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const text = given(name);
    const match = allowed.find((value) => value === text);
    if (text !== null && !match) problems.push(`${name} must be one of ${allowed.join(', ')}, not '${text}'.`);
    return match ?? fallback;
  };

  // The value itself is never repeated: it may hold a password.
  const serverUrl = (name: string, protocols: readonly string[], example: string) => {
    const text = given(name);
    if (text === null) return null;
    if (URL.canParse(text)) {
      const url = new URL(text);
      if (protocols.includes(url.protocol) && (url.hostname || url.searchParams.has('host'))) return text;
    }
    problems.push(`${name} must be an address like ${example}.`);
    return null;
  };

  const rolesOfThisProcess = () => {
    const text = given('ROLES');
    if (text === null) return new Set(roles);
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const unknown = names.filter((name) => !roles.some((role) => role === name));
    if (unknown.length || !names.length) {
      problems.push(
        `ROLES must be a list out of ${roles.join(',')}; ${unknown.length ? `unknown: ${unknown.join(', ')}` : 'it is empty'}.`,
      );
    }
    return new Set(roles.filter((role) => names.includes(role)));
  };

  const publicOrigin = (port: number) => {
    const text = given('PUBLIC_URL');
    if (text === null) return `http://localhost:${port}`;
    if (URL.canParse(text)) {
      const url = new URL(text);
      const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
      if (isBare && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin;
    }
    problems.push(`PUBLIC_URL must be an http or https address without a path, like https://markets.example.com, not '${text}'.`);
    return '';
  };

  /** Some of a group without the others is a mistake; none of them switches the group off. */
  const together = (names: readonly string[]) => {
    const missing = names.filter((name) => given(name) === null);
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${names.join(', ')} belong together; missing: ${missing.join(', ')}.`);
    return missing.length === 0;
  };

  const brandSettings = (): Brand => {
    const json = given('BRAND');
    if (json === null) return unbranded;
    const { brand, problems: found } = readBrand(json);
    problems.push(...found.map((problem) => `BRAND is wrong: ${problem}.`));
    return brand;
  };

  const mailSettings = (brand: Brand) => {
    const smtpUrl = serverUrl('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@host:587');
    const from = given('MAIL_FROM') ?? '';
    if (!together(['SMTP_URL', 'MAIL_FROM']) || smtpUrl === null) return null;
    if (!/^(?:[^<>@\r\n]* <)?[^\s<>@]+@[^\s<>@]+>?$/.test(from))
      problems.push('MAIL_FROM must be an e-mail address, or a name and an address like Markets <no-reply@example.com>.');
    // An address alone gets the name of the brand.
    const isNamed = brand === unbranded || /[<\s]/.test(from);
    return { smtpUrl, from: isNamed ? from : `${JSON.stringify(brand.site.name)} <${from}>` };
  };

  const smsSettings = () => {
    const url = serverUrl('SMS_GATEWAY_URL', ['https:', 'http:'], 'https://sms.example.com/messages');
    const [token, from] = [given('SMS_GATEWAY_TOKEN'), given('SMS_FROM')];
    if (given('SMS_GATEWAY_URL') === null && (token ?? from) !== null)
      problems.push('SMS_GATEWAY_TOKEN and SMS_FROM are of no use without SMS_GATEWAY_URL.');
    return url === null ? null : { url, token, from };
  };

  const oidcSettings = () => {
    const issuer = serverUrl('OIDC_ISSUER', ['https:', 'http:'], 'https://login.example.com');
    if (!together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) || issuer === null) return null;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
    if (issuer.startsWith('http:') && !isLocal) problems.push('OIDC_ISSUER must be an https address, unless it is on this machine.');
    return { issuer, clientId: given('OIDC_CLIENT_ID')!, clientSecret: given('OIDC_CLIENT_SECRET')! };
  };

  const phraseSettings = () => {
    const url = serverUrl('AI_PHRASE_URL', ['https:', 'http:'], 'https://llm.example.com/v1');
    if (given('AI_PHRASE_KEY') !== null && given('AI_PHRASE_URL') === null)
      problems.push('AI_PHRASE_KEY is of no use without AI_PHRASE_URL.');
    if (!together(['AI_PHRASE_URL', 'AI_PHRASE_MODEL']) || url === null) return null;
    return { url, model: given('AI_PHRASE_MODEL')!, key: given('AI_PHRASE_KEY') };
  };

  const moverRules = () => {
    const { rules, problem } = readMoverRules(given('MOVER_RULES') ?? '{}');
    if (problem !== null) problems.push(`MOVER_RULES must be JSON like {"moveTiers":[0.05,0.1,0.15]}: ${problem}.`);
    return rules;
  };

  const calendarFile = given('CALENDAR_FILE');

  const chosenSource = (): SourceName => {
    const path = /^module:(?<path>.+)$/.exec(given('SOURCE') ?? '')?.groups?.['path'];
    return path === undefined ? oneOf<SourceName>('SOURCE', sources, 'simulator') : `module:${resolve(path)}`;
  };
  const source = chosenSource();
  const replayFile = given('REPLAY_FILE');
  if (source === 'replay' && replayFile === null) problems.push('REPLAY_FILE must name the recording that SOURCE=replay plays.');

  const simulatorOnly = ['SIM_SPEED', 'SIM_SCENARIO'].filter((name) => given(name) !== null);
  if (source !== 'simulator' && simulatorOnly.length > 0)
    problems.push(`${simulatorOnly.join(' and ')} cannot be used without SOURCE=simulator.`);

  const host = given('HOST') ?? '127.0.0.1';
  if (!/^[\w.:%-]+$/.test(host)) problems.push(`HOST must be a host name or an IP address, without protocol or port, not '${host}'.`);

  const metricsToken = given('METRICS_TOKEN');
  if (metricsToken !== null && !/^[\x21-\x7e]{16,}$/.test(metricsToken)) {
    problems.push('METRICS_TOKEN must have at least 16 visible ASCII characters.');
  }

  const operatorToken = given('OPERATOR_TOKEN');
  if (operatorToken !== null && !/^[\x21-\x7e]{24,}$/.test(operatorToken))
    problems.push('OPERATOR_TOKEN must have at least 24 visible ASCII characters.');

  const marketMakerMail = given('MARKET_MAKER_MAIL');
  if (marketMakerMail !== null && !/^[^\s<>@]+@[^\s<>@]+$/.test(marketMakerMail))
    problems.push('MARKET_MAKER_MAIL must be an e-mail address.');
  if (marketMakerMail !== null && given('SMTP_URL') === null) problems.push('MARKET_MAKER_MAIL is of no use without SMTP_URL.');

  const countryHeader = given('COUNTRY_HEADER')?.toLowerCase() ?? null;
  if (countryHeader !== null && !/^[a-z][a-z0-9-]*$/.test(countryHeader))
    problems.push('COUNTRY_HEADER must be the name of a request header, like cf-ipcountry.');
  if (countryHeader !== null && ['', '0'].includes(given('TRUST_PROXY') ?? ''))
    problems.push('COUNTRY_HEADER needs TRUST_PROXY=1: without a proxy anybody could write it.');

  const natsPrefix = given('NATS_PREFIX') ?? '';
  if (!/^[\w-]*$/.test(natsPrefix)) problems.push(`NATS_PREFIX must be letters, digits, - and _, not '${natsPrefix}'.`);
  if (natsPrefix !== '' && given('NATS_URL') === null) problems.push('NATS_PREFIX is of no use without NATS_URL.');

  const brand = brandSettings();
  const port = wholeNumber('PORT', 3000, 1, 65535);
  const config: Config = {
    port,
    opsPort: wholeNumber('OPS_PORT', port, 1, 65535),
    // A process alone on its database has no other one that could take over, and nothing to wait for.
    drainMs: wholeNumber('DRAIN_MS', given('DATABASE_URL') === null ? 0 : 10_000, 0, 300_000),
    host,
    dataDir: resolve(given('DATA_DIR') ?? 'data'),
    databaseUrl: serverUrl('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name'),
    backups: readBackups(given, wholeNumber, problems),
    databasePoolSize: wholeNumber('DATABASE_POOL_SIZE', 16, 4, 500),
    allowNewerSchema: oneOf('ALLOW_NEWER_SCHEMA', ['0', '1'], '0') === '1',
    natsPrefix,
    natsUrl: serverUrl('NATS_URL', ['nats:', 'tls:'], 'nats://host:4222'),
    roles: rolesOfThisProcess(),
    source,
    venues: readVenues(given, source, problems),
    publicUrl: publicOrigin(port),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    accessLog: oneOf('ACCESS_LOG', ['0', '1'], '0') === '1',
    simSeed: wholeNumber('SIM_SEED', 1, 0, 2 ** 32 - 1),
    simTicksPerSecond: wholeNumber('SIM_TICKS_PER_SECOND', 400, 1, 20_000),
    simCoins: wholeNumber('SIM_COINS', 1_000, 20, 1_000),
    simSpeed: wholeNumber('SIM_SPEED', 1, 1, 600),
    simScenario: given('SIM_SCENARIO') === null ? null : oneOf('SIM_SCENARIO', simScenarios, simScenarios[0]),
    replayFile: replayFile && resolve(replayFile),
    replaySpeed: wholeNumber('REPLAY_SPEED', 1, 1, 100_000),
    ccxtBaseUrl: serverUrl('CCXT_BASE_URL', ['http:', 'https:'], 'https://proxy.example.com')?.replace(/\/+$/, '') ?? null,
    side: readSideSettings(given, serverUrl, problems),
    calendarFile: calendarFile && resolve(calendarFile),
    moverRules: moverRules(),
    exchangeApi: oneOf('EXCHANGE_API', ['0', '1'], '0') === '1',
    indexSimulated: oneOf('INDEX_SIMULATED', ['0', '1'], '0') === '1',
    mcp: oneOf('MCP', ['0', '1'], '1') === '1',
    trustProxy: Number(oneOf('TRUST_PROXY', ['0', '1', '2', '3'], '0')),
    reservedPoolSize: wholeNumber('DATABASE_RESERVED_POOL_SIZE', 4, 1, 100),
    pageRendersPerMinute: wholeNumber('PAGE_RENDERS_PER_MINUTE', 60, 1, 1_000_000),
    sockets: {
      connections: wholeNumber('SOCKET_CONNECTIONS', 20_000, 1, 200_000),
      openingsPerSecond: wholeNumber('SOCKET_OPENINGS_PER_SECOND', 250, 1, 20_000),
    },
    countryHeader,
    metricsToken,
    traces: readTraces(given, problems),
    operatorToken,
    operators: readOperatorSettings(given, together, problems),
    marketMakerMail,
    brand,
    mail: mailSettings(brand),
    sms: smsSettings(),
    pushHosts: readPushHosts(given, problems),
    channels: readChannelSettings(given, oneOf('CHANNEL_HTTP', ['0', '1'], '0') === '1', problems),
    oidc: oidcSettings(),
    exchangeLogin: readExchangeLogin(given, together, problems),
    phrasing: phraseSettings(),
    policyFile: given('POLICY_FILE') && resolve(given('POLICY_FILE')!),
    support: readSupport(given, problems),
    demo: oneOf('DEMO', ['0', '1'], '0') === '1',
  };

  // Several processes meet only in an outside database and on an outside bus.
  if (config.roles.size > 0 && config.roles.size < roles.length) {
    const missing = ['DATABASE_URL', 'NATS_URL'].filter((name) => given(name) === null);
    const left = roles.filter((role) => !config.roles.has(role));
    if (missing.length) {
      problems.push(`ROLES leaves ${left.join(', ')} to other processes, so ${missing.join(' and ')} must be set for them to meet.`);
    }
  }

  if (problems.length) throw new ConfigError(problems);
  return Object.freeze(config);
}
