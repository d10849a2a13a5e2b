// Trading data: every chart with its table, definition and download; the address keeps the view.
import { readFile } from 'node:fs/promises';
import { expect, longTest, test } from '../harness/journey.ts';

const charts = {
  futures: [
    'Open interest',
    'Long/short ratio (accounts)',
    'Top traders (accounts)',
    'Top traders (positions)',
    'Taker buy/sell volume',
    'Liquidations',
    'Basis',
    'Funding rate',
  ],
  spot: ['Fund flow', '24h net inflow', '5d whale net flow', 'Margin long/short ratio', 'Margin loan growth', 'Isolated borrow ratio'],
};

test('the charts of both tabs are there before any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [tab, names] of Object.entries(charts)) {
    await page.goto(`/markets/trading-data/trading?tab=${tab}`);
    for (const name of names) {
      await expect(page.getByRole('figure', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('figure', { name, exact: true }).locator('svg path').first()).toBeAttached();
    }
    const card = (name: string) => page.locator('.chart-card').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const axis = (name: string) => card(name).locator('.chart-y.end span').allInnerTexts();
    if (tab === 'futures') {
      // The figure and the axis of a chart have one unit.
      await expect(card('Long/short ratio (accounts)').locator('header p')).toHaveText(/^\d\.\d\d/);
      for (const label of await axis('Long/short ratio (accounts)')) expect(label).toMatch(/^\d\.\d\d$/);
      await expect(card('Taker buy/sell volume').locator('header p')).toHaveText(/^Taker buy[\d.]+[KM]?BTCTaker sell[\d.]+[KM]?BTC$/);
    }
    // What is paid and what flows is green above zero and red below it.
    for (const name of tab === 'futures' ? ['Funding rate'] : ['24h net inflow', '5d whale net flow']) {
      const fills = await card(name)
        .locator('.chart-still path[fill]')
        .evaluateAll((bars) => bars.slice(0, 2).map((bar) => bar.getAttribute('fill')));
      expect(fills, name).toEqual(['var(--up-fill)', 'var(--down-fill)']);
    }
  }
  await context.close();
});

test('changes say over how long they are: a day in the strip, what is in sight above a chart', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=7d&period=1h');
  await expect(page.locator('.figure-strip > div').filter({ hasText: 'Open interest' })).toContainText(/%\s*24h/);
  await expect(page.locator('.chart-card').filter({ hasText: 'Open interest' }).first().locator('header p')).toContainText(/%\s*7d/);
});

test('one crosshair for all charts, moved by the keyboard and heard; a table and a file with the same figures', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=1d&period=1h');
  const chart = page.getByRole('figure', { name: 'Open interest', exact: true });
  const cursor = chart.getByRole('slider');
  await cursor.focus();
  await expect(async () => {
    await cursor.press('Home');
    await expect(cursor).toHaveAttribute('aria-valuetext', /UTC, Open interest \$/, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('figure', { name: 'Taker buy/sell volume', exact: true }).getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /Taker buy/,
  );

  await chart.getByText('Table', { exact: true }).click();
  const rows = chart.getByRole('row');
  await expect(rows).toHaveCount(25);
  const [file] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name: 'Download as CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('BTCUSDT_UMCBL-openInterest-1h.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.length).toBe(25);
  expect(lines[0]).toContain('Open interest (USD)');
  await chart.getByText('Chart', { exact: true }).click();
  const [picture] = await Promise.all([page.waitForEvent('download'), chart.getByRole('button', { name: 'Download as PNG' }).click()]);
  expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG');
});

