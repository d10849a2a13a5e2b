// Fear and greed, the halving and the AI picks, as people meet them.
import { fearGreedCheck } from '@tidemark/contract/fear-greed.ts';
import { pickRecord, pickVerdict } from '@tidemark/contract/pick-record.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { layoutShiftOf } from '../harness/layout-shift.ts';
import { untilSettled } from '../harness/settled.ts';

test.beforeEach(({ request }) => untilSettled(request));

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first paint has the index, the countdown with its calendar file, and the picks', async ({ page }) => {
    await page.goto('/markets/fear-and-greed-index');
    await expect(page.locator('header.hdr, .connection')).toHaveCount(0);
    await expect(page.getByRole('img', { name: /^\d+ of 100: / })).toBeVisible();
    await expect(page.locator('.fg-parts > li')).toHaveCount(6);
    await expect(page.locator('.chart-still path[stroke]')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'How it’s calculated' })).toContainText(`tested on ${fearGreedCheck.days} later days`);
    await expect(page.getByRole('region', { name: 'How it’s calculated' })).toContainText(
      `${fearGreedCheck.source}: correlation ${fearGreedCheck.correlation}`,
    );

    await page.goto('/markets/bitcoin-halving');
    await expect(page.locator('[data-state="nextEstimated"]')).toContainText('Next halving (estimated)');
    await expect(page.getByRole('timer')).toContainText(/\d{3}\s*days/);
    const file = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href');
    expect(decodeURIComponent(file!)).toMatch(
      /^data:text\/calendar;charset=utf-8,BEGIN:VCALENDAR\r\n[^]*DTSTART:20\d{6}T\d{6}Z\r\n[^]*END:VCALENDAR\r\n$/,
    );
    await expect(page.getByRole('row', { name: /^4th/ })).toContainText('840,000');
    const curves = page.getByRole('figure', { name: 'Reward and supply' });
    await expect(curves.locator('.chart-y.start span')).toHaveText(['50', '40', '30', '20', '10', '0']);
    await expect(curves.locator('.chart-x span')).toHaveText(['2010', '2020', '2030', '2040']);
    await expect(curves.locator('.chart-posts bdi')).toHaveText(['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th']);

    await page.goto('/markets/tokens');
    await expect(page.getByRole('list', { name: 'Today’s picks' }).locator(':scope > li')).toHaveCount(5);
    // Each says why in a few points, and no text speaks of files.
    const reasons = await page.locator('.pick .pick-why').evaluateAll((lists) => lists.map((list) => list.children.length));
    expect(reasons.length).toBe(5);
    for (const points of reasons) expect(points >= 1 && points <= 3, String(points)).toBe(true);
    await expect(page.getByRole('main')).not.toContainText(/\w+\/[\w-]+\.(?:md|ts)/);
    await expect(page.getByRole('heading', { name: 'Track record' })).toBeVisible();
    await expect(page.locator('.picks-curve .chart-still path[stroke]')).toHaveCount(2);
    const times = (await page.locator('.picks-curve .chart-x').boundingBox())!;
    const table = (await page.locator('.picks-table').first().boundingBox())!;
    expect(times.y + times.height, 'the curve ends above the table').toBeLessThanOrEqual(table.y);
    const lines = await page.locator('.picks-curve .chart-grid > i').evaluateAll((all) => all.map((line) => line.clientWidth));
    expect(Math.min(...lines), 'lines across it').toBeGreaterThan(300);
    await expect(page.locator('[data-verdict]')).toContainText(
      {
        better: 'the picks beat random picks',
        chance: 'are no better than random picks',
        worse: 'the picks lag random picks',
        early: 'Not enough days yet',
      }[pickVerdict(pickRecord.edge)],
    );
  });
});

test('fear and greed: the chart answers the keyboard and has its numbers as a table', async ({ page }) => {
  await page.goto('/markets/fear-and-greed-index');
  await expect(page.locator('.chart-canvas canvas')).toHaveCount(1);
  expect(await layoutShiftOf(page), 'nothing jumps when the canvas takes over').toBeLessThan(0.02);
  const chart = page.getByRole('slider', { name: 'History' });
  await chart.focus();
  await page.keyboard.press('End');
  const newest = await chart.getAttribute('aria-valuetext');
  expect(newest).toMatch(/Fear & Greed \d+\.\d, BTC price \$/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).not.toHaveAttribute('aria-valuetext', newest!);
  await page.getByText('90d', { exact: true }).click();
  await page.locator('.chart-tools').getByText('Table', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'History' }).getByRole('row')).toHaveCount(91);
  await page.getByLabel('Compare with').selectOption('momentum');
  await expect(page.getByRole('columnheader', { name: 'Momentum and volume' })).toBeVisible();
});

