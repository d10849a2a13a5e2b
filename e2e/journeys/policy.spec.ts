// Crypto policy by country, as people meet it.
import { expect, longTest, test } from '../harness/journey.ts';

const path = '/markets/crypto-policy';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page has its countries, opens one by its address, and filters and searches by links and a form', async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(/Crypto Policy/);
    await expect(page.getByRole('table', { name: 'Crypto policy by country' }).getByRole('row', { name: /^Japan/ })).toContainText(
      'Regulated',
    );
    await expect(page.locator('.policy-tile')).toHaveCount(await page.locator('.policy-name').count());
    await expect(page.locator('[data-region="other"]'), 'every country has its square').toHaveCount(0);

    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /^Banned/ })
      .click();
    await expect(page.getByRole('row', { name: /^China/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Japan/ })).toHaveCount(0);

    await page.getByRole('searchbox', { name: 'Search country, law or authority' }).fill('nepal');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/status=banned&q=nepal/);
    await expect(page.locator('.policy-name')).toHaveCount(1);

    await page.goto(`${path}?country=JP`);
    const japan = page.getByRole('article', { name: 'Japan: crypto is regulated' });
    await expect(japan).toContainText('Exchanges must register.');
    await expect(japan.getByRole('link', { name: /Financial Services Agency/ })).toHaveAttribute('href', 'https://www.fsa.go.jp/en/');
  });
});

test('somebody narrows the list by status, by what applies and by words, and finds their way back', async ({ page }) => {
  await page.goto(path);
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  const names = page.locator('.policy-name');
  const all = await names.count();
  const legend = page.getByRole('navigation', { name: 'Status' });
  await legend.getByRole('link', { name: /^Banned/ }).click();
  await expect(legend.getByRole('link', { name: /^Banned/ })).toHaveAttribute('aria-current', 'true');
  await expect(names).toHaveCount(Number(/\d+/.exec((await legend.getByRole('link', { name: /^Banned/ }).textContent())!)![0]));
  await expect(page.locator('.policy-tile.off').first()).toBeVisible();
  await legend.getByRole('link', { name: /^All/ }).click();
  await expect(names).toHaveCount(all);

  await page.getByLabel('Rules', { exact: true }).selectOption({ value: 'payments.forbidden' });
  await expect(page).toHaveURL(/applies=payments\.forbidden/);
  await expect(page.getByRole('row', { name: /^Türkiye/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Japan/ })).toHaveCount(0);

  const search = page.getByRole('searchbox', { name: 'Search country, law or authority' });
  await search.fill('zzzz');
  await expect(page.getByText('No data found.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all countries' }).click();
  await expect(names).toHaveCount(all);
  await search.fill('2023/1114');
  await expect(names).toHaveCount(28);

  await search.fill('');
  await expect(names).toHaveCount(all);
  await page.getByRole('columnheader', { name: 'Since' }).getByRole('link').click();
  await expect(page.getByRole('columnheader', { name: 'Since' })).toHaveAttribute('aria-sort', 'descending');
  const years = async () =>
    await page.locator('td.k-since time').evaluateAll((times) => times.map((time) => Number(time.getAttribute('datetime')!.slice(0, 4))));
  const descending = await years();
  expect(descending).toEqual([...descending].sort((a, b) => b - a));
});

test('a country opens from the map, from the table and by its address; its source leads out of the site', async ({ page }) => {
  await page.goto(path);
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'DE Germany: Regulated' }).click();
  await expect(page).toHaveURL(/country=DE#country-DE$/);
  const germany = page.getByRole('article', { name: 'Germany: crypto is regulated' });
  await expect(germany).toBeInViewport();
  await expect(germany).toContainText('Regulation (EU) 2023/1114 (MiCA)');
  await expect(germany.getByRole('listitem').filter({ hasText: 'Stablecoin rules in force' })).toContainText('Jun 30, 2024');
  const source = germany.getByRole('link', { name: /BaFin/ });
  await expect(source).toHaveAttribute('target', '_blank');
  await expect(source).toHaveAttribute('rel', /noopener/);
  await expect(germany).toContainText(/Facts as of \w+ \d+, \d{4}/);

  const row = page.locator('#country-DE').getByRole('link');
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await row.press('Enter');
  await expect(germany).toHaveCount(0);
  await expect(page).not.toHaveURL(/country=/);

  await page.goto(`${path}?country=SV`);
  await expect(page.getByRole('article', { name: /^El Salvador/ })).toContainText('Legal tender: ⁨Ley Bitcoin⁩');
});

test('the keys move over the map; the timeline tells what happened where, newest first', async ({ page }) => {
  await page.goto(path);
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  await page.locator('[data-country="DE"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-country="PL"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-country="CZ"]')).toBeFocused();

  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Timeline' }).click();
  await expect(page.locator('.policy-year').first()).toBeVisible();
  const years = (await page.locator('.policy-year h3').allTextContents()).map(Number);
  expect(years).toEqual([...years].sort((a, b) => b - a));
  const event = page.locator('.policy-year').filter({ hasText: '2021' }).getByRole('listitem').filter({ hasText: 'El Salvador' });
  await page.locator('.policy-year summary').filter({ hasText: '2021' }).click();
  await expect(event).toContainText('Sep 7, 2021');
  await event.getByRole('link', { name: 'El Salvador' }).click();
  await expect(page.getByRole('article', { name: /^El Salvador/ })).toBeInViewport();
});

longTest('when the answer does not come, the page says so and asks again', async ({ page }) => {
  await page.goto('/markets/error');
  await page.locator('.connection.live').first().waitFor({ state: 'attached' });
  let isBroken = true;
  await page.route(/quotesPage\/getCurrentModel/, (route) =>
    isBroken ? route.fulfill({ json: { code: '50000', msg: 'no', data: null, requestTime: 0 } }) : route.continue(),
  );
  await page.locator('footer a[href$="/markets/crypto-policy"]').click();
  await expect(page.getByText('Couldn’t load the countries.')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /^Japan/ })).toBeVisible();
});

longTest('Arabic: from right to left, and found by Arabic words', async ({ page }) => {
  await page.goto(`/ar${path}?country=AE`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('row', { name: /^اليابان/ })).toContainText('منظمة');
  // The still search of the header is one too, until the page has come to life.
  await page.getByRole('main').getByRole('searchbox').fill('اليابان');
  await expect(page.locator('.policy-name')).toHaveCount(1);
});
