// kill -9 while people register and change their preferences: what was acknowledged is there, nothing is half made.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type App } from '../harness/app.ts';
import { askDatabase } from '../harness/own-database.ts';

const password = 'nine green kettles on 4 hobs';
const done = '00000';
let app: App;
before(async () => {
  // Everybody comes from an address of their own, as behind a proxy.
  app = await startApp({ env: { TRUST_PROXY: '1' } });
});
after(() => app.stop());

let people = 0;
const addressOf = (person: number) => `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`;
const call = async (person: number, path: string, body: object, cookie = '') => {
  const response = await fetch(`${app.url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(person), ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  const { code, data } = (await response.json()) as { code: string; data: any };
  return {
    code,
    data,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };
};
const emailOf = (person: number) => `person-${person}@people.example`;

test('registrations and preferences survive kill -9, whole or not at all', async () => {
  for (let round = 0; round < 2; round++) {
    const registered: number[] = [];
    const tried: number[] = [];
    const registering = async () => {
      for (;;) {
        const person = ++people;
        tried.push(person);
        if ((await call(person, '/user/public/register', { email: emailOf(person), password })).code === done) registered.push(person);
        if (registered.length === 6) void app.kill9();
      }
    };
    const owner = ++people;
    const { cookie } = await call(owner, '/user/public/register', { email: emailOf(owner), password });
    let acknowledged = -1;
    const changing = async () => {
      for (let minute = 0; ; minute = (minute + 1) % 1440) {
        // A write per address and minute has a limit: the address changes, the session does not.
        const answer = await call(
          (round + 1) * 100_000 + minute,
          '/user/preference/update',
          { quietFrom: minute, quietTo: minute },
          cookie,
        );
        if (answer.code === done) acknowledged = minute;
      }
    };
    await Promise.all([assert.rejects(registering()), assert.rejects(registering()), assert.rejects(changing())]);
    await app.kill9();
    await app.restart();

    assert.ok(registered.length >= 6 && acknowledged >= 0, `${registered.length} registered, ${acknowledged} changes`);
    for (const person of tried) {
      const { code, cookie: session } = await call(person, '/user/public/login', { email: emailOf(person), password });
      if (registered.includes(person)) assert.equal(code, done, `${emailOf(person)} was acknowledged`);
      if (code === done) assert.equal((await call(person, '/user/overview/userinfo', {}, session)).data.loginName, emailOf(person));
      else
        assert.equal(
          (await call(person, '/user/public/register', { email: emailOf(person), password })).code,
          done,
          'not there at all, so it can be made',
        );
    }
    const { data } = await call(owner, '/user/preference/get', {}, cookie);
    assert.equal(data.quietFrom, data.quietTo, 'both fields of one change or none');
    assert.ok(
      data.quietFrom === acknowledged || data.quietFrom === acknowledged + 1,
      `${data.quietFrom} is there, ${acknowledged} was acknowledged`,
    );
  }
  const halves = await askDatabase(
    app.dataDir,
    `select id from account where password_hash is null or email is null or email_key is null union all select account_id
     from account_session where account_id not in (select id from account)`,
  );
  assert.deepEqual(halves, []);
});
