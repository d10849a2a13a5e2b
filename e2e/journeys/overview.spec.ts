// The overview as people meet it: painted by the server, arranged by its reader, each module for itself.
import { type Page } from '@playwright/test';
import { overviewModules, type OverviewModule } from '@tidemark/contract/site.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';
import { untilSettled } from '../harness/settled.ts';

const shownModules = (page: Page) =>
  page.locator('.ov > section').evaluateAll((sections) => sections.map((section) => section.getAttribute('aria-labelledby')!.slice(3)));

test.beforeEach(({ request }) => untilSettled(request));

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('home is the overview, and the first paint has every module with its figures', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/markets\/overview$/);
    expect((await shownModules(page)).toSorted()).toEqual(overviewModules.toSorted());
    await expect(page.locator('.ov-majors li')).toHaveCount(6);
    await expect(page.locator('.ov-majors .spark')).toHaveCount(6);
    await expect(page.locator('.ov-whole')).toContainText(/\$[\d.]+[BT]/);
    await expect(page.getByRole('img', { name: /^\d+ of 100: / })).toBeVisible();
    // How many have gained depends on the hour: in a market that falls as a whole it may be none.
    const board = page.locator('.ov-realTimeLeaderboard');
    const gainers = await board.getByRole('table', { name: 'Gainers' }).locator('tbody tr').count();
    expect(gainers).toBeLessThanOrEqual(10);
    if (gainers === 0) await expect(board.locator('.empty')).toBeVisible();
    await expect(page.locator('.heat .tile')).toHaveCount(60);
    await expect(page.locator('.ov-cheapCurrency tbody tr').first()).toBeVisible();
    await expect(page.locator('.ov-aiIndex li').first()).toContainText('since pick');
    await expect(page.locator('.ov-industryTrend h3').first()).toBeVisible();
    await expect(page.locator('.ov .band.error')).toHaveCount(0);
  });

  test('a layout that was chosen before is painted so', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'overview', value: 'industryTrend.-fearIndex', url: baseURL! }]);
    await page.goto('/markets/overview');
    const shown = await shownModules(page);
    expect(shown).not.toContain('fearIndex');
    expect(shown).toHaveLength(overviewModules.length - 1);
  });
});

