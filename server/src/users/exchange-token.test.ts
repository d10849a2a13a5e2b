// Tokens of an exchange against an address that publishes its keys, with a clock turned by hand.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { createWebServer } from '@tidemark/testbed/web-server.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createExchangeTokens } from './exchange-token.ts';

const startMs = Date.UTC(2026, 0, 15, 12);
const [issuer, audience] = ['https://exchange.example', 'markets'];
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function createKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
}
type Key = ReturnType<typeof createKey>;

const tokenOf = (key: { jwk: { kid: string }; privateKey: KeyObject }, claims: object, header: object = {}) => {
  const text = `${encode({ alg: 'ES256', kid: key.jwk.kid, ...header })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};

async function world(t: TestContext, keys: readonly Key[]) {
  const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
  const server = await createWebServer({ '/keys': json({ keys: keys.map(({ jwk }) => jwk) }) });
  t.after(() => server.stop());
  const clock = createHandClock(startMs);
  const lines: string[] = [];
  const note = (details: object, text: string) => void lines.push(`${JSON.stringify(details)} ${text}`);
  const log = Object.assign(createLog({ level: 'silent' }), { info: note, warn: note });
  const tokens = createExchangeTokens({ settings: { jwksUrl: `${server.url}/keys`, issuer, audience }, clock, log });
  const claims = (more: object = {}) => ({ iss: issuer, aud: audience, sub: 'ada-1', exp: clock.now() / 1_000 + 300, ...more });
  const publish = (next: readonly Key[]) => void server.routes.set('/keys', json({ keys: next.map(({ jwk }) => jwk) }));
  return { server, clock, tokens, claims, publish, lines };
}

test('a signed token says who somebody is; an address counts only when the exchange has proven it', async (t) => {
  const key = createKey('one');
  const { tokens, claims, server } = await world(t, [key]);
  const told = { email: 'Ada@people.example', email_verified: true, name: 'Ada', auth_time: startMs / 1_000 - 5 };
  assert.deepEqual(await tokens.read(tokenOf(key, claims(told))), {
    who: { issuer, subject: 'ada-1', email: 'Ada@people.example', emailKey: 'ada@people.example', name: 'Ada' },
    loggedInAt: startMs - 5_000,
  });
  const unproven = await tokens.read(tokenOf(key, claims({ email: 'ada@people.example' })));
  assert.deepEqual([unproven!.who.email, unproven!.loggedInAt], [null, null]);
  assert.ok(await tokens.read(tokenOf(key, claims({ aud: ['other', audience] }))));
  assert.equal(server.requests.length, 1, 'keys are asked for once');
});

test('what is forged, old, early, for others or too large is not believed, and nothing of it is in the log', async (t) => {
  const [key, stranger] = [createKey('one'), createKey('one')];
  const { tokens, claims, lines } = await world(t, [key]);
  const good = tokenOf(key, claims());
  const [head, body, signature] = good.split('.') as [string, string, string];
  const seconds = startMs / 1_000;
  const hmac = (text: string) => createHmac('sha256', JSON.stringify(key.jwk)).update(text).digest('base64url');
  const bySecret = `${encode({ alg: 'HS256', kid: 'one' })}.${body}`;
  const wrong: Readonly<Record<string, string>> = {
    'another signature': tokenOf(stranger, claims()),
    'another body': `${head}.${encode(claims({ sub: 'mallory' }))}.${signature}`,
    'no signature': `${encode({ alg: 'none' })}.${body}.`,
    'by a secret': `${bySecret}.${hmac(bySecret)}`,
    'another issuer': tokenOf(key, claims({ iss: 'https://other.example' })),
    'another audience': tokenOf(key, claims({ aud: 'wallet' })),
    'no audience': tokenOf(key, claims({ aud: undefined })),
    'no end': tokenOf(key, claims({ exp: undefined })),
    'an end long ago': tokenOf(key, claims({ exp: seconds - 61 })),
    'not yet': tokenOf(key, claims({ nbf: seconds + 61 })),
    'made in the future': tokenOf(key, claims({ iat: seconds + 61 })),
    nobody: tokenOf(key, claims({ sub: '' })),
    'a name too long': tokenOf(key, claims({ sub: 'x'.repeat(256) })),
    'too large': tokenOf(key, claims({ more: 'x'.repeat(9_000) })),
    nonsense: 'a.b.c',
    nothing: '',
  };
  for (const [about, token] of Object.entries(wrong)) assert.equal(await tokens.read(token), null, about);
  assert.ok(await tokens.read(good), 'the good one still is');
  for (const line of lines) for (const part of [body, signature, 'ada-1', 'mallory']) assert.ok(!line.includes(part), line);
});

test('clocks may differ by a minute', async (t) => {
  const key = createKey('one');
  const { tokens, claims } = await world(t, [key]);
  const seconds = startMs / 1_000;
  assert.ok(await tokens.read(tokenOf(key, claims({ exp: seconds - 59 }))));
  assert.ok(await tokens.read(tokenOf(key, claims({ nbf: seconds + 59, iat: seconds + 59 }))));
});

test('a new key is found when a token names it; tokens with keys of nobody have the exchange asked twice a minute at most', async (t) => {
  const [first, second, unknownKey] = [createKey('one'), createKey('two'), createKey('three')];
  const { tokens, claims, publish, server, clock } = await world(t, [first]);
  assert.ok(await tokens.read(tokenOf(first, claims())));
  publish([first, second]);
  clock.advance(30_000);
  assert.ok(await tokens.read(tokenOf(second, claims())));
  assert.equal(server.requests.length, 2);
  for (let i = 0; i < 50; i++) assert.equal(await tokens.read(tokenOf(unknownKey, claims())), null);
  assert.equal(server.requests.length, 2);
  clock.advance(30_000);
  await Promise.all(Array.from({ length: 50 }, () => tokens.read(tokenOf(unknownKey, claims()))));
  assert.equal(server.requests.length, 3, 'those who come together wait for one answer');

  publish([second]);
  clock.advance(600_000);
  assert.equal(await tokens.read(tokenOf(first, claims())), null, 'a key that was taken back counts no more');
  assert.ok(await tokens.read(tokenOf(second, claims())));
});

test('while the address is away, wrong or too large the last keys stand for a day', async (t) => {
  const key = createKey('one');
  const { tokens, claims, server, clock, publish } = await world(t, [key]);
  assert.ok(await tokens.read(tokenOf(key, claims())));
  const answers = [
    'hangUp',
    { status: 500 },
    { status: 302, headers: { location: '/elsewhere' } },
    { body: 'no json' },
    { body: '{"keys":5}' },
    { body: JSON.stringify({ keys: [], more: 'x'.repeat(70_000) }) },
    { body: JSON.stringify({ keys: Array.from({ length: 51 }, () => key.jwk) }) },
  ] as const;
  for (const answer of answers) {
    server.routes.set('/keys', answer);
    clock.advance(600_000);
    assert.ok(await tokens.read(tokenOf(key, claims())), JSON.stringify(answer).slice(0, 80));
  }
  clock.advance(24 * 3_600_000);
  assert.equal(await tokens.read(tokenOf(key, claims())), null, 'then nobody is believed');
  publish([key]);
  clock.advance(30_000);
  assert.ok(await tokens.read(tokenOf(key, claims())));
});
