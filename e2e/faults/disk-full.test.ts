// The disk of the database is full under people who make alerts, and whose alerts are crossed: pages are served, nobody is told 'done' of
// what is not, and with room the program goes on by itself and judges what it could not keep. The disk is a small file system in memory,
// which only root may mount.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calls } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { quoteAt, type SymbolItem } from '@tidemark/contract/market.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import { until } from '@tidemark/testbed/until.ts';
import { startApp, type App } from '../harness/app.ts';
import { askDatabase } from '../harness/own-database.ts';

const disk = mkdtempSync(join(tmpdir(), 'tidemark-disk-'));
const ballast = join(disk, 'ballast');
const skip = ((): string | false => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=0755', 'tidemark-disk', disk], { stdio: 'ignore' });
    return false;
  } catch {
    return 'this system cannot: mount a small file system, for which it takes root';
  }
})();

let app: App | undefined;
before(async () => {
  if (!skip) app = await startApp({ dataDir: join(disk, 'data'), env: { TRUST_PROXY: '1' } });
});
after(async () => {
  await app?.kill9();
  if (!skip) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

let asked = 0;
const call = async (name: 'register' | 'createAlert', input: object, cookie = '') => {
  const response = await fetch(`${app!.url}${apiPrefix}${calls[name].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.5.${(++asked >> 8) & 255}.${asked & 255}`, cookie },
    body: JSON.stringify(input),
  });
  const { code, data } = (await response.json()) as Envelope;
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { status: response.status, code, data, cookie: cookies.join('; ') };
};
const enter = async (): Promise<string> => {
  const { code, cookie } = await call('register', { email: `${randomUUID()}@people.example`, password: 'nine green kettles on 4 hobs' });
  assert.equal(code, calls.register.success);
  return cookie;
};

const ready = async () => (await (await fetch(`${app!.url}/readyz`)).json()) as { ready: boolean; missing: readonly string[] };

