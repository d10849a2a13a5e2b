import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, loadConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
};

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

test('a number of backups without a folder for them is a mistake', () => {
  assert.deepEqual(problemsOf({ BACKUP_KEEP: '3' }), ['BACKUP_KEEP is of no use without BACKUP_DIR.']);
  assert.deepEqual(problemsOf({ BACKUP_DIR: '/backups', BACKUP_KEEP: '0' }), [
    "BACKUP_KEEP must be a whole number from 1 to 3650, not '0'.",
  ]);
});
