// News trends as people meet them: a day at its own address, narrowed down, gone through, and still while it is read.
import { type APIRequestContext, type Page } from '@playwright/test';
import { dayMs } from '@tidemark/contract/time.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { layoutShiftOf } from '../harness/layout-shift.ts';
import { untilSettled } from '../harness/settled.ts';

const trends = '/markets/trends';
const dayName = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface NewsDay {
  readonly items: readonly object[];
  readonly total: number;
  readonly dayStart: number;
  readonly previousDay: number;
}
const newestDay = async (request: APIRequestContext): Promise<NewsDay> =>
  (await (await request.post('/v1/cms/webInstitute/getWebInstitute', { data: {} })).json()).data;

const items = (page: Page) => page.locator('.news-item');
/** The newest day with all that the calls tell of it: an article that has just come may not be in a page that is kept for seconds. */
const openNewest = async (page: Page, request: APIRequestContext): Promise<NewsDay> => {
  let day!: NewsDay;
  await expect(async () => {
    day = await newestDay(request);
    await page.goto(trends);
    expect(await items(page).count()).toBe(day.items.length);
  }).toPass();
  expect(day.items.length).toBeGreaterThanOrEqual(Math.min(day.total, 40));
  return day;
};
const alive = (page: Page) => page.locator('.connection.live').first().waitFor({ state: 'attached' });

test.beforeEach(({ request }) => untilSettled(request));

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first paint has the articles, the paper and the calendar; machines get the list; any day can be chosen', async ({
    page,
    request,
  }) => {
    const { previousDay } = await openNewest(page, request);
    await expect(page.getByRole('heading', { level: 1, name: 'News trends' })).toBeVisible();
    await expect(items(page).first().locator('.news-time .num')).toHaveText(/^\d\d:\d\d$/);
    await expect(
      page
        .getByRole('region', { name: /^Daily briefing/ })
        .getByRole('listitem')
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Calendar' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText('Times in UTC')).toBeVisible();
    for (const feed of [
      page.getByRole('link', { name: 'RSS feed' }),
      page.locator('head link[type="application/rss+xml"]'),
      page.getByRole('link', { name: 'Add to calendar' }),
    ]) {
      expect((await request.get((await feed.getAttribute('href'))!)).status()).toBe(200);
    }
    const list = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
    expect(list['@type']).toBe('ItemList');
    expect(list.itemListElement[0].item.headline).toBe(await items(page).first().locator('h4').textContent());
    await page.getByLabel('Choose a day').fill(dayName(previousDay));
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(page).toHaveURL(new RegExp(`${trends}/${dayName(previousDay)}$`));
    await expect(page).toHaveTitle(new RegExp(`^${dayName(previousDay)} · `));
    await expect(items(page).first()).toBeVisible();
  });
});