test('modules are hidden and moved with the keyboard, and stay so', async ({ page }) => {
  await page.goto('/markets/overview');
  await page.getByRole('button', { name: 'Customize' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Fear & Greed' }).press('Space');
  await page.getByRole('button', { name: 'Move up: Major coins' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Major coins: position 1' })).toBeAttached();
  const arranged = await shownModules(page);
  expect(arranged.slice(0, 2)).toEqual(['quotationCards', 'globalDigitalCurrency']);
  expect(arranged).not.toContain('fearIndex');
  await page.reload();
  expect(await shownModules(page)).toEqual(arranged);
  await page.getByRole('button', { name: 'Customize' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.locator('.ov > section')).toHaveCount(overviewModules.length);
});

test('boards change in place, a bar opens its coins, nothing is in the way of anybody', async ({ page }) => {
  await page.goto('/markets/overview');
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  await page.getByText('Losers', { exact: true }).first().click();
  await expect(page.getByRole('table', { name: 'Losers' }).locator('tbody th').first()).toBeVisible();
  await page.locator('.rise-bars .bars button').nth(6).click();
  await expect(page.locator('.bin-table tbody tr').first()).toBeVisible();
  // The small lines of a week have their table, as every chart has.
  const last = page.getByRole('table', { name: 'Losers' }).getByRole('button', { name: 'Last 7 days: Table' });
  await last.click();
  const week = page.getByRole('dialog', { name: 'Last 7 days' });
  await expect(week.locator('thead th')).toHaveCount(9);
  await expect(week.locator('tbody tr')).toHaveCount(await page.getByRole('table', { name: 'Losers' }).locator('tbody tr').count());
  await expect(week.locator('tbody tr').first()).toContainText(/\d\.\d{2}/);
  await page.keyboard.press('Escape');
  await expect(last).toBeFocused();
});

/** Each module with the call it cannot do without, in two halves: while one half is refused, the other must not mind. */
const halves: readonly (readonly (readonly [call: string, ...modules: readonly OverviewModule[]])[])[] = [
  [
    ['getMetrics', 'globalDigitalCurrency', 'riseDistribution', 'contractData'],
    ['fearGreed', 'fearIndex'],
    ['changesV2', 'marketChanges'],
    ['getAiRecommendListV2', 'aiIndex'],
  ],
  [
    ['topCoins', 'quotationCards', 'marketHeatMap'],
    ['indexLeaderboardNew', 'realTimeLeaderboard', 'cheapCurrency'],
    ['getListNameByPlateType', 'leadingSector', 'sexySector'],
    ['getNewsList', 'industryTrend'],
  ],
];

for (const half of halves) {
  (half === halves[0] ? test : longTest)(
    `modules fail alone, each with a retry of its own: ${half.map(([call]) => call).join(', ')}`,
    async ({ page }) => {
      await page.goto('/markets/error');
      // Alive: a click before that would load the page from the server, which nobody stands in the way of.
      await page.locator('.connection.live').first().waitFor({ state: 'attached' });
      const isOfHalf = (url: URL) => half.some(([call]) => url.pathname.endsWith(`/${call}`));
      await page.route(isOfHalf, (route) => route.fulfill({ status: 500, body: 'no' }));
      await page.getByRole('link', { name: 'Overview' }).locator('visible=true').first().click();
      const failing = half.flatMap(([, ...modules]) => modules);
      for (const module of failing) await expect(page.locator(`.ov-${module} .band.error`).first(), module).toBeVisible();
      // The crowds of contracts are found by a ranking.
      for (const module of overviewModules)
        if (!failing.includes(module) && module !== 'contractData')
          await expect(page.locator(`.ov-${module} .band.error`), module).toHaveCount(0);
      await page.unroute(isOfHalf);
      for (const module of failing) {
        const retry = page.locator(`.ov-${module} .band.error button`).first();
        // Modules that asked the same question come back together.
        if (await retry.isVisible()) await retry.click();
        await expect(page.locator(`.ov-${module} .band.error`), module).toHaveCount(0);
      }
    },
  );
}

test('a visitor reads what this is and can go on to an alert; whoever is logged in knows it', async ({ page, context }) => {
  await page.goto('/markets/overview');
  await expect(page.locator('.ov-pitch')).toHaveText(/price alerts checked against every trade/);
  await expect(page.getByRole('link', { name: 'Set a price alert' })).toHaveAttribute('href', '/price-alert');
  await logInAsNewUser(context);
  await page.goto('/markets/overview');
  await expect(page.getByRole('button', { name: 'Customize' })).toBeVisible();
  await expect(page.locator('.ov-pitch')).toHaveCount(0);
});

test('every change names its window, and the board says who may stand on it', async ({ page }) => {
  await page.goto('/markets/overview');
  const whole = page.locator('.ov-whole dd');
  await expect(whole.first()).toHaveText(/[−+]?\d+\.\d\d% 24h$/);
  await expect(page.locator('.ov-majors .ov-now').first()).toHaveText(/24h$/);
  await expect(page.locator('.ov-majors .ov-line').first()).toHaveText('7d');
  await expect(page.locator('.ov-riseDistribution .mod-head')).toContainText('24h, %');
  // The bars of falling coins stand on the left, and so does their sum.
  await expect(page.locator('.ov-riseDistribution .share .num')).toHaveText([/^\d+ down$/, /^\d+ up$/]);
  await expect(page.locator('.ov-extremes a').first()).toHaveText(/^[^/]+\/[A-Z]+$/);
  const named = await page
    .locator('.ov-pick .who')
    .evaluateAll((picks) => picks.map((pick) => [...pick.children].map((name) => name.textContent)));
  for (const names of named) expect(new Set(names).size, 'a coin that is called as its ticker is named once').toBe(names.length);
  await expect(page.locator('.ov-rule')).toHaveText(/^Sorted by 24h change, highest first\. Minimum 24h turnover .\$50\.00K.\./);
  await page.locator('.ov-realTimeLeaderboard').getByText('Turnover', { exact: true }).first().click();
  await expect(page.locator('.ov-rule')).toHaveText(/^Sorted by 24h turnover/);
});

test('open interest: how far the past has come while it is added up, then a month of it with axes, no higher than its neighbours', async ({
  page,
}) => {
  await page.goto('/markets/error');
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  const today = Date.UTC(2026, 10, 17);
  const points = Array.from({ length: 30 }, (_, day) => [today - (29 - day) * 86_400_000, String(20e9 + day * 1e8)]);
  const answer = { metric: 'openInterest', period: '1d', fields: ['usd'], forming: null, partial: [], universe: 300, asOf: today };
  let told: { points: typeof points; building: { done: number; total: number } | null } = {
    points: points.slice(-1),
    building: { done: 400, total: 900 },
  };
  await page.route(
    (url) => url.pathname.endsWith('/tradingData/network'),
    (route) => route.fulfill({ json: { code: '00000', msg: 'success', data: { ...answer, ...told }, requestTime: today } }),
  );
  await page.getByRole('link', { name: 'Overview' }).locator('visible=true').first().click();
  const module = page.locator('.ov-contractData');
  await expect(module).toContainText('Loading history… 400 of 900 markets ready.');
  // It is asked for again by itself.
  told = { points, building: null };
  const chart = page.getByRole('img', { name: /^Total open interest, Oct 19, 2026 – Nov 17, 2026: \$20\.\d\dB – \$22\.\d\dB$/ });
  await expect(chart).toBeVisible();
  const labels = await chart.locator('.chart-y span').allInnerTexts();
  expect(labels.length, labels.join()).toBeGreaterThanOrEqual(3);
  for (const label of labels) expect(label).toMatch(/^\$2\d\.[05]0B$/);
  await expect(chart.locator('.chart-x span')).toHaveText(['Oct 19', 'Oct 26', 'Nov 2', 'Nov 9', 'Nov 16']);
  const heightOf = async (module: string) => (await page.locator(`.ov-${module}`).boundingBox())!.height;
  await expect.poll(() => heightOf('contractData')).toBeLessThan(520);
  // Nor is any other stretched into a hole by what stands beside it. How much has moved, and is told, depends on the hour.
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const holes = () =>
      page.locator('.ov-mod:not(.ov-marketChanges)').evaluateAll((modules) =>
        modules.flatMap((module) => {
          const seen = [...module.querySelectorAll('*')].filter((part) => part.childElementCount === 0 && part.clientWidth !== 1);
          const below = module.getBoundingClientRect().bottom - Math.max(...seen.map((part) => part.getBoundingClientRect().bottom));
          return below > 64 ? [`${module.className}: ${Math.round(below)}`] : [];
        }),
      );
    await expect.poll(holes, `at ${width}`).toEqual([]);
  }
});

longTest('the heat map is not one coin: the largest tile leaves most of the map to others', async ({ page }) => {
  await page.goto('/markets/overview');
  const shares = await page.locator('.heat').evaluate((map) => {
    const whole = map.clientWidth * map.clientHeight;
    return [...map.querySelectorAll<HTMLElement>('.tile')].map((tile) => (tile.offsetWidth * tile.offsetHeight) / whole);
  });
  expect(Math.max(...shares)).toBeLessThan(0.3);
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const gaps = await page.locator('.heat').evaluate((map) => {
      const faces = [...map.querySelectorAll('.face')].map((face) => face.getBoundingClientRect());
      const meets = (a: DOMRect, b: DOMRect) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2 && b.left > a.left;
      return faces.flatMap((face) =>
        faces.filter((other) => meets(face, other)).map((other) => Math.round(other.left) - Math.round(face.right)),
      );
    });
    expect(Math.min(...gaps), `the narrowest gap at ${width} px`).toBeGreaterThanOrEqual(1);
  }
  await page.getByText('Excl. BTC', { exact: true }).click();
  await expect(page.locator('.heat .tile')).toHaveCount(59);
});

longTest('the way to more stands in the line of the name of its module, in long languages too', async ({ page }) => {
  await page.goto('/de/markets/overview');
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const below = await page.locator('.ov-mod .mod-head').evaluateAll((heads) =>
      heads.flatMap((head) => {
        const [name, more] = [head.querySelector('h2'), head.querySelector('.ov-more')];
        if (!name || !more) return [];
        return more.getBoundingClientRect().top > name.getBoundingClientRect().bottom ? [name.textContent] : [];
      }),
    );
    expect(below, `at ${width} px`).toEqual([]);
  }
});

longTest('what a bar of the distribution or its table opens stretches no module', async ({ page }) => {
  await page.goto('/markets/overview');
  const module = page.locator('.ov-riseDistribution');
  const heights = () =>
    page.locator('.ov-mod').evaluateAll((modules) => modules.map((of) => Math.round(of.getBoundingClientRect().height)));
  await expect(module.locator('.bins-twin')).toBeVisible();
  const closed = await heights();
  await module.locator('.bars button.d').first().click();
  await expect(module.locator('.bin-table tbody tr').first()).toBeVisible();
  expect(await heights()).toEqual(closed);
  await module.getByRole('button', { name: 'Close' }).click();
  await module.locator('.bins-twin summary').click();
  await expect(module.locator('.bins-twin tbody tr').last()).toBeVisible();
  expect(await heights()).toEqual(closed);
});

longTest('major coins name the day that their change is measured from, where it is not the last 24 hours', async ({ page, context }) => {
  await page.goto('/markets/overview');
  await expect(page.locator('.ov-majors li')).toHaveCount(6);
  await expect(page.locator('.ov-majors')).not.toContainText('UTC');
  await context.addCookies([{ name: 'timeZone', value: '480', url: page.url() }]);
  await page.reload();
  await expect(page.locator('.ov-majors li').filter({ hasText: 'UTC+8' })).toHaveCount(6);
});

test('Arabic, on a phone: nothing runs out of the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ar/markets/overview');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('h1')).toContainText(/[\u0600-\u06ff]/);
  // A name without room is cut at its end, which is on the left.
  await expect(page.locator('.heat .sec > span').first()).toHaveCSS('direction', 'rtl');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

longTest('no table runs out of its module where columns are narrow', async ({ page }) => {
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.ov-mod table')]
        .filter((table) => table.getBoundingClientRect().width > table.parentElement!.getBoundingClientRect().width + 1)
        .map((table) => table.getAttribute('aria-label')),
    );
  for (const [width, path] of [
    [768, '/markets/overview'],
    [1440, '/ar/markets/overview'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(page.locator('.ov-hot tbody a').first()).toBeVisible();
    await expect.poll(tooWide, path).toEqual([]);
  }
});