test('pair, range and overlay are kept by the address; an unknown pair is a 404', async ({ page }) => {
  await page.goto('/markets/trading-data/trading');
  await page.getByRole('button', { name: /Choose a pair/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a pair' });
  await dialog.getByRole('searchbox').fill('zzzz');
  await expect(dialog.getByText('No data found.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('eth');
  await dialog
    .getByRole('link', { name: /^ETHUSDT/ })
    .first()
    .click();
  await expect(page).toHaveURL(/symbol=ETHUSDT_UMCBL/);
  await page.getByRole('combobox', { name: 'Overlay' }).selectOption('takerVolume');
  await page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '7d' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Overlay' })).toHaveValue('takerVolume');
  await expect(page.getByRole('figure', { name: 'Open interest', exact: true }).getByText('Taker buy/sell volume (overlay)')).toBeVisible();
  await page.getByText('How it’s calculated').first().click();
  await expect(page.getByText('OI = open contracts × contract size × price')).toBeVisible();
  expect((await page.goto('/markets/trading-data/trading?symbol=NOSUCH_UMCBL'))?.status()).toBe(404);
});

test('a chart is zoomed and moved by wheel, keys and buttons, for all charts at once, and the address keeps it', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=7d&period=1h');
  const chart = page.getByRole('figure', { name: 'Open interest', exact: true });
  const cursor = chart.getByRole('slider');
  /** All of them: hours alone stand on several days. */
  const ticks = (name: string) => page.getByRole('figure', { name, exact: true }).locator('.chart-x');
  const textOf = async (name: string) => (await ticks(name).textContent()) ?? '';
  await expect(chart.locator('canvas')).toBeVisible();
  const before = await textOf('Taker buy/sell volume');
  const box = (await cursor.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await expect(async () => {
    await page.mouse.wheel(0, -600);
    await expect(ticks('Taker buy/sell volume')).not.toHaveText(before, { timeout: 500 });
  }).toPass();
  await page.keyboard.up('Control');
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  const zoomed = await textOf('Open interest');
  await page.reload();
  await expect(ticks('Open interest')).toHaveText(zoomed);
  await expect(page.getByRole('group', { name: 'Zoom' }).getByRole('status')).toHaveText(/Showing: .* UTC/);

  await expect(async () => {
    await cursor.press('Shift+ArrowLeft');
    await expect(ticks('Basis')).not.toHaveText(zoomed, { timeout: 500 });
  }).toPass();
  const moved = await textOf('Open interest');
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(ticks('Open interest')).not.toHaveText(moved);
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(ticks('Taker buy/sell volume')).toHaveText(before);
  await expect(page).not.toHaveURL(/from=/);
});

longTest('the outermost bars are seen whole, before and after the code; lines meet the edges', async ({ page }) => {
  const address = '/markets/trading-data/trading?range=1d&period=1h';
  const still = await (await page.request.get(address)).text();
  const bars = [...still.matchAll(/ d="(M[^"]*z)"/g)]
    .map(([, d]) => [...d!.matchAll(/M(-?[\d.]+) [\d.]+h([\d.]+)/g)].map(([, x, wide]) => [Number(x), Number(x) + Number(wide)] as const))
    .filter((path) => path.length > 12);
  expect(bars.length).toBeGreaterThanOrEqual(2);
  for (const path of bars) {
    expect(path[0]![0]).toBeGreaterThanOrEqual(0);
    expect(path.at(-1)![1]).toBeLessThanOrEqual(600);
  }

  await page.goto(address);
  /** Whether anything is drawn within two pixels of the left and the right edge. */
  const edges = async (name: string) => {
    const canvas = page.getByRole('figure', { name, exact: true }).locator('canvas');
    await canvas.scrollIntoViewIfNeeded();
    await expect(canvas).toBeVisible();
    return canvas.evaluate((element: HTMLCanvasElement) => {
      const isDrawn = (x: number) =>
        element
          .getContext('2d')!
          .getImageData(x, 0, 2, element.height)
          .data.some((value) => value > 0);
      return {
        left: isDrawn(0),
        right: isDrawn(element.width - 2),
        middle: Array.from({ length: element.width / 2 }, (_, i) => isDrawn(i)).includes(true),
      };
    });
  };
  await expect.poll(() => edges('Taker buy/sell volume')).toEqual({ left: false, right: false, middle: true });
  await expect.poll(() => edges('Open interest')).toEqual({ left: true, right: true, middle: true });
});

test('open interest in dollars, coins and contracts; all series in one file; a chart by itself on the whole screen', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=1d&period=1h');
  const chart = page.getByRole('figure', { name: 'Open interest', exact: true });
  const units = page.getByRole('navigation', { name: 'Unit' });
  for (const [unit, label] of [
    ['BTC', 'In coins'],
    ['Contracts', 'In contracts'],
    ['USD', 'Open interest'],
  ] as const) {
    await units.getByRole('link', { name: unit, exact: true }).click();
    await expect(chart.locator('.chart-keys').getByText(label, { exact: true })).toBeVisible();
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export all' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines[0]).toContain('openInterest.contracts');
  expect(lines[0]).toContain('fundingRate.annual');
  expect(lines.length).toBeGreaterThan(24);
  await chart.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('chart-card');
});

test('an open chart goes on by the socket: no call is made, and its newest figure moves', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=1d&period=1h');
  const chart = page.getByRole('figure', { name: 'Taker buy/sell volume', exact: true });
  await chart.getByText('Table', { exact: true }).click();
  const newest = chart.getByRole('row').nth(1);
  await expect(newest).toContainText('in progress');
  const before = await newest.innerText();
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/tradingData/series') && asked.push(request.url())));
  await expect(newest).not.toHaveText(before);
  expect(asked).toEqual([]);
});

for (const [locale, title, network] of [
  ['zh-CN', '交易数据', '各合约资金费率'],
  ['ar', 'بيانات التداول', 'التمويل حسب العقد'],
] as const) {
  (locale === 'ar' ? test : longTest)(`${locale}: the whole network with the funding of every contract`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('/tradingData/funding') && asked.push(request.url())));
    const answered = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent(
          'framereceived',
          ({ payload }) => String(payload).includes('"channel":"funding"') && String(payload).includes('BTCUSDT_UMCBL'),
        ),
      );
    await page.goto(`/${locale}/markets/trading-data/wholeNetwork`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const table = page.getByRole('region', { name: network });
    await expect(table.getByRole('row')).toHaveCount(21);
    await answered;
    expect(asked, 'the table goes on by the socket').toEqual([]);
  });
}

