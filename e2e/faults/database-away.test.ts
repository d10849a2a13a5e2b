// The database is shot, and told to stop, under people who are saving things: each is told the truth about what they saved.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { errors } from '@tidemark/contract/errors.ts';
import { startApp, type App } from '../harness/app.ts';

const done = '00000';
const { unavailable, outcomeUnknown } = errors;
let app: App;
before(async () => {
  // Everybody comes from an address of their own, as behind a proxy.
  app = await startApp({ env: { TRUST_PROXY: '1' } });
});
after(() => app.stop());

let asked = 0;
const call = async (path: string, body: object, cookie = '', headers: Record<string, string> = {}) => {
  const address = `10.9.${(++asked >> 8) & 255}.${asked & 255}`;
  const response = await fetch(`${app.url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}), ...headers },
    body: JSON.stringify(body),
  });
  const { code, msg, data } = (await response.json()) as { code: string; msg: string; data: any };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    code,
    msg,
    data,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };
};
const postgresPid = (): number => {
  const [file] = globSync(join(app.dataDir, '**/postmaster.pid'));
  return Number(readFileSync(file!, 'utf8').split('\n')[0]);
};

const names = 10;
test('what was acknowledged is there, what was called not done is not, and nothing is called a fault', async () => {
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const people: string[] = [];
    while (people.length < 12) {
      const email = `${signal.toLowerCase()}-${people.length}@people.example`;
      people.push((await call('/user/public/register', { email, password: 'nine green kettles on 4 hobs' })).cookie);
    }
    const seen = new Set<string>();
    let isBack = false;
    const save = async (cookie: string) => {
      const codes: string[] = [];
      for (let since = 0; since < 5; since += isBack ? 1 : 0) {
        const n = codes.length;
        const { status, code, retryAfter } = await call(
          '/user/listView/save',
          { name: `view ${n % names}`, address: `/markets/spot?n=${n}` },
          cookie,
        );
        codes.push(code);
        seen.add(`${status} ${code} ${retryAfter}`);
        // Each saves less than a person may in a minute; together there is always something under way.
        await delay(code === done ? 25 : 500);
      }
      return codes;
    };
    const saving = people.map(save);
    await delay(200);
    process.kill(postgresPid(), signal);
    while ((await call('/user/listView/list', {}, people[0])).code === done) await delay(1);
    while ((await call('/user/listView/list', {}, people[0])).code !== done) await delay(20);
    isBack = true;
    const outcomes = await Promise.all(saving);

    assert.ok(seen.has(`503 ${unavailable.code} 2`), `${signal}: somebody was told to try again`);
    const right = [`200 ${done} null`, `503 ${unavailable.code} 2`, `500 ${outcomeUnknown.code} null`];
    assert.deepEqual(
      [...seen].filter((one) => !right.includes(one)),
      [],
      signal,
    );
    for (const [at, codes] of outcomes.entries()) {
      const { data } = await call('/user/listView/list', {}, people[at]);
      const kept = new Map<string, number>(
        data.items.map(({ name, address }: { name: string; address: string }) => [name, Number(/n=(\d+)/.exec(address)![1])]),
      );
      for (let place = 0; place < names; place++) {
        const mine = codes.map((code, n) => ({ code, n })).filter(({ n }) => n % names === place);
        const last = mine.findLast(({ code }) => code === done)?.n ?? -1;
        const may = mine.filter(({ code, n }) => n === last || (n > last && code === outcomeUnknown.code)).map(({ n }) => n);
        const stored = kept.get(`view ${place}`);
        assert.ok(stored === undefined ? last === -1 : may.includes(stored), `${signal}: ${stored} is kept of ${JSON.stringify(mine)}`);
      }
    }
  }
});
