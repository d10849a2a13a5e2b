import { expect, longTest, test } from '../harness/journey.ts';

const widths = [320, 360, 390, 768, 1024, 1200, 1440, 1920];

for (const [language, prefix] of [
  ['English', ''],
  ['German', '/de'],
] as const) {
  (language === 'German' ? test : longTest)(`the header keeps to its lines at every width, in ${language}`, async ({ page }) => {
    await page.goto(`${prefix}/markets/spot`);
    await expect(page.locator('.connection.live')).toBeAttached();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      const seen = await page.evaluate(() => {
        const boxes = ['.logo', '.header-status', '.header .search', '.search-opener', '.tools']
          .map((name) => ({ name, box: document.querySelector(name)!.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0)
          .sort((a, b) => a.box.left - b.box.left);
        const sections = document.querySelector('.sections')!;
        return {
          middles: boxes.map(({ box }) => Math.round(box.top + box.height / 2)),
          overlaps: boxes.filter(({ box }, i) => i > 0 && box.left < boxes[i - 1]!.box.right - 0.5).map(({ name }) => name),
          end: boxes.at(-1)!.box.right,
          cut: sections.scrollWidth - sections.clientWidth,
        };
      });
      expect(Math.max(...seen.middles) - Math.min(...seen.middles), `one line at ${width}: ${seen.middles.join()}`).toBeLessThanOrEqual(2);
      expect(seen.overlaps, `at ${width}`).toEqual([]);
      expect(seen.end, `at ${width}`).toBeLessThanOrEqual(width);
      if (width >= 1200) expect(seen.cut, `sections that are cut at ${width}`).toBe(0);
    }
  });
}

longTest('an odd number of AI picks leaves no empty cell on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/markets/tokens');
  const list = page.locator('.picks-today');
  await expect(list.locator('.pick').first()).toBeVisible();
  const [edge, last] = await list.evaluate((element) => [
    element.getBoundingClientRect().right,
    element.lastElementChild!.getBoundingClientRect().right,
  ]);
  expect(Math.abs(edge - last)).toBeLessThanOrEqual(2);
});

test('offline, a page that cannot be loaded says so and comes when the connection is back', async ({ page, context }) => {
  await page.goto('/markets/spot');
  await expect(page.locator('.connection.live')).toBeAttached();
  // The parts that are fetched after the page: the search is one of them.
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeAttached();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Market sections' }).getByRole('link', { name: 'Movers' }).click();
  const band = page.getByRole('alert').filter({ hasText: 'You are offline. This page could not be loaded.' });
  await expect(band).toBeVisible();
  await band.getByRole('button', { name: 'Try again' }).click();
  await expect(band).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/markets\/change$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Spot markets');
});
