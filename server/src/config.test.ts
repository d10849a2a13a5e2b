import assert from 'node:assert/strict';
import { resolve } from 'node:path';
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

const outside = { DATABASE_URL: 'postgres://u:p@db.example:5432/site', NATS_URL: 'nats://bus.example:4222' };

test('an empty environment gives the whole product in one process', () => {
  const config = loadConfig({});
  assert.deepEqual(
    { ...config, roles: [...config.roles] },
    {
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      natsUrl: null,
      roles: ['feed', 'alerts', 'delivery', 'web'],
      source: 'simulator',
      publicUrl: 'http://localhost:3000',
      logLevel: 'info',
      simSeed: 1,
      simTicksPerSecond: 400,
      trustProxy: false,
      metricsToken: null,
    },
  );
  assert.ok(Object.isFrozen(config));
});

test('every setting can be given', () => {
  const config = loadConfig({
    ...outside,
    PORT: '8080',
    HOST: '::1',
    DATA_DIR: '/var/lib/site',
    ROLES: ' web , feed ',
    SOURCE: 'simulator',
    PUBLIC_URL: 'https://markets.example.com/',
    LOG_LEVEL: 'debug',
    SIM_SEED: '0',
    SIM_TICKS_PER_SECOND: '20000',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'abcdefghijklmnop',
  });
  assert.deepEqual(
    { ...config, roles: [...config.roles] },
    {
      port: 8080,
      host: '::1',
      dataDir: '/var/lib/site',
      databaseUrl: outside.DATABASE_URL,
      natsUrl: outside.NATS_URL,
      roles: ['feed', 'web'],
      source: 'simulator',
      publicUrl: 'https://markets.example.com',
      logLevel: 'debug',
      simSeed: 0,
      simTicksPerSecond: 20_000,
      trustProxy: true,
      metricsToken: 'abcdefghijklmnop',
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
  ['SOURCE', 'oracle', /^SOURCE must be one of simulator, not 'oracle'\.$/],
  ['PUBLIC_URL', 'markets.example.com', /^PUBLIC_URL must be an http or https address/],
  ['PUBLIC_URL', 'https://example.com/markets', /^PUBLIC_URL must be .* without a path/],
  ['PUBLIC_URL', 'ftp://example.com', /^PUBLIC_URL must be/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'\.$/],
  ['SIM_SEED', '1.5', /^SIM_SEED must be a whole number from 0 to 4294967295/],
  ['SIM_TICKS_PER_SECOND', '20001', /^SIM_TICKS_PER_SECOND must be a whole number from 1 to 20000/],
  ['TRUST_PROXY', 'yes', /^TRUST_PROXY must be one of 0, 1, not 'yes'\.$/],
  ['METRICS_TOKEN', 'short', /^METRICS_TOKEN must have at least 16/],
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
