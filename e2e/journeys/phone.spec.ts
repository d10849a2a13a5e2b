// What a phone has instead of the wide header: the sheet behind the menu button, the bottom bar, two-line rows.
import { type Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { rowOf, rowsOf } from '../harness/market-list.ts';
import { logInAsNewUser } from '../harness/person.ts';
import { wordOf } from '../harness/words.ts';

test('language, currency and theme are chosen in a sheet', async ({ page }) => {
  await page.goto('/markets/spot');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Currency').selectOption('EUR');
  await sheet.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await sheet.getByLabel('Language').selectOption('zh-CN');
  await expect(page).toHaveURL(/\/zh-CN\/markets\/spot/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await expect(rowOf(page, 'BTCUSDT')).toContainText('€');
});

test('the page never scrolls sideways, and the bottom bar leads to the markets', async ({ page }) => {
  for (const path of ['/markets/spot', '/ar/markets/spot', '/zh-CN/markets/futures']) {
    await page.goto(path);
    await expect(rowsOf(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto('/markets/overview');
  await page.locator('nav').last().getByRole('link', { name: 'Markets' }).click();
  await expect(page).toHaveURL(/\/markets\/spot$/);
});

test('the first row of a list is in sight: what is chosen above it takes two lines', async ({ page }) => {
  for (const path of ['/markets/spot', '/de/markets/spot', '/markets/futures', '/markets/margin']) {
    await page.goto(path);
    await expect(page.locator('.list-tools .btn[aria-haspopup]').first()).toBeVisible();
    // It says how old prices are where they are old, and moves everything below it.
    await expect(page.locator('.stale-band')).toHaveCount(0);
    const top = await rowsOf(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().top + scrollY);
    expect(top, path).toBeLessThanOrEqual(260);
  }
  await page.goto('/markets/futures/coin-m');
  await expect(
    rowsOf(page)
      .filter({ hasText: /[A-Z][a-z]{2} \d{1,2}, 20\d\d/ })
      .first(),
  ).toBeVisible();
});

test('on the narrowest phones nothing of a row lies over its pair', async ({ page }) => {
  for (const [path, width] of [
    ['/markets/spot', 320],
    ['/markets/spot', 360],
    ['/de/markets/spot', 390],
    ['/markets/futures/coin-m', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await expect(rowsOf(page).first()).toBeVisible();
    const overlaps = await page.locator('.mt-body .mr').evaluateAll((rows) =>
      rows.map((row) => {
        const end = row.querySelector('.coin > span:last-child')!.getBoundingClientRect().right;
        const starts = [...row.querySelectorAll('.c-spark, .c-price')]
          .map((cell) => cell.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .map((box) => box.left);
        return { by: end - Math.min(...starts), row: (row as HTMLElement).innerText };
      }),
    );
    expect(overlaps.length).toBeGreaterThan(5);
    expect(
      overlaps.filter(({ by }) => by > 1),
      `${path} at ${width}`,
    ).toEqual([]);
  }
});

test('Arabic: the way to more stands beside the name, names begin under their tickers, nothing leaves its place', async ({ page }) => {
  await page.goto('/ar/markets/overview');
  const board = page.locator('.ov-realTimeLeaderboard');
  // Of those that have gained there may be few, or none, in a market that falls.
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  await board
    .getByText(wordOf('ar', 'overview', 'overview.board.turnover'), { exact: true })
    .first()
    .click();
  // Links: the rows that stand in while the coins are asked for have none.
  await expect(board.locator('a.coin-link')).toHaveCount(10);
  const boxOf = async (part: string) => (await board.locator(part).first().boundingBox())!;
  const [name, more, choices] = [await boxOf('h2'), await boxOf('.ov-more'), await boxOf('.seg')];
  expect(Math.abs(name.y + name.height / 2 - more.y - more.height / 2), 'on one line').toBeLessThan(4);
  expect(choices.y).toBeGreaterThanOrEqual(name.y + name.height - 1);
  // Read again until it holds: a list that is just being taken away for another one is not the list that is looked at.
  await expect(async () => {
    const names = await board.locator('a.coin-link > span:last-child').evaluateAll((spans) =>
      spans.map((span) => ({
        text: span.parentElement!.innerText,
        rightEdges: [...span.children].map((line) => line.getBoundingClientRect().right),
      })),
    );
    expect(names).toHaveLength(10);
    for (const { text, rightEdges } of names) {
      expect(rightEdges, text).toHaveLength(2);
      expect(Math.abs(rightEdges[0]! - rightEdges[1]!), text).toBeLessThan(1);
    }
  }).toPass({ timeout: 40_000 });
  const leaving = await page
    .locator('.ov-majors .ov-row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].reduce((most, part) => Math.max(most, row.getBoundingClientRect().left - part.getBoundingClientRect().left), 0),
      ),
    );
  for (const by of leaving) expect(by).toBeLessThanOrEqual(1);

  // The section somebody is in is in sight, also where it stands far along.
  await page.goto('/ar/markets/leading');
  await expect(page.locator('.sections [aria-current]')).toBeInViewport({ ratio: 1 });
  await page.goto('/ar/markets/spot');
  await expect(page.locator('.sections > a').first()).toBeInViewport({ ratio: 1 });
  await page.goto('/ar/markets/coin/BTCUSDT');
  const [figure, unit] = await page
    .locator('dd:has(> bdi)')
    .first()
    .evaluate((figure) =>
      [...figure.children].map((part) => {
        const { left, right } = part.getBoundingClientRect();
        return { left, right };
      }),
    );
  expect(figure!.left - unit!.right, 'a gap between a figure and its unit').toBeGreaterThan(2);
});

/** Two fingers at the height y, from and to these places across. */
async function pinch(page: Page, y: number, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', across: readonly number[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: across.map((x, id) => ({ x, y, id })) });
  const steps = 8;
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step++)
    await touch(
      'touchMove',
      from.map((x, i) => x + ((to[i]! - x) * step) / steps),
    );
  await touch('touchEnd', []);
  await client.detach();
}

test('two fingers zoom a chart and move it, all charts with it, and the page itself stays as it is', async ({ page }) => {
  await page.goto('/markets/trading-data/trading?range=7d&period=1h');
  const chart = page.getByRole('figure', { name: 'Open interest', exact: true });
  await expect(chart.locator('canvas')).toBeVisible();
  await chart.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await chart.getByRole('slider').boundingBox())!;
  const across = (share: number) => x + width * share;
  const shown = async () => {
    const search = new URL(page.url()).searchParams;
    return { from: Number(search.get('from')), to: Number(search.get('to')) };
  };
  const spread = async (from: readonly [number, number], to: readonly [number, number]) =>
    pinch(page, y + height / 2, [across(from[0]), across(from[1])], [across(to[0]), across(to[1])]);

  const firstTick = (name: string) => page.getByRole('figure', { name, exact: true }).locator('.chart-x > span').first();
  const wholeWeek = await firstTick('Open interest').innerText();
  await spread([0.4, 0.6], [0.2, 0.8]);
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  // Fingers take hold of what is drawn, and on a slow phone that comes a moment after the address.
  await expect(firstTick('Open interest')).not.toHaveText(wholeWeek);
  const daysShown = async () => {
    const { from, to } = await shown();
    return (to - from) / 86_400_000;
  };
  // A third of the week, when the fingers have come to their end.
  await expect.poll(daysShown).toBeLessThan(2.45);
  expect(await daysShown()).toBeGreaterThan(2);
  const near = await shown();

  await spread([0.3, 0.6], [0.5, 0.8]);
  await expect.poll(async () => (await shown()).from).toBeLessThan(near.from);
  const moved = await shown();
  expect(Math.abs(moved.to - moved.from - (near.to - near.from))).toBeLessThan(0.1 * (near.to - near.from));
  await page.getByRole('figure', { name: 'Taker buy/sell volume', exact: true }).scrollIntoViewIfNeeded();
  await expect(async () => {
    expect(await firstTick('Taker buy/sell volume').innerText()).toBe(await firstTick('Open interest').innerText());
  }).toPass({ timeout: 40_000 });
  expect(await page.evaluate(() => visualViewport!.scale)).toBe(1);

  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.getByRole('slider').boundingBox())!;
  await pinch(page, box.y + box.height / 2, [across(0.05), across(0.95)], [across(0.45), across(0.55)]);
  await expect(page).not.toHaveURL(/from=/);
});

test('the site can be installed, in the language of the page', async ({ page, context, request }) => {
  await page.goto('/de/markets/spot');
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  const { lang, icons } = await (await request.get(manifest!)).json();
  expect(lang).toBe('de');
  for (const { src } of icons) expect((await request.get(src)).ok(), src).toBe(true);
  expect((await request.get((await page.locator('link[rel="apple-touch-icon"]').getAttribute('href'))!)).ok()).toBe(true);
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A window of a test keeps nothing, so that no app can stay in it.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('the dialog of an alert is a sheet over the whole width, its two buttons in one line that stays in sight', async ({
  page,
  context,
}) => {
  await logInAsNewUser(context);
  for (const path of ['/price-alert?symbol=BTCUSDT', '/de/price-alert?symbol=BTCUSDT']) {
    await page.goto(path);
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.type-tiles')).toBeVisible();
    // No keyboard comes up unasked, and what would close it is not what one begins with.
    await expect(dialog).toBeFocused();
    const seen = await dialog.evaluate((sheet) => {
      const [cancel, create] = [...sheet.querySelectorAll('.alert-foot > .btn')].map((button) => button.getBoundingClientRect());
      const { left, right } = sheet.getBoundingClientRect();
      const starts = ['.dialog-head h2', '.alert-fields > *', '.alert-foot > .btn'].map(
        (part) => sheet.querySelector(part)!.getBoundingClientRect().left,
      );
      return { sides: [left, innerWidth - right], starts, tops: [cancel!.top, create!.top], below: create!.bottom - innerHeight };
    });
    expect(new Set(seen.starts).size, `${path}: title, form and buttons begin in one line`).toBe(1);
    expect(seen.sides, path).toEqual([0, 0]);
    expect(seen.tops[0], path).toBe(seen.tops[1]);
    expect(seen.below, path).toBeLessThanOrEqual(0);
  }
});

test('the button of the chat stands within the bottom bar, beside its places, and over no row', async ({ page }) => {
  for (const width of [320, 390])
    for (const path of ['/markets/spot', '/uz/markets/futures', '/ar/markets/overview']) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const overlap = () =>
        page.evaluate(() => {
          const chat = document.querySelector('.launcher')!.getBoundingClientRect();
          const bar = document.querySelector('.bottom-bar')!;
          const across = [...bar.children].map((place) => {
            const range = document.createRange();
            range.selectNodeContents(place);
            const { left, right } = range.getBoundingClientRect();
            return Math.min(right, chat.right) - Math.max(left, chat.left);
          });
          return { above: Math.max(0, bar.getBoundingClientRect().top - chat.top), across: Math.max(0, ...across) };
        });
      await expect.poll(overlap, `${path} at ${width}`).toEqual({ above: 0, across: 0 });
    }
});

test('a perpetual shows its funding and what it is beside it, a contract that ends does not', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/markets/futures');
    await expect(rowsOf(page).first().locator('.c-funding .hl')).toHaveText(/^FR[+−]?\d\.\d{4}%$/);
    await expect(rowsOf(page).first().locator('.c-funding .hl')).toBeVisible();
  }
  await page.goto('/markets/futures/coin-m');
  const ending = rowsOf(page).filter({ hasText: /[A-Z][a-z]{2} \d{1,2}, 20\d\d/ });
  await expect(ending.first()).toBeVisible();
  await expect(ending.first().locator('.c-funding')).toBeHidden();
});

test('no two choices of the spot list have the same name', async ({ page }) => {
  await page.goto('/markets/spot');
  const names = await page.locator('.list-choices a').allInnerTexts();
  expect(names.length).toBeGreaterThan(5);
  expect(new Set(names).size).toBe(names.length);
});
