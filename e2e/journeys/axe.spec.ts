// Every address of the site as axe sees it, light and dark, and as wide as a phone. What only a journey reaches (a conversation, a
// form with pictures, a told alert, an account of a provider) is looked at where the journey is.
import { type Page } from '@playwright/test';
import { pages, type PageName } from '@tidemark/contract/pages.ts';
import { presentPrice } from '../harness/alerts.ts';
import { expectNoSeriousAxe, expectNoSeriousAxeInBothThemes, showStill, stillOf } from '../harness/axe.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { connectionBadge, rowOf } from '../harness/market-list.ts';
import { logInAsNewUser } from '../harness/person.ts';
import { untilSettled } from '../harness/settled.ts';

// A colour that is still on its way to another is neither of them.
test.use({ reducedMotion: 'reduce' });

type OwnPage = Exclude<PageName, 'home' | 'markets' | 'sharedList'>;

/** An address of each page; other languages where words or direction make a difference to the layout. */
const addresses: Readonly<Record<OwnPage, readonly string[]>> = {
  overview: ['/markets/overview', '/ar/markets/overview'],
  spot: ['/markets/spot', '/ar/markets/spot'],
  futures: ['/zh-CN/markets/futures'],
  futuresCoinM: ['/markets/futures/coin-m'],
  futuresUsdcM: ['/markets/futures/usdc-m'],
  margin: ['/markets/margin'],
  onChain: ['/zh-CN/markets/onChain'],
  favorite: ['/markets/favorite'],
  trends: ['/markets/trends', '/ar/markets/trends'],
  sectors: ['/markets/leading'],
  sectorDetail: ['/ar/markets/leadingDetail/meme'],
  movers: ['/zh-CN/markets/change'],
  rank: ['/markets/rank'],
  rankGainers: ['/markets/rank/top-gainers'],
  rankLosers: ['/markets/rank/losers'],
  rankNewListing: ['/markets/rank/new-listing'],
  rankTurnover: ['/markets/rank/turnover'],
  bitcoinHalving: ['/zh-CN/markets/bitcoin-halving'],
  tradingData: [
    '/markets/trading-data/trading?range=1d&period=1h',
    '/zh-CN/markets/trading-data/wholeNetwork',
    '/ar/markets/trading-data/wholeNetwork',
  ],
  tokens: ['/ar/markets/tokens'],
  cryptoPolicy: ['/markets/crypto-policy?country=JP', '/zh-CN/markets/crypto-policy?view=timeline', '/ar/markets/crypto-policy?country=AE'],
  fearGreed: ['/markets/fear-and-greed-index'],
  coin: ['/ar/markets/coin/BTCUSDT_UMCBL'],
  error: ['/markets/error'],
  priceAlert: ['/price-alert'],
  marketMaker: ['/market-maker'],
  login: ['/login'],
  register: ['/register'],
  forgotPassword: ['/forgot-password'],
  account: ['/account'],
  supportDesk: ['/support-desk'],
};
/** Scanned as a phone shows them, too: what is laid out differently there, or runs the other way. */
const onPhones: ReadonlySet<string> = new Set([
  '/markets/spot',
  '/ar/markets/spot',
  '/zh-CN/markets/futures',
  '/markets/error',
  '/markets/overview',
  '/ar/markets/overview',
  '/ar/markets/trends',
  '/ar/markets/crypto-policy?country=AE',
  '/nope',
]);
const phone = { width: 390, height: 844 };

test.beforeEach(({ request }) => untilSettled(request));

test('no page of the site is left out', () => {
  const own = Object.entries(pages)
    .filter(([, page]) => !('redirectTo' in page))
    .map(([name]) => name);
  expect([...Object.keys(addresses), 'sharedList'].toSorted()).toEqual(own.toSorted());
});

const expectNothingSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'nothing scrolls sideways').toBeLessThanOrEqual(0);

