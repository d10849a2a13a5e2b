// Rankings, top movers, sectors, heat map and price change distribution, as a visitor meets them.
import { type Page } from '@playwright/test';
import { expect, longTest, test } from '../harness/journey.ts';

/** Scripts run and prices flow. */
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(page.locator('.connection.live').first()).toBeAttached();
};

/** Answers of a call wait until they are let go. */
const holdBack = async (page: Page, call: string) => {
  const held = Promise.withResolvers<void>();
  await page.route(`**/${call}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return { release: () => held.resolve() };
};

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the first answer of the server has the ranking, its rule and the sectors', async ({ page }) => {
    await page.goto('/markets/rank');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top gainers');
    // No more are promised than are counted.
    const promised = parseInt(await page.getByText(/^\d+\+ coins/).innerText(), 10);
    await expect(page.getByText(`of ${promised} coins qualify`)).toBeVisible();
    await expect(page.getByText(/Minimum 24h turnover .\$50\.00K/)).toBeVisible();
    await expect(page.locator('.rank-table tbody tr').first()).toBeVisible();
    // On a day when nearly everything falls few coins gain; turnover has everybody.
    await page.goto('/markets/rank/turnover');
    expect(await page.locator('.rank-table tbody tr').count()).toBeGreaterThanOrEqual(20);
    await page.goto('/markets/leading?view=coins');
    expect(await page.locator('.heat .tile').count()).toBeGreaterThanOrEqual(100);
  });
});

test('list, market and window of a ranking stay in the address', async ({ page }) => {
  await open(page, '/markets/rank');
  // A press is answered before the answers are there: the page by a bar, a ranking by itself.
  const title = await holdBack(page, 'getTdkMltQueryList');
  const ranking = await holdBack(page, 'indexLeaderboardNew');
  await page.getByRole('navigation', { name: 'Rankings' }).getByRole('link', { name: 'Losers', exact: true }).click();
  await expect(page.locator('.page-progress')).toBeVisible();
  title.release();
  await expect(page).toHaveURL(/\/markets\/rank\/losers$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top losers');
  await expect(page.locator('.rank-table')).toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('.page-progress')).toHaveCount(0);
  ranking.release();
  await expect(page.locator('.rank-table tbody tr').first().locator('.k-chg')).toContainText('−');
  await page.getByRole('link', { name: '7d', exact: true }).click();
  await expect(page.getByRole('link', { name: '7d', exact: true })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('navigation', { name: 'Market', exact: true }).getByRole('link', { name: 'Futures' }).click();
  await expect(page).toHaveURL(/losers\?line=futures&window=7d$/);
  await expect(page.getByRole('navigation', { name: 'Market', exact: true }).getByRole('link', { name: 'Futures' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('link', { name: 'Popular' }).click();
  await expect(page).toHaveURL(/\/markets\/rank\?tab=popular&line=futures$/);
  // The address changes a moment before the page does, and a file is of what is shown.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Popular coins');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/ranking-hot-\d{4}-\d\d-\d\d\.csv$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Popular coins');
});

test('top movers are counted by kind, filtered by it, and come by the socket', async ({ page }) => {
  const received = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes('"topic":"movers"') && resolve()),
    );
  });
  await page.goto('/markets/change');
  await received;
  const menu = page.getByRole('navigation', { name: /Event types/ });
  await expect(menu.getByRole('link', { name: /^All [1-9]/ })).toBeVisible();
  await expect(page.locator('.mover-feed .k-act a').first()).toHaveAttribute('href', /\/price-alert\?symbol=[A-Z0-9_]+&toward=(up|down)$/);
  await menu.getByRole('link', { name: /^Pullback/ }).click();
  await expect(page).toHaveURL(/type=pullback/);
  // What was shown before stays until the answer is there.
  await expect
    .poll(async () => (await page.locator('.mover-feed tbody .k-what').allTextContents()).filter((what) => !what.includes('Pullback')))
    .toEqual([]);
  await expect(page.getByText('How events are detected')).toBeVisible();
});

longTest('the scale of the heat map is written in the language of its reader', async ({ page }) => {
  await page.goto('/de/markets/leading?view=coins');
  const steps = await page.locator('.scale i').allTextContents();
  expect(steps).toEqual(['\u22126\u00a0%', '\u22123', '\u22121,5', '\u22120,3', '0', '0,3', '1,5', '3', '6\u00a0%']);
});

test('the heat map is walked with the keys and has a table twin; a bar opens its coins', async ({ page }) => {
  await open(page, '/markets/leading?view=coins');
  const first = page.locator('.heat .tile').first();
  await first.focus();
  await expect(page.locator('.heat-detail')).toContainText('BTC');
  await page.keyboard.press('ArrowRight');
  await expect(first).not.toBeFocused();
  await expect(page.locator('.heat .tile:focus')).toHaveCount(1);
  await page.locator('.choices').getByText('Table', { exact: true }).click();
  await expect(page.locator('.twin tbody tr').first()).toContainText('BTC');
  await page.locator('.bins-twin summary').click();
  await expect(page.locator('.bins-twin tbody tr')).toHaveCount(11);
  await expect(page.locator('.bins-twin tbody tr').first()).toContainText('≤ −10%');
  const counted = await page.locator('.bins-twin tbody tr td:nth-child(2)').allTextContents();
  expect(counted.reduce((sum, text) => sum + Number(text.replace(',', '')), 0)).toBeGreaterThan(100);
  const bar = page.locator('.rise-bars button.u').first();
  await bar.click();
  await expect(page.locator('.bin-table tbody tr').first()).toContainText('+');
  await bar.click();
  await expect(page.locator('.bin-table')).toHaveCount(0);
});

test('section 2: a sector has its page; an unknown one, or none, leads back to the list with the message', async ({ page }) => {
  await open(page, '/markets/leading');
  await page.locator('.sector-link').first().click();
  await expect(page).toHaveURL(/leadingDetail\/[a-z0-9-]+$/);
  await expect(page.getByRole('heading', { name: 'Coins', exact: true })).toBeVisible();
  const sector = await page.getByRole('heading', { level: 1 }).innerText();
  await expect(page).toHaveTitle(`${sector} · Crypto Sector in Detail: Coins, Change, Volume | Tidemark`);
  for (const path of ['/markets/leadingDetail/nope', '/markets/leadingDetail']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/markets\/leading\?missing=1$/);
    await expect(page.getByText('There is no details page for the current sector.')).toBeVisible();
  }
});