const fillDisk = (): void => {
  const file = openSync(ballast, 'w');
  // In ever smaller pieces, until not even a page of the database fits.
  for (const piece of [1 << 20, 1 << 12]) {
    try {
      for (const data = Buffer.alloc(piece, 1); ;) if (writeSync(file, data) < piece) break;
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(file);
};

const nearPairs = 9;
const readPairs = async (): Promise<readonly SymbolItem[]> => {
  const query = `businessLine=1&quote=USDT&pageSize=${nearPairs}`;
  const response = await fetch(`${app!.url}${apiPrefix}${calls.getHomeQuotation.path}?${query}`);
  return ((await response.json()) as { data: { items: SymbolItem[] } }).data.items;
};

/** Alerts just above and just below the price, and which of them a price was seen for. */
const watchNear = async (cookie: string) => {
  const near: { id: string; symbolId: string; isRise: boolean; target: number }[] = [];
  for (const { symbolId } of await readPairs()) {
    for (const isRise of [true, false]) {
      const { tickSize, quote } = (await readPairs()).find((pair) => pair.symbolId === symbolId)!;
      const price = Number(quote[quoteAt.last]);
      const distance = Math.max(Number(tickSize), price * 0.0004) * (isRise ? 1 : -1);
      const configurePrice = (price + distance).toFixed(tickSize.split('.')[1]?.length ?? 0);
      const form = { businessLine: 1, symbolId, alertType: isRise ? 1 : 2, frequency: 3, channels: [4, 5], configurePrice };
      const { code, data } = await call('createAlert', { clientKey: randomUUID(), ...form }, cookie);
      // The price may have gone beyond it meanwhile; then there is nothing to wait for.
      if (code === errors.alertInvalidPrice.code) continue;
      assert.equal(code, calls.createAlert.success);
      const { alert, startsLatched } = data as { alert: { id: string }; startsLatched: boolean };
      if (!startsLatched) near.push({ id: alert.id, symbolId, isRise, target: Number(configurePrice) });
    }
  }
  assert.ok(near.length > nearPairs, 'most of them wait');
  const due = new Set<string>();
  return {
    due,
    async look() {
      const prices = new Map((await readPairs()).map(({ symbolId, quote }) => [symbolId, Number(quote[quoteAt.last])]));
      for (const { id, symbolId, isRise, target } of near) {
        const price = prices.get(symbolId) ?? target;
        if (isRise ? price > target : price < target) due.add(id);
      }
    },
    firings: () =>
      askDatabase<{ alertId: string; happenedAt: number }>(
        app!.dataDir,
        `select alert_id::text as "alertId", (extract(epoch from happened_at) * 1000)::float8 as "happenedAt" from alert_log
           where alert_id::text = any($1)`,
        [near.map(({ id }) => id)],
      ),
  };
};

test('a full disk: nothing that was acknowledged is lost, the rest is refused, and it goes on when there is room', { skip }, async (t) => {
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  let [cookie, made] = ['', 0];
  const make = async (): Promise<boolean> => {
    const clientKey = randomUUID();
    const form = {
      businessLine: 1,
      symbolId: 'BTCUSDT',
      alertType: 1,
      frequency: 1,
      channels: [4, 5],
      configurePrice: String(9_000_000 + ++made),
    };
    const { status, code } = await call('createAlert', { clientKey, ...form }, cookie);
    const isDone = code === calls.createAlert.success;
    if (isDone) acknowledged.push(clientKey);
    else refused.set(`${status} ${code}`, (refused.get(`${status} ${code}`) ?? 0) + 1);
    return isDone;
  };
  const people: string[] = [];
  // One after the other: only so many passwords are hashed at a time.
  while (people.length < 20) people.push(await enter());
  cookie = people.pop()!;
  assert.equal(await make(), true, JSON.stringify([...refused]));
  const near = await watchNear(people.pop()!);
  fillDisk();
  const fullAt = Date.now();
  // Some rows fit into pages that are there; nobody may make more than so many alerts, so others go on.
  while (refused.size === 0) {
    for (let turn = 0; turn < 18 && refused.size === 0; turn++) await make();
    if (refused.size === 0) cookie = people.pop() ?? assert.fail('the disk never was full');
  }
  assert.equal((await fetch(`${app!.url}/markets/spot`)).status, 200, 'pages are served');
  await until('it says that it is not ready', async () => (await ready()).missing.includes('database'), { everyMs: 100, why: ready });
  await near.look();
  const dueBefore = near.due.size;
  await until('prices that alerts wait for', async () => near.look().then(() => near.due.size > dueBefore + 1), { everyMs: 200 });
  const roomAt = Date.now();
  rmSync(ballast);
  await until('it is ready again', async () => (await ready()).ready, { everyMs: 100, why: ready });
  assert.equal(app!.log().split('the disk of the database is full: nothing can be kept until there is room').length, 2, 'said once');
  await until('an alert is made again', make, { everyMs: 100 });
  const fired = async () => Map.groupBy(await near.firings(), ({ alertId }) => alertId);
  const hasFired = async () => {
    const found = await fired();
    return [...near.due].every((id) => found.has(id)) && found;
  };
  const firings = await until('what was due while it was full', hasFired, { everyMs: 200 });
  assert.ok(
    [...firings.values()].every((own) => own.length === 1),
    'each once',
  );
  const meanwhile = [...firings.values()].filter(([one]) => one!.happenedAt > fullAt && one!.happenedAt < roomAt);
  t.diagnostic(`${firings.size} alerts fired, ${meanwhile.length} of them at prices of the time without room`);
  assert.ok(meanwhile.length > 0);
  t.diagnostic(`${acknowledged.length} acknowledged, refused ${JSON.stringify(Object.fromEntries(refused))}`);
  const right = [`503 ${errors.unavailable.code}`, `500 ${errors.outcomeUnknown.code}`];
  assert.deepEqual(
    [...refused.keys()].filter((one) => !right.includes(one)),
    [],
  );
  const rows = await askDatabase<{ key: string }>(app!.dataDir, 'select client_key as key from alert');
  const kept = rows.map(({ key }) => key);
  assert.deepEqual(
    acknowledged.filter((key) => !kept.includes(key)),
    [],
    'lost',
  );
  assert.equal(new Set(kept).size, kept.length, 'none twice');
});
