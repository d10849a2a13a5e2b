// The server dies under an open page and comes back. The page says so meanwhile, returns by itself, and never goes back in time.
import { startApp, type App } from '../harness/app.ts';
import { expect, test } from '../harness/journey.ts';
import { connectionBadge, priceOf } from '../harness/market-list.ts';
import { startScriptedExchange, type ScriptedExchange } from '../harness/scripted-exchange.ts';

let app: App;
let exchange: ScriptedExchange;
let price = 40_000;
test.beforeAll(async () => {
  // No price comes twice, so that every one that is shown can be told from all others.
  exchange = await startScriptedExchange(() => (price += 1));
  app = await startApp({ env: exchange.env });
});
test.afterAll(async () => {
  await app?.stop();
  await exchange?.stop();
});

test('killed and restarted: the page reconnects by itself and never shows an older price after a newer one', async ({ page }) => {
  // Everything heard, in the order of its number; the page's own observer notes everything shown.
  const heard: { last: string; seq: number }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(payload.toString()) as { data?: unknown[][] };
      for (const row of frame.data ?? []) if (row[0] === 'BTCUSDT') heard.push({ last: String(row[1]), seq: Number(row[7]) });
    }),
  );
  await page.goto(`${app.url}/markets/spot`);
  const cell = priceOf(page, 'BTCUSDT').locator('.num');
  await expect(cell).toBeVisible();
  // The row may be drawn anew while it is watched, so it is looked up again at every change of the table.
  await cell.evaluate((element) => {
    const price = () => document.querySelector('a[href$="/markets/coin/BTCUSDT"]')?.closest('tr')?.querySelector('.px .num')?.textContent;
    const shown: string[] = [element.textContent ?? ''];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const text = price();
      if (text && text !== shown.at(-1)) shown.push(text);
    }).observe(element.closest('table')!, { subtree: true, childList: true, characterData: true });
  });
  await expect.poll(() => heard.length).toBeGreaterThan(3);

  await app.kill9();
  const badge = connectionBadge(page);
  await expect(badge).toHaveClass(/lost/);
  const heardBefore = heard.length;
  const lastBefore = heard.at(-1)!;
  await app.restart();
  await expect(badge).toHaveClass(/live/);
  await expect.poll(() => heard.length).toBeGreaterThan(heardBefore + 5);
  expect(heard.at(-1)!.seq).toBeGreaterThan(lastBefore.seq);

  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  const plain = (text: string) => Number(text.replaceAll(',', ''));
  const inOrder = heard.toSorted((a, b) => a.seq - b.seq);
  let at = -1;
  // The first one came with the page, before anything was heard.
  for (const text of shown.slice(1).map(plain)) {
    const next = inOrder.findIndex((price, index) => index > at && Number(price.last) === text);
    expect(next, `${text} was shown after a newer price`).toBeGreaterThan(at);
    at = next;
  }
});
