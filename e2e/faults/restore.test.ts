// A site that has people is saved, all it had is taken away, and a program that is started on what was restored knows all of them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import { until } from '@tidemark/testbed/until.ts';
import { startApp, type App } from '../harness/app.ts';

const rootDir = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'restore-'));
const dataDir = join(scratch, 'data');
let app: App | undefined;
after(async () => {
  await app?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const command = (tool: string, file: string) =>
  promisify(execFile)(process.execPath, [`tools/${tool}.ts`, file], { cwd: rootDir, env: { ...process.env, DATA_DIR: dataDir } });

const openBrowser = () => {
  const cookies = new Map<string, string>();
  return async (name: CallName, input: object = {}): Promise<any> => {
    const response = await fetch(app!.url + apiPrefix + calls[name].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      body: JSON.stringify(input),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, cookie, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(cookie!, value!);
    }
    const { code, msg, data } = (await response.json()) as Envelope;
    assert.equal(code, calls[name].success, `${name}: ${msg}`);
    return data;
  };
};
type Browser = ReturnType<typeof openBrowser>;

const page = { pageNum: 1, pageSize: 50, params: {} };
/** What does not change by itself while prices move. */
const belongings = async (ask: Browser) => ({
  user: (await ask('userInfo')).userInfo.userId as string,
  categories: (await ask('listCategories')).items,
  alerts: (await ask('listAlerts', page)).items.map(({ id, symbolId, alertType, configurePrice, channels }: Record<string, unknown>) => [
    id,
    symbolId,
    alertType,
    configurePrice,
    channels,
  ]),
  chat: (await ask('listSupportMessages')).items,
});
const told = async (ask: Browser) =>
  (await ask('listAlertLog', page)).items.map(({ id, title }: { id: string; title: string }) => [id, title]);

test('backup, wipe, restore, start: people, sessions, favorites, alerts, their log and the chat are there', async () => {
  app = await startApp({ dataDir, env: { DEMO: '1' } });
  const [, email, password] = await until('the demo account', () => /Demo account: (\S+) with the password ([^"\s]+)/.exec(app!.log()), {
    everyMs: 100,
  });
  const ask = openBrowser();
  await ask('login', { email, password });
  await until('an alert that has fired', async () => (await told(ask)).length > 0, { everyMs: 200 });
  // The account is filled while the program runs; the application is the last that it is given, and the chat comes just before.
  const isFull = async () => {
    const all = await belongings(ask);
    return all.alerts.length > 5 && all.categories.length > 1 && all.chat.length > 2 && all;
  };
  const before = await until('the whole demo account', isFull, { everyMs: 200 });
  const firedBefore = await told(ask);
  assert.equal(await app.stop(), 0);

  const file = join(scratch, 'site.backup');
  await command('backup', file);
  rmSync(dataDir, { recursive: true });
  await command('restore', file);

  app = await startApp({ dataDir });
  assert.deepEqual(await belongings(ask), before, 'with the session of before');
  const again = openBrowser();
  await again('login', { email, password });
  assert.deepEqual(await belongings(again), before, 'with the password of before');
  const firedNow = new Map(await told(ask));
  for (const [id, title] of firedBefore) assert.equal(firedNow.get(id), title);
  await until('prices go on, and alerts with them', async () => (await told(ask)).length > firedBefore.length, { everyMs: 200 });
});