longTest('the markets of the exchange by turnover, each a way to its list', async ({ page }) => {
  await page.goto('/markets/trading-data/wholeNetwork');
  const markets = page.getByRole('region', { name: 'Markets by turnover' });
  await expect(markets.getByRole('row').filter({ hasText: 'USDT-M' })).toContainText(/\$[\d.]+[BM].*\d\.\d%/);
  await expect(markets.getByRole('row').filter({ hasText: 'Spot EUR' }).locator('img')).toHaveAttribute('src', /\/eur\.[0-9a-f]{8}\.svg$/);
  await markets.getByRole('link', { name: 'Spot USDT' }).click();
  await expect(page).toHaveURL(/\/markets\/spot$/);
});

for (const currency of ['USD', 'EUR'])
  (currency === 'EUR' ? test : longTest)(
    `labels of every axis are round in the unit that is read, and so are times: ${currency}`,
    async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'currency', value: currency, url: baseURL! }]);
      await page.goto('/markets/trading-data/trading?range=90d&period=1d');
      const worth: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };
      const figures = page.getByRole('figure');
      // And the one of several exchanges, and the map of levels.
      await expect(figures).toHaveCount(charts.futures.length + 2);
      for (const figure of await figures.all()) {
        const texts = await figure.locator('.chart-y.end > span').allInnerTexts();
        const said = `${await figure.getAttribute('aria-label')}: ${texts.join(' ')}`;
        expect(texts.length, said).toBeGreaterThanOrEqual(3);
        expect(texts.length, said).toBeLessThanOrEqual(6);
        const values = texts.map((text) => Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * (worth[text.at(-1)!] ?? 1));
        const step = Math.max(...values.slice(1).map((value, i) => Math.abs(value - values[i]!)));
        const [digits = ''] = step.toExponential(5).split('e');
        expect([1, 2, 2.5, 5], said).toContain(Number(digits));
        for (const value of values) expect(Math.abs(value / step - Math.round(value / step)), said).toBeLessThan(1e-6);
      }
      // Ninety days, by the first days of months.
      const times = await page.getByRole('figure', { name: 'Open interest' }).locator('.chart-x > span').allInnerTexts();
      expect(times.length).toBeGreaterThanOrEqual(2);
      for (const time of times) expect(time).toMatch(/^\w{3} 1$/);
    },
  );

test('the order of funding is chosen in one line, on phones, tablets and desks', async ({ page }) => {
  for (const path of ['/markets/trading-data/wholeNetwork', '/de/markets/trading-data/wholeNetwork']) {
    await page.goto(path);
    const options = page.locator('.funding-order label');
    await expect(options).toHaveCount(3);
    const lines = () =>
      options.evaluateAll((labels) =>
        labels.map((label) => {
          const words = document.createRange();
          words.selectNodeContents(label.lastChild!);
          return words.getClientRects().length;
        }),
      );
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(lines, `${path} at ${width} px`).toEqual([1, 1, 1]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
  }
});

test('funding counts down by the clock of the server, whatever the machine’s says', async ({ page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 3 * 3_600_000;
  });
  const answered = page.waitForResponse('**/mix/public/time');
  await page.goto('/markets/trading-data/trading');
  const funding = page.locator('.figure-strip > div').filter({ hasText: 'Funding rate' });
  const told = async () => {
    const { data } = (await (await page.request.get('/v1/mix/tradingData/now?symbolId=BTCUSDT_UMCBL')).json()) as {
      data: { funding: { nextAt: number }; asOf: number };
    };
    const [hours, minutes, seconds] = ((await funding.textContent())!.match(/(\d\d):(\d\d):(\d\d)/) ?? []).slice(1).map(Number);
    return Math.abs(data.funding.nextAt - data.asOf - (hours! * 3600 + minutes! * 60 + seconds!) * 1_000) < 60_000;
  };
  await answered;
  await expect.poll(told).toBe(true);
  const before = await funding.textContent();
  await expect(funding).not.toHaveText(before!);
  await expect.poll(told).toBe(true);
});
