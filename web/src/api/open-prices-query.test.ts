import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query';
import { dayMs, hourMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Api } from './client.ts';
import { openPrices } from './open-prices-query.ts';
import { createQueryClient } from './queries.ts';

/** Midnight on UTC+8. */
const midnight = Date.UTC(2026, 10, 12, 16);
const base = 480;

/** A page from two hours before midnight on, whose clock is ahead of the server's by so much; each day opens with its own number. */
async function pageAt(t: TestContext, { aheadMs = 0, readsUntil = -Infinity, isAway = (): boolean => false } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: midnight - 2 * hourMs + aheadMs });
  const serverNow = () => Date.now() - aheadMs;
  let asked = 0;
  const call = async () => {
    asked++;
    if (isAway()) throw new Error('away');
    const day = Math.floor((serverNow() - midnight) / dayMs);
    const symbolKlines = [
      { symbolId: 'NEWUSDT', openPrice: '1', openTime: midnight + day * dayMs + hourMs },
      { symbolId: 'BTCUSDT', openPrice: String(day), openTime: midnight + day * dayMs },
    ];
    return { symbolKlines, isWhole: serverNow() >= readsUntil };
  };
  const api = { call } as unknown as Api;
  const client = createQueryClient(false);
  const observer = new QueryObserver(client, openPrices(api, 'spot', base));
  const leave = observer.subscribe(() => {});
  t.after(() => {
    leave();
    client.clear();
  });
  const pass = async (ms: number, stepMs: number, afterStep = () => {}) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      t.mock.timers.tick(stepMs);
      await turn();
      afterStep();
    }
  };
  await pass(secondMs, secondMs);
  return {
    pass,
    /** To that time of the server's. */
    passTo: (ms: number, stepMs: number, afterStep?: () => void) => pass(ms - serverNow(), stepMs, afterStep),
    render: () => observer.setOptions(client.defaultQueryOptions(openPrices(api, 'spot', base))),
    opened: () => observer.getCurrentResult().data?.opens['BTCUSDT'],
    asked: () => asked,
  };
}

describe('openings of a day', () => {
  before(() => environmentManager.setIsServer(() => false));
  after(() => environmentManager.setIsServer(() => typeof window === 'undefined'));
  afterEach(() => focusManager.setFocused(undefined));

  it('are those of the new day for who comes back to a page that was in the background over midnight', async (t) => {
    const page = await pageAt(t);
    assert.equal(page.opened(), '-1');
    focusManager.setFocused(false);
    await page.passTo(midnight + 5 * secondMs, minuteMs);
    assert.equal(page.opened(), '0');
    await page.passTo(midnight + 3 * dayMs + minuteMs, hourMs);
    assert.equal(page.opened(), '3');
    assert.equal(page.asked(), 5, 'once a day');
  });

  it('are asked for after midnight however often the page is drawn meanwhile', async (t) => {
    const page = await pageAt(t);
    await page.passTo(midnight - minuteMs, minuteMs, page.render);
    await page.passTo(midnight + 5 * secondMs, 500, page.render);
    assert.equal(page.opened(), '0');
    assert.equal(page.asked(), 2);
  });

  it('are asked for after midnight by a page that was asleep then', async (t) => {
    const page = await pageAt(t);
    t.mock.timers.setTime(Date.now() + 9 * hourMs);
    page.render();
    await page.pass(10 * secondMs, secondMs, page.render);
    assert.equal(page.opened(), '0');
  });

  it('are those of the new day soon also where the clock is ahead of the server', async (t) => {
    for (const aheadMs of [4 * secondMs, 10 * minuteMs])
      await t.test(`by ${aheadMs} ms`, async (t) => {
        const page = await pageAt(t, { aheadMs });
        await page.passTo(midnight - secondMs, secondMs, page.render);
        assert.equal(page.opened(), '-1');
        await page.passTo(midnight + minuteMs, secondMs, page.render);
        assert.equal(page.opened(), '0');
        assert.ok(page.asked() < 30, `${page.asked()} times`);
      });
  });

  it('that the server is still reading, or could not tell, are asked for again, and the server is not pressed', async (t) => {
    let isAway = false;
    const page = await pageAt(t, { readsUntil: midnight - 2 * hourMs + 20 * secondMs, isAway: () => isAway });
    await page.pass(minuteMs, secondMs);
    assert.equal(page.asked(), 4);
    await page.passTo(midnight - minuteMs, minuteMs);
    assert.equal(page.asked(), 4);
    isAway = true;
    await page.passTo(midnight + 10 * minuteMs, secondMs);
    assert.equal(page.opened(), '-1');
    assert.ok(page.asked() < 20, `${page.asked()} times`);
    isAway = false;
    await page.pass(minuteMs, secondMs);
    assert.equal(page.opened(), '0');
  });
});