const all = [...Object.values(addresses).flat(), '/nope'];
/** Colours are the same in every language: of the same screen in two of them, one is looked at in both themes. */
const inEnglish = (address: string): string => address.replace(/^\/(?:ar|zh-CN)(?=\/)/, '');
const isSecondLanguage = (address: string): boolean => all.find((other) => inEnglish(other) === inEnglish(address)) !== address;

/** The same screen with other rows, or in another language: looked at by `npm run test:long`. */
const isVariant = (address: string): boolean =>
  isSecondLanguage(address) || /(?:\/rank\/|\/futures\/|\/markets\/margin|country=AE)/.test(address);

for (const address of all) {
  (isVariant(address) ? longTest : test)(address, async ({ page, viewport }) => {
    await page.goto(address);
    await expect(page.locator('.connection:not(.live)')).toHaveCount(0);
    const wide = await stillOf(page);
    await expectNothingSideways(page);
    await page.setViewportSize(phone);
    await expectNothingSideways(page);
    const look = isSecondLanguage(address) ? expectNoSeriousAxe : expectNoSeriousAxeInBothThemes;
    if (onPhones.has(address)) {
      await showStill(page, await stillOf(page));
      await look(page);
    }
    await page.setViewportSize(viewport!);
    await showStill(page, wide);
    await look(page);
  });
}

test('a list of favorites shared by its link, and the dialog in which categories are kept', async ({ page, context, browser }) => {
  await logInAsNewUser(context);
  await context.request.post('/v1/user/optional/addUserSelfList', { data: { symbolIds: ['SOLUSDT', 'BTCUSDT_UMCBL'] } });
  await page.goto('/markets/favorite');
  await page.getByRole('button', { name: 'Share list' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('List link').inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Manage categories' }).click();
  for (const name of ['First', 'Second']) {
    await page.getByLabel('Category name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeVisible();
  }
  await expectNoSeriousAxeInBothThemes(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('button', { name: 'Add all to favorites' })).toBeVisible();
  await expectNoSeriousAxeInBothThemes(visitor);
  await visitor.context().close();
});

test('the account of somebody, and their alerts with the dialog for a new one', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expectNoSeriousAxeInBothThemes(page);
  await page.goto('/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Target price' }).fill(String(Math.ceil((await presentPrice(page)) * 2)));
  await expect(dialog.getByText(/Would (not )?have triggered/)).toBeVisible();
  await expectNoSeriousAxeInBothThemes(page);
  await page.goto('/ar/price-alert');
  await page.getByRole('button', { name: 'تنبيه جديد' }).first().click();
  await expect(page.getByRole('dialog', { name: 'تنبيه جديد' })).toBeVisible();
  await expectNoSeriousAxe(page);
});

test('the search before anything is typed, and a coin beside its list with the table of its candles', async ({ page }) => {
  await page.goto('/markets/spot?q=bitcoin');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await page.getByRole('combobox', { name: 'Search coins' }).click();
  for (const list of ['Hot searches', 'Gainers', 'New', 'Turnover'])
    await expect(page.getByRole('rowgroup', { name: list }).getByRole('row').first()).toBeVisible();
  await expectNoSeriousAxeInBothThemes(page);
  await page.keyboard.press('Escape');
  await rowOf(page, 'BTCUSDT').getByRole('link').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.locator('canvas').first()).toBeVisible();
  await panel.getByRole('radio', { name: 'Table' }).check({ force: true });
  await expect(
    panel
      .getByRole('region', { name: /BTC\/USDT candlestick chart/ })
      .getByRole('row')
      .nth(20),
  ).toBeAttached();
  await expectNoSeriousAxeInBothThemes(page);
});

longTest('a board of the overview that was changed, with the coins of a bar', async ({ page }) => {
  await page.goto('/markets/overview');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await page.getByText('Losers', { exact: true }).first().click();
  await expect(page.getByRole('table', { name: 'Losers' }).locator('tbody th').first()).toBeVisible();
  await page.locator('.rise-bars .bars button').nth(6).click();
  await expect(page.locator('.bin-table tbody tr').first()).toBeVisible();
  await expectNoSeriousAxe(page);
});
