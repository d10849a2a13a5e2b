import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from './config.ts';
import { problemsOf } from './testing/config-problems.ts';

test("the exchange's own log-in: all of it or nothing, by addresses that nobody can change on the way", () => {
  const env = {
    AUTH_JWKS_URL: 'https://exchange.example/keys',
    AUTH_ISSUER: 'https://exchange.example',
    AUTH_AUDIENCE: 'markets',
    AUTH_LOGIN_URL: 'https://exchange.example/login?next={returnTo}',
  };
  const { exchangeLogin } = loadConfig(env);
  assert.deepEqual(exchangeLogin, {
    jwksUrl: env.AUTH_JWKS_URL,
    issuer: env.AUTH_ISSUER,
    audience: 'markets',
    cookie: 'exchange_token',
    loginUrl: env.AUTH_LOGIN_URL,
  });
  assert.equal(loadConfig({ ...env, AUTH_COOKIE: 'sid' }).exchangeLogin!.cookie, 'sid');
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ AUTH_ISSUER: '' }, /belong together; missing: AUTH_ISSUER\.$/],
    [{ AUTH_JWKS_URL: 'http://exchange.example/keys' }, /^AUTH_JWKS_URL must be an https address/],
    [{ AUTH_LOGIN_URL: 'https://exchange.example/login' }, /^AUTH_LOGIN_URL must be .* with \{returnTo\}/],
    [{ AUTH_COOKIE: 'a;b' }, /^AUTH_COOKIE must be the name of a cookie/],
    [{ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' }, /two ways to log in; set one of them\.$/],
  ];
  for (const [change, problem] of cases) {
    const problems = problemsOf({ ...env, ...change });
    assert.deepEqual([problems.length, problem.test(problems[0]!)], [1, true], problems.join(' '));
  }
  assert.deepEqual(problemsOf({ AUTH_COOKIE: 'sid' }), ['AUTH_COOKIE is of no use without AUTH_JWKS_URL.']);
});

test('a provider for those who run the site: all of it or nothing, and each group has one role', () => {
  const env = {
    OPERATOR_KEY: 'thirty-two-letters-or-more-of-it',
    OPERATOR_OIDC_ISSUER: 'https://login.example',
    OPERATOR_OIDC_CLIENT_ID: 'console',
    OPERATOR_OIDC_CLIENT_SECRET: 'secret',
    OPERATOR_OIDC_ROLES: 'owner=site-owners, support=Help desk,editor=ada@people.example',
  };
  const { operators } = loadConfig(env);
  assert.equal(operators.key, env.OPERATOR_KEY);
  assert.deepEqual(operators.oidc, {
    issuer: 'https://login.example',
    clientId: 'console',
    clientSecret: 'secret',
    claim: 'groups',
    roles: new Map([
      ['site-owners', 'owner'],
      ['Help desk', 'support'],
      ['ada@people.example', 'editor'],
    ]),
  });
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ OPERATOR_KEY: 'short' }, /^OPERATOR_KEY must have at least 32/],
    [{ OPERATOR_OIDC_ROLES: '' }, /belong together; missing: OPERATOR_OIDC_ROLES\.$/],
    [{ OPERATOR_OIDC_ISSUER: 'http://login.example' }, /^OPERATOR_OIDC_ISSUER must be an https address/],
    [{ OPERATOR_OIDC_ROLES: 'king=site-owners' }, /^OPERATOR_OIDC_ROLES must be a list like/],
    [{ OPERATOR_OIDC_ROLES: 'owner=a,editor=a' }, /^OPERATOR_OIDC_ROLES names 'a' twice\.$/],
  ];
  for (const [change, problem] of cases) {
    const problems = problemsOf({ ...env, ...change });
    assert.deepEqual([problems.length, problem.test(problems[0]!)], [1, true], problems.join(' '));
  }
  assert.deepEqual(problemsOf({ OPERATOR_OIDC_CLAIM: 'roles' }), ['OPERATOR_OIDC_CLAIM is of no use without OPERATOR_OIDC_ISSUER.']);
});

test('a number of backups without a folder for them is a mistake', () => {
  assert.deepEqual(problemsOf({ BACKUP_KEEP: '3' }), ['BACKUP_KEEP is of no use without BACKUP_DIR.']);
  assert.deepEqual(problemsOf({ BACKUP_DIR: '/backups', BACKUP_KEEP: '0' }), [
    "BACKUP_KEEP must be a whole number from 1 to 3650, not '0'.",
  ]);
});