for (const [height, state, number, blocksLeft, target] of [
  [839_999, 'nextEstimated', 4, '1', '840,000'],
  [840_000, 'fourthEnded', 5, '210,000', '1,050,000'],
  [1_049_999, 'nextEstimated', 5, '1', '1,050,000'],
  [1_050_000, 'ended', 6, '210,000', '1,260,000'],
] as const) {
  (number === 6 || height < 840_000 ? test : longTest)(
    `section 4, halving at block ${height}: ${state}, and the calendar file of the next`,
    async ({ page }) => {
      await page.route(/\/mix\/market\/bitcoinHalving/, async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        await route.fulfill({ response, json: { ...answer, data: { ...answer.data, height } } });
      });
      await page.goto('/markets/error');
      await page.locator('.connection.live').first().waitFor({ state: 'attached' });
      await page.locator('footer a[href$="/markets/bitcoin-halving"]').click();
      const hero = page.locator('.halving-hero');
      await expect(hero).toHaveAttribute('data-state', state);
      await expect(hero).toContainText(
        { nextEstimated: 'Next halving (estimated)', fourthEnded: 'The fourth halving has ended', ended: 'The halving has ended' }[state],
      );
      const fact = hero.locator('dl > div').filter({ hasText: 'to block' });
      await expect(fact.locator('dd .num').first()).toHaveText(blocksLeft);
      await expect(fact).toContainText(`to block ${target}`);
      if (state !== 'nextEstimated') await expect(hero).toContainText(`Countdown to halving ${number} at block ${target}`);
      const file = decodeURIComponent((await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'))!);
      expect(file).toMatch(new RegExp(`UID:bitcoin-halving-${number}@`));
      expect(file.replaceAll('\\', '').replaceAll('\r\n ', '')).toContain(target);
    },
  );
}

test('halving: the countdown moves by the second; a pair is found, or said not to be there', async ({ page }) => {
  await page.goto('/markets/bitcoin-halving');
  const timer = page.getByRole('timer');
  const before = await timer.textContent();
  await expect(timer).not.toHaveText(before!);
  const search = page.getByRole('searchbox', { name: 'Search coin or pair' });
  await search.fill('zzzzqq');
  await expect(page.getByText('No matching trading pair')).toBeVisible();
  await search.fill('ETH');
  await page
    .locator('.halving-list')
    .getByRole('button', { name: /^ETH\/USDT/ })
    .click();
  await expect(page.locator('.halving-since')).toContainText(/Change[+−]\d/);
});

test('picks: from the list to one coin, its factors and its record; an unknown coin is a 404', async ({ page }) => {
  await page.goto('/markets/crypto-policy');
  // The pages that the header's line has no room for.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Crypto policy' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('menuitem', { name: 'AI picks' }).click();
  await expect(page).toHaveURL(/\/markets\/tokens$/);
  const first = page.getByRole('list', { name: 'Today’s picks' }).getByRole('link').first();
  const name = await first.locator('b').textContent();
  const off = await page
    .locator('.picks-coin')
    .first()
    .evaluate((coin) => {
      const [own, row] = [coin, coin.closest('tr')!].map((part) => part.getBoundingClientRect());
      return Math.abs(own!.top + own!.bottom - row!.top - row!.bottom) / 2;
    });
  expect(off, 'a coin stands in the middle of its row').toBeLessThan(1.5);
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name!);
  await expect(page.getByRole('region', { name: /^Factors/ }).getByRole('row')).toHaveCount(8);
  // What the coin is for, each a way to its like.
  const tags = page.locator('.picks-title a.tag');
  await expect(tags.first()).toHaveAttribute('href', /\/markets\/spot\/[a-z-]+$/);
  await expect(page.getByRole('region', { name: `${name} picks` })).toBeVisible();
  await page.getByRole('link', { name: 'All picks' }).click();
  await expect(page.getByRole('heading', { name: 'Track record' })).toBeVisible();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.locator('.picks-pages')).toContainText('2 of');
  expect((await page.goto('/markets/tokens/NEVERPICKED'))?.status()).toBe(404);
});
