// Every list by its address, and what one does with a list beside reading it.
import { readFileSync } from 'node:fs';
import { type Page } from '@playwright/test';
import { expect, isLong, longTest, test } from '../harness/journey.ts';
import { connectionBadge, priceOf, rowOf } from '../harness/market-list.ts';

/** The fewest rows a first answer has; short lists have what there is. */
const lists: readonly (readonly [path: string, rows: number])[] = [
  ['/markets/spot', 50],
  ['/markets/spot/all/USDT', 50],
  ['/markets/spot/all/USDC', 50],
  ['/markets/spot/all/BTC', 20],
  ['/markets/spot/all/ETH', 5],
  ['/markets/spot/all/EUR', 10],
  ['/markets/spot/defi', 50],
  ['/markets/spot/meme/USDT', 20],
  ['/markets/futures', 50],
  ['/markets/futures/usdc-m', 50],
  ['/markets/futures/coin-m', 10],
  ['/markets/margin', 50],
  ['/markets/margin/cross', 50],
  ['/markets/margin/isolated/layer-1', 20],
  ['/markets/onChain', 50],
  ['/markets/onChain?list=newPicks', 10],
  ['/markets/onChain?list=volume&chain=solana', 20],
  ['/markets/onChain?list=fdv', 50],
  ['/markets/onChain?list=holders', 50],
];

test('every list is in the first answer of the server, in three languages', async ({ request }) => {
  for (const locale of ['', '/zh-CN', '/ar']) {
    // The same code in other words.
    for (const [path, fewest] of locale === '' || isLong ? lists : lists.filter((_, at) => at % 4 === 0)) {
      const response = await request.get(locale + path);
      const html = await response.text();
      expect(response.status(), locale + path).toBe(200);
      expect(html.match(/<tr[^>]*class="mr"/g)?.length ?? 0, locale + path).toBeGreaterThanOrEqual(fewest);
      // A word that is not there is shown by its id.
      expect(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''), locale + path).not.toMatch(/>(?:lists|table|markets)\.[a-zA-Z.]+</);
    }
  }
});

test('what names nothing is a 404', async ({ request }) => {
  for (const path of [
    '/markets/spot/no-such-sector',
    '/markets/spot/all/XYZ',
    '/markets/margin/sideways',
    '/markets/margin/all/no-such-sector',
    '/markets/futures/usd-m',
    '/markets/futures/coin-m/x',
    '/markets/onChain?chain=nowhere',
    '/markets/coin/NOSUCHCOIN',
    '/markets/coin',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

for (const [path, symbolId] of [
  ['/ar/markets/futures/coin-m', 'BTCUSD_DMCBL'],
  ['/zh-CN/markets/margin', 'BTCUSDT'],
] as const) {
  (symbolId === 'BTCUSDT' ? longTest : test)(`prices move on ${path}`, async ({ page }) => {
    await page.goto(path);
    const first = await priceOf(page, symbolId).textContent();
    await expect(priceOf(page, symbolId)).not.toHaveText(first ?? '');
  });
}

test('contracts show mark, index, funding with what is left of it, and open interest; deliveries count down to their day', async ({
  page,
}) => {
  await page.goto('/markets/futures');
  const row = rowOf(page, 'BTCUSDT_UMCBL');
  await expect(row.locator('.c-mark')).toContainText(/\d.*\d/);
  await expect(row.locator('.c-funding')).toContainText(/[+\u2212]?\d\.\d{4}%/);
  const rates = await page
    .locator('.c-funding .chg')
    .evaluateAll((cells) => cells.map(({ className, textContent }) => [className, textContent ?? '']));
  for (const [kind, text] of rates) {
    const percent = Number(text.replace('\u2212', '-').replace('%', ''));
    expect(kind, text).toBe(percent < 0 ? 'chg d' : percent > 0.01 ? 'chg u' : 'chg');
  }
  await expect(row.locator('.c-oi')).toContainText(/\$[\d.]+[BMT]/);
  const left = row.locator('.c-funding .sub');
  await expect(left).toHaveText(/\d\d:\d\d:\d\d/);
  const before = await left.textContent();
  await expect(left).not.toHaveText(before ?? '');
  await page
    .getByRole('columnheader', { name: /^Funding/ })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/sort=funding/);
  await page.getByRole('navigation', { name: 'Contract type' }).getByRole('link', { name: 'Coin-M' }).click();
  await expect(page).toHaveURL(/coin-m/);
  const delivery = page.getByRole('row').filter({ hasText: 'Delivery' }).first();
  await expect(delivery.locator('.c-coin')).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/);
  await expect(delivery.locator('.c-funding .sub')).toHaveText(/\d+d \d\d:\d\d:\d\d/);
});

const menuOf = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name }).click();
  return page.getByRole('menu', { name });
};