test('traces: off until somebody says where they go, a tenth of them unless they say how many', () => {
  assert.equal(loadConfig({}).traces, null);
  assert.deepEqual(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }).traces, {
    url: 'http://collector:4318/v1/traces',
    headers: {},
    share: 0.1,
    serviceName: 'tidemark',
  });
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer a=b, x-team=markets',
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_SERVICE_NAME: 'northwind',
  };
  assert.deepEqual(loadConfig(all).traces, {
    url: 'https://traces.example/otlp/v1/traces',
    headers: { authorization: 'Bearer a=b', 'x-team': 'markets' },
    share: 1,
    serviceName: 'northwind',
  });
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _, ...rest } = all;
  assert.deepEqual(problemsOf(rest), [
    'OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG, OTEL_SERVICE_NAME are of no use without OTEL_EXPORTER_OTLP_ENDPOINT.',
  ]);
  assert.deepEqual(
    problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318', OTEL_EXPORTER_OTLP_HEADERS: 'secret', OTEL_TRACES_SAMPLER_ARG: '10%' }),
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, like http://collector:4318.',
      'OTEL_EXPORTER_OTLP_HEADERS must be a list like authorization=Bearer abc,x-team=markets.',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
    ],
  );
});

test('exchanges beside the source: real ones beside a real one, each once', () => {
  assert.deepEqual(loadConfig({}).venues, []);
  assert.deepEqual(loadConfig({ SOURCE: 'ccxt:bitget', VENUES: 'okx, binance,okx' }).venues, ['binance', 'okx']);
  assert.deepEqual(loadConfig({ SOURCE: 'module:./mine.ts', VENUES: 'bitget' }).venues, ['bitget']);
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ SOURCE: 'ccxt:bitget', VENUES: 'kraken' }, /^VENUES must be a list out of bitget,binance,okx,bybit; unknown: kraken\.$/],
    [{ SOURCE: 'ccxt:bitget', VENUES: 'bitget' }, /^VENUES names the exchange of SOURCE/],
    [{ VENUES: 'okx' }, /^VENUES cannot be used with SOURCE=simulator/],
  ];
  for (const [env, problem] of cases) {
    const problems = problemsOf(env);
    assert.deepEqual([problems.length, problem.test(problems[0]!)], [1, true], problems.join(' '));
  }
});

test('any setting may stand in a file that NAME_FILE names, and a file that is of no use gets its own sentence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'config-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const databaseUrl = 'postgres://u:p@db.example:5432/site';
  const config = loadConfig({
    DATABASE_URL_FILE: file('url', `${databaseUrl}\n`),
    METRICS_TOKEN_FILE: file('token', 'a-token-of-24-characters\n'),
    PORT_FILE: file('port', '4000'),
    POLICY_FILE: '/policy.json',
  });
  assert.deepEqual(
    [config.databaseUrl, config.metricsToken, config.port, config.policyFile],
    [databaseUrl, 'a-token-of-24-characters', 4_000, '/policy.json'],
  );

  assert.deepEqual(problemsOf({ DATABASE_URL_FILE: join(folder, 'nothing') }), [
    `DATABASE_URL_FILE names ${join(folder, 'nothing')}, which cannot be read (ENOENT).`,
  ]);
  assert.deepEqual(problemsOf({ METRICS_TOKEN_FILE: folder }), [`METRICS_TOKEN_FILE names ${folder}, which cannot be read (EISDIR).`]);
  assert.deepEqual(problemsOf({ METRICS_TOKEN_FILE: file('empty', ' \n') }), [
    `METRICS_TOKEN_FILE names ${join(folder, 'empty')}, which is empty.`,
  ]);
  assert.deepEqual(problemsOf({ MOVER_RULES_FILE: file('large', 'x'.repeat(70_000)) }), [
    `MOVER_RULES_FILE names ${join(folder, 'large')}, which is larger than 65536 bytes.`,
  ]);
  assert.deepEqual(problemsOf({ PORT: '4000', PORT_FILE: join(folder, 'port') }), ['PORT and PORT_FILE are both set; set one of them.']);
  assert.deepEqual(problemsOf({ DATABASE_URL_FILE: file('wrong', 'secret words') }), [
    'DATABASE_URL must be an address like postgres://user:password@host:5432/name.',
  ]);
});