test('an address names a day: a moment leads to it, what is no day or not yet here is a 404', async ({ request, page }) => {
  const { previousDay } = await newestDay(request);
  const moment = await request.get(`/ar${trends}/${previousDay + 5_000}?topic=markets`, { maxRedirects: 0 });
  expect([moment.status(), moment.headers().location]).toEqual([302, `/ar${trends}/${dayName(previousDay)}?topic=markets`]);
  for (const nonsense of ['2026-02-31', '1969-12-31', '9999999999999', 'soon', dayName(Date.now() + 2 * dayMs)]) {
    expect((await request.get(`${trends}/${nonsense}`)).status(), nonsense).toBe(404);
  }
  // A day before there was any news says so and leads to the nearest that has some.
  await page.goto(`${trends}/2016-06-01`);
  await expect(page.getByText('No articles on this day')).toBeVisible();
  await page.locator('.empty').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${trends}/20\\d\\d-\\d\\d-\\d\\d$`));
  await expect(items(page).first()).toBeVisible();
});

test('from day to day with the keyboard, and further back in one list', async ({ page, request }) => {
  const { previousDay, dayStart } = await newestDay(request);
  await page.goto(trends);
  await alive(page);
  await page.getByRole('link', { name: 'Previous day' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`${trends}/${dayName(previousDay)}$`));
  await expect(page.locator('#news-day')).toContainText(String(new Date(previousDay).getUTCDate()));
  // Until the day is here, the way onward is a link that leads nowhere.
  await page.locator('a[rel=next]').press('Enter');
  await expect(page).toHaveURL(new RegExp(`${trends}/${dayName(dayStart)}$`));
  // The address is there before the day is drawn, and what is pressed on the day before goes with it.
  await expect(page.locator('#news-day')).toContainText(String(new Date(dayStart).getUTCDate()));
  await expect(items(page).first()).toBeVisible();
  const ofDay = await items(page).count();
  await page.getByRole('button', { name: 'Show earlier news' }).click();
  await expect(page.getByRole('link', { name: new RegExp(`\\b${new Date(previousDay).getUTCDate()}\\b.*\\d{4}`) }).first()).toBeVisible();
  await expect.poll(() => items(page).count()).toBeGreaterThan(ofDay);
});

test('topics, coins and favorites narrow the news down, and the address keeps it', async ({ page }) => {
  // Its coin, not a headline that begins with it.
  const ofEther = 'a.news-coin[href$="/markets/coin/ETHUSDT"]';
  await page.goto('/markets/spot');
  await alive(page);
  await page
    .getByRole('row')
    .filter({ has: page.locator('a[href$="/markets/coin/ETHUSDT"]') })
    .getByRole('button', { name: /ETH\/USDT/ })
    .first()
    .click();
  await page.locator('footer a[href$="/markets/trends"]').click();
  await expect(items(page).first()).toBeVisible();
  const topics = page.getByRole('navigation', { name: 'Topics' });
  await topics.getByRole('link', { name: /^Markets/ }).click();
  await expect(page).toHaveURL(/[?&]topic=markets/);
  await page.reload();
  await expect(topics.getByRole('link', { name: /^Markets/ })).toHaveAttribute('aria-current', 'true');
  await expect(items(page).first()).toBeVisible();
  for (const tags of await items(page).locator('.news-meta').allTextContents()) expect(tags).toContain('Markets');

  const coins = page.getByRole('navigation', { name: 'Coins', exact: true });
  await topics.getByRole('link', { name: 'All topics' }).click();
  // The other links keep the topic until the page without it is drawn.
  await expect(topics.getByRole('link', { name: 'All topics' })).toHaveAttribute('aria-current', 'true');
  await coins.getByRole('link', { name: 'My favorites' }).click();
  await expect(page).toHaveURL(/\?favorites=1$/);
  await expect(items(page).first()).toBeVisible();
  await expect(items(page).filter({ hasNot: page.locator(ofEther) })).toHaveCount(0);
  await items(page).first().locator(ofEther).click();
  await expect(page).toHaveURL(/\/markets\/coin\/ETHUSDT$/);
  await page.goto(`${trends}?coin=eth`);
  await expect(coins.getByRole('link', { name: /^ETH\b/ })).toHaveAttribute('aria-current', 'true');
  await expect(items(page).filter({ hasNot: page.locator(ofEther) })).toHaveCount(0);
});

test('what comes while somebody reads waits for them; a link to another site says so', async ({ page, request }) => {
  const come = {
    id: 'come',
    kind: 'headline',
    title: 'Something has happened elsewhere',
    summary: '',
    source: 'Wire desk',
    link: 'https://wire.example/story',
    imageUrl: null,
    topics: ['macro'],
    coin: null,
    coins: [],
  };
  await page.clock.install();
  const read = (await openNewest(page, request)).items;
  await alive(page);
  const before = await items(page).count();
  await page.route(/\/(getWebInstitute|getLatestOneContent)$/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const article = { ...come, publishedAt: answer.requestTime };
    // Without what the market itself gives to tell of in this very minute.
    const data = answer.data.items ? { ...answer.data, items: [article, ...read] } : { content: article };
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.clock.fastForward(61_000);
  const button = page.getByRole('button', { name: '1 new article' });
  await expect(button).toBeVisible();
  await expect(items(page)).toHaveCount(before);
  await button.press('Enter');
  await expect(items(page)).toHaveCount(before + 1);
  await expect(button).toHaveCount(0);
  const headline = items(page).first().getByRole('link', { name: 'Something has happened elsewhere (opens wire.example in a new tab)' });
  await expect(headline).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(headline).toHaveAttribute('target', '_blank');
});

longTest('news, paper and calendar fail alone, each with a retry of its own', async ({ page }) => {
  await page.goto('/markets/error');
  await alive(page);
  const parts = [
    ['getWebInstitute', '.news-frame', '.news-item'],
    ['getCurrentMorningPaper', '.news-paper', 'li'],
    ['appMainList', '.news-events', 'li'],
  ] as const;
  for (const [call] of parts) await page.route(new RegExp(`/${call}$`), (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.locator('footer a[href$="/markets/trends"]').click();
  for (const [, part] of parts) await expect(page.locator(`${part} .band.error`), part).toBeVisible();
  for (const [call, part, row] of parts) {
    await page.unroute(new RegExp(`/${call}$`));
    await page.locator(`${part} .band.error button`).click();
    await expect(page.locator(`${part} ${row}`).first(), part).toBeVisible();
    await expect(page.locator(`${part} .band.error`), part).toHaveCount(0);
  }
});

longTest(
  'Arabic, on a phone, in the dark: one of news and calendar at a time, and nothing runs out of the page',
  async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: 'black', url: baseURL! }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/ar${trends}`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(items(page).first().locator('h4')).toContainText(/[\u0600-\u06ff]/);
    await expect(page.locator('.news-events')).toBeHidden();
    await alive(page);
    expect(await layoutShiftOf(page), 'nothing moves when the page comes alive').toBeLessThan(0.02);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.locator('.news-views').getByRole('link').last().click();
    await expect(page).toHaveURL(/\?view=calendar$/);
    await expect(page.locator('.news-events li').first()).toBeVisible();
    await expect(items(page).first()).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);