test('columns are chosen, kept in the address, and there from the first answer', async ({ page, request }) => {
  await page.goto('/markets/spot');
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByRole('checkbox', { name: 'Market cap' }).uncheck();
  await chooser.getByRole('checkbox', { name: 'Listed' }).check();
  // With the keys to the front, and the price behind the change by the pointer.
  await chooser.getByRole('button', { name: 'Move Listed' }).focus();
  await page.keyboard.press('Home');
  await expect(chooser.getByText('Listed: position 1 of 6')).toBeAttached();
  await expect(page).toHaveURL(/cols=listed%2Cprice%2Cchange%2Chl%2Cturnover%2Cspark/);
  const [price, change] = [chooser.getByRole('button', { name: 'Move Price' }), chooser.getByRole('button', { name: 'Move 24h change' })];
  await price.hover();
  await page.mouse.down();
  // Not by hover(), which goes after a row that has moved away; and beside the handles, as hands do.
  const below = (await change.boundingBox())!;
  await page.mouse.move(below.x + 3 * below.width, below.y + below.height / 2, { steps: 3 });
  await expect(chooser.getByRole('listitem').nth(1)).toContainText('24h change');
  await page.mouse.up();
  await expect(page).toHaveURL(/cols=listed%2Cchange%2Cprice%2Chl%2Cturnover%2Cspark/);
  await chooser.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('columnheader', { name: 'Market cap' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Listed' })).toBeVisible();
  await expect(rowOf(page, 'BTCUSDT').locator('.c-listed')).toHaveText(/20\d\d/);
  await page.getByRole('columnheader', { name: 'Listed' }).getByRole('button').click();
  await expect(page).toHaveURL(/cols=.*listed.*&sort=listed/);
  expect(await (await request.get(page.url())).text()).toMatch(/<td role="cell" class="c-listed/);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.reload();
  await expect(page.locator('.mt-head th').nth(2)).toHaveText('Listed');
  await expect(page.getByRole('columnheader', { name: 'Listed' })).toHaveAttribute('aria-sort', 'descending');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  expect(errors).toEqual([]);
});

test('changes are measured against the chosen base, here, after a reload and on other lists', async ({ page, request }) => {
  await page.goto('/markets/spot');
  const menu = await menuOf(page, /^Change since/);
  await menu.getByRole('menuitemradio', { name: 'UTC+8', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Change (UTC+8)' })).toBeVisible();
  // Opens of a day that nobody has asked for yet are read first.
  let open = NaN;
  await expect(async () => {
    const { symbolKlines } = (await (await request.post('/v1/kline/getOpenPrice', { data: { bussiness: 'sp', timezone: 480 } })).json())
      .data as { symbolKlines: { symbolId: string; openPrice: string }[] };
    open = Number(symbolKlines.find(({ symbolId }) => symbolId === 'BTCUSDT')!.openPrice);
  }).toPass();
  await expect(async () => {
    const [price, change] = (await Promise.all(
      ['.c-price .px', '.c-change'].map((cell) => rowOf(page, 'BTCUSDT').locator(cell).textContent()),
    )) as [string, string];
    const expected = (Number(price.replaceAll(',', '')) / open - 1) * 100;
    expect(Math.abs(Number(change.replace('\u2212', '-').replace('%', '')) - expected)).toBeLessThan(0.06);
  }).toPass();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Change (UTC+8)' })).toBeVisible();
  await expect(rowOf(page, 'BTCUSDT').locator('.c-change')).toHaveText(/%/);
  await page.goto('/markets/futures?sort=change&dir=desc');
  await expect(page.getByRole('columnheader', { name: 'Change (UTC+8)' })).toHaveAttribute('aria-sort', 'descending');
});

test('a sorted list comes alive as the server wrote it, however the prices move meanwhile', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  for (const path of [
    '/markets/spot/all/BTC?sort=change&dir=asc',
    '/markets/futures?sort=change&dir=desc',
    ...(isLong ? ['/markets/spot?sort=change&dir=desc', '/markets/spot?sort=price&dir=asc'] : []),
  ]) {
    // What pairs quoted in bitcoin are worth is known though bitcoin itself is not among the rows.
    expect(await (await page.request.get(path)).text(), path).not.toMatch(/class="sub fiat"><span class="num">--/);
    await page.goto(path);
    await expect(connectionBadge(page)).toHaveClass(/live/);
    // A row that answers has come alive, and what differs is said while that happens.
    const name = (await page.locator('.mt-body .star[aria-pressed="false"]').first().getAttribute('aria-label'))!;
    const star = page.locator('.mt-body').getByRole('button', { name, exact: true });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    expect(errors, path).toEqual([]);
  }
});

test('Back takes back an order and a filter before it leaves the list', async ({ page }) => {
  await page.goto('/markets/futures');
  await page.goto('/markets/spot');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await page.getByRole('columnheader', { name: '24h change' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=change&dir=desc$/);
  // Letters that come together and letters that are sent one by one are one filter.
  const field = page.getByRole('searchbox', { name: /^Filter/ });
  await field.pressSequentially('et');
  await expect(page).toHaveURL(/sort=change&dir=desc&q=et$/);
  await field.pressSequentially('h');
  await expect(page).toHaveURL(/sort=change&dir=desc&q=eth$/);
  await expect(field).toHaveValue('eth');
  await page.goBack();
  await expect(page).toHaveURL(/sort=change&dir=desc$/);
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/\/markets\/spot$/);
  await expect(page.getByRole('columnheader', { name: '24h change' })).not.toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(page).toHaveURL(/\/markets\/futures$/);
});

longTest('a list is saved as a file', async ({ page }) => {
  await page.goto('/markets/spot/all/BTC?sort=name&dir=asc');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^tidemark-spot-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe('symbolId,base,quote,name,price,change,high24h,low24h,turnover24h,marketCapUsdt,simulated');
  expect(lines.slice(1).every((line) => line.endsWith(',true'))).toBe(true);
  expect(lines.slice(1).every((line) => line.split(',')[2] === 'BTC')).toBe(true);
  const bases = lines.slice(1).map((line) => line.split(',')[1]!);
  expect(bases).toEqual(bases.toSorted());
  await expect(page.getByRole('status')).toContainText(`${bases.length} rows`);
});

test('onchain lists give the reason of a risk', async ({ page }) => {
  await page.goto('/markets/onChain');
  const chips = page.getByRole('button', { name: /^Risks of/ }).first();
  await chips.click();
  await expect(page.getByRole('dialog', { name: 'Risks' })).toContainText(/\.$/);
});

test('the onchain list is whole: cards above it, more of it, sorted by any column, and as a file', async ({ page }) => {
  await page.goto('/markets/onChain?list=volume');
  await expect(page.locator('.oc-places').getByRole('link')).toHaveCount(3);
  const rows = page.locator('.oc .mt-body tr');
  await expect(rows).toHaveCount(60);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(60);
  const holders = page.getByRole('columnheader', { name: 'Holders' });
  await holders.getByRole('button').click();
  await expect(holders).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=holders&dir=desc/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^tidemark-onchain-.*\.csv$/);
});

test('a token tells its address and where to look it up, is starred for this browser, and the list has the columns one wants', async ({
  page,
}) => {
  await page.goto('/markets/onChain?list=volume&chain=ethereum&q=LINK');
  const row = page.locator('.oc .mt-body tr').first();
  await row.locator('button.coin').click();
  const dialog = page.getByRole('dialog', { name: 'LINK · Ethereum' });
  const address = (await dialog.locator('.address').textContent())!;
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await expect(dialog.getByRole('link', { name: 'View on explorer' })).toHaveAttribute('href', `https://etherscan.io/token/${address}`);
  await expect(dialog).toContainText('Simulated data');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await dialog.getByRole('button', { name: 'Favorite LINK' }).click();
  await page.keyboard.press('Escape');
  await page.goto('/markets/onChain?list=volume');
  await expect(page.locator('.oc .mt-body tr')).toHaveCount(60);
  await page.getByRole('button', { name: 'Favorites', exact: true }).click();
  await expect(page.locator('.oc .mt-body tr')).toHaveCount(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Top 10 holders' }).check();
  await columns.getByRole('checkbox', { name: 'Liquidity' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Top 10 holders' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Liquidity' })).toHaveCount(0);
  await expect(page).toHaveURL(/cols=/);
});

test('a row opens the coin beside the list, under an address of its own', async ({ page }) => {
  await page.goto('/markets/spot?sort=name&dir=asc&q=bitcoin');
  await rowOf(page, 'BTCUSDT').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/markets\/coin\/BTCUSDT$/);
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'BTC/USDT' })).toBeVisible();
  await expect(panel.locator('canvas').first()).toBeVisible();
  await panel.getByRole('radio', { name: '15m' }).check({ force: true });
  await panel.getByRole('radio', { name: 'Table' }).check({ force: true });
  await expect(
    panel
      .getByRole('region', { name: /BTC\/USDT candlestick chart, 15m/ })
      .getByRole('row')
      .nth(20),
  ).toBeAttached();
  await panel.getByRole('link', { name: /BTC\/USDT.*USDT-M/ }).click();
  await expect(page).toHaveURL(/\/markets\/coin\/BTCUSDT_UMCBL$/);
  await expect(panel.locator('.coin-figures').getByText('Funding rate')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/markets\/spot\?sort=name&dir=asc&q=bitcoin$/);
  await page.goBack();
  await page.goForward();
});

test('the page of a coin has its name in the title, leads back to its list and is found in small letters', async ({ page }) => {
  await page.goto('/markets/coin/ethusdt');
  await expect(page).toHaveURL(/\/markets\/coin\/ETHUSDT$/);
  await expect(page).toHaveTitle(/^ETH\/USDT · /);
  await expect(page.getByRole('link', { name: 'All spot markets' })).toHaveAttribute('href', '/markets/spot');
  await page.goto('/markets/coin/ETHUSDT_UMCBL');
  await expect(page).toHaveTitle(/^ETH\/USDT USDT-M · /);
  await expect(page.getByRole('main').getByRole('link', { name: 'Futures', exact: true })).toHaveAttribute('href', '/markets/futures');
  await expect(page.locator('.candles-legend')).toContainText(/\d\d:\d\d UTC/);
});

test('the page of a coin: figures, sectors, markets, candles that move, keyboard, what it is', async ({ page }) => {
  await page.goto('/markets/coin/ETH?interval=1m');
  await expect(page.getByRole('heading', { level: 1, name: 'ETH/USDT' })).toBeVisible();
  const sectors = page.getByRole('region', { name: 'Sectors' });
  await expect(sectors.getByRole('link', { name: 'Layer 1' })).toHaveAttribute('href', '/markets/spot/layer-1');
  await expect(page.getByRole('heading', { name: 'Futures' })).toBeVisible();
  const plot = page.getByRole('application', { name: /ETH\/USDT candlestick chart, 1m/ });
  await expect(plot.locator('canvas').first()).toBeVisible();
  const words = page.locator('.candles-legend');
  const first = await words.textContent();
  await expect(words).not.toHaveText(first ?? '');
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(words).toContainText('Open');
  const about = page.getByRole('region', { name: 'About Ethereum' });
  await expect(about).toContainText('Ethereum launched in 2015.');
  await expect(about.getByRole('link', { name: 'News about ETH' })).toHaveAttribute('href', '/markets/trends?coin=ETH');
});
