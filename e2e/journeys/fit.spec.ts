// Words keep to their places, at the widths of phones, a tablet and a desk: each of the main screens in one of the languages that need most
// room, or, with LONG=1, every screen in every language, and four of them at ten widths.
import { type Page } from '@playwright/test';
import { languages, type Locale } from '../../contract/src/locales.ts';
import { expect, isLong, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

const allWidths = [320, 360, 390, 768, 820, 1024, 1200, 1440, 1920, 2560];
/** Short words, long ones, from right to left, and without spaces. */
const seenAtAllWidths: readonly Locale[] = ['en', 'de', 'ar', 'ja'];
const widthsFor = (locale: Locale) => (isLong && seenAtAllWidths.includes(locale) ? allWidths : [320, 360, 768, 1440]);

/** Its address, and what has come when the screen is whole. */
type Screen = readonly [address: string, whole: string];
const list = '.list-tools .btn[aria-haspopup]';
const screens = {
  overview: ['/markets/overview', '.ov-realTimeLeaderboard .coin-link'],
  spot: ['/markets/spot', list],
  futures: ['/markets/futures', list],
  margin: ['/markets/margin', list],
  onChain: ['/markets/onChain', '.oc'],
  tradingData: ['/markets/trading-data/trading', '.chart-card canvas'],
  overallMarket: ['/markets/trading-data/wholeNetwork', '.chart-card'],
  alert: ['/price-alert?symbol=BTCUSDT_UMCBL', 'dialog[open] .type-tiles'],
  account: ['/account', '.settings-card .btn.danger'],
  login: ['/login', 'main form'],
  coin: ['/markets/coin/BTCUSDT', '.coin-figures'],
  contract: ['/markets/coin/ETHUSDT_UMCBL', '.coin-figures'],
  favorite: ['/markets/favorite', 'main h1'],
  coinM: ['/markets/futures/coin-m', list],
  trends: ['/markets/trends', '.news-item'],
  rank: ['/markets/rank', '.rank-table .coin-link bdi'],
  gainers: ['/markets/rank/top-gainers', 'main h1'],
  movers: ['/markets/change', 'main h1'],
  sectors: ['/markets/leading', 'main h1'],
  sectorDetail: ['/markets/leadingDetail/meme', 'main h1'],
  halving: ['/markets/bitcoin-halving', 'main h1'],
  tokens: ['/markets/tokens', 'main h1'],
  pick: ['/markets/tokens/BTC', 'main h1'],
  fearGreed: ['/markets/fear-and-greed-index', 'main h1'],
  policy: ['/markets/crypto-policy?country=JP', 'main h1'],
  marketMaker: ['/market-maker', 'main form'],
  register: ['/register', 'main form'],
  forgotPassword: ['/forgot-password', 'main form'],
  alerts: ['/price-alert', 'main h1'],
  error: ['/markets/error', 'main h1'],
  nowhere: ['/nope', 'main h1'],
} satisfies Record<string, Screen>;

/** Long words in narrow places, signs without spaces, and from right to left. Labels of every language are measured by `npm run verify`. */
const seenIn: readonly (readonly [keyof typeof screens, Locale])[] = [
  ['overview', 'de'],
  ['spot', 'bg'],
  ['futures', 'fr'],
  ['margin', 'pl'],
  ['onChain', 'uk'],
  ['tradingData', 'ru'],
  ['overallMarket', 'id'],
  ['alert', 'ar'],
  ['rank', 'ar'],
  ['account', 'tr'],
  ['login', 'ja'],
];

/** Labels of buttons, tabs, heads of tables, chips and pairs that are cut without a way to read them, or lie over each other. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const labels = 'button, a.btn, .tabs > *, .seg > *, .chip, .tag, thead th, .sections > *, .bottom-bar a, legend, dt';
    const stage = document.querySelector('dialog[open]') ?? document.body;
    const styleOf = (element: Element) => getComputedStyle(element);
    const says = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
    /** Only for screen readers. */
    const isHeard = (element: Element): boolean =>
      element !== stage && ((styleOf(element).position === 'absolute' && element.clientWidth <= 1) || isHeard(element.parentElement!));

    /** Where its text is seen: without what a box around it cuts off or scrolls away. */
    const seenBox = (element: Element) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.nodeValue!.trim() || isHeard(node.parentElement!)) continue;
        range.selectNodeContents(node);
        boxes.push(...range.getClientRects());
      }
      if (boxes.length === 0) return null;
      const box = {
        left: Math.min(...boxes.map((part) => part.left)),
        right: Math.max(...boxes.map((part) => part.right)),
        top: Math.min(...boxes.map((part) => part.top)),
        bottom: Math.max(...boxes.map((part) => part.bottom)),
      };
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        if (styleOf(around).overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : null;
    };
    /** What stays in its place while the rest scrolls lies over it by intention. */
    const layerOf = (element: Element) => {
      for (let around: Element | null = element; around; around = around.parentElement)
        if (/fixed|sticky|absolute/.test(styleOf(around).position)) return around;
      return stage;
    };

    const found: string[] = [];
    const seen = [...stage.querySelectorAll(labels)]
      .filter((element) => !element.closest('tbody') && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isHeard(element))
      .map((element) => ({ element, box: seenBox(element), layer: layerOf(element) }))
      .filter(({ box }) => box !== null);
    for (const { element } of seen)
      for (const part of [element, ...element.querySelectorAll('*')]) {
        if (isHeard(part) || !/hidden|clip/.test(styleOf(part).overflowX) || part.clientWidth === 0) continue;
        if (part.scrollWidth > part.clientWidth + 1 && !part.closest('[title]')) found.push(`cut: ${says(part)}`);
      }
    for (const [i, { element, box, layer }] of seen.entries())
      for (const other of seen.slice(i + 1)) {
        if (other.layer !== layer || element.contains(other.element) || other.element.contains(element)) continue;
        const across = Math.min(box!.right, other.box!.right) - Math.max(box!.left, other.box!.left);
        const down = Math.min(box!.bottom, other.box!.bottom) - Math.max(box!.top, other.box!.top);
        if (across > 1 && down > 2) found.push(`over each other: ${says(element)} | ${says(other.element)}`);
      }
    // Whoever reads 'DO…' does not know which coin it is.
    for (const pair of stage.querySelectorAll('.coin-link bdi, .pair-list:not([hidden]) b'))
      for (const part of [pair, ...pair.children])
        if (part.clientWidth > 0 && part.checkVisibility() && part.scrollWidth > part.clientWidth + 1) found.push(`cut: ${says(pair)}`);
    for (const options of stage.querySelectorAll('.pair-list:not([hidden])'))
      if (options.scrollWidth > options.clientWidth) found.push(`wider than its place: ${says(options)}`);
    return [...new Set(found)];
  });

const everything = languages.flatMap(({ locale }) =>
  (Object.keys(screens) as (keyof typeof screens)[]).map((screen) => [screen, locale] as const),
);

for (const [screen, locale] of isLong ? everything : seenIn) {
  test(`${screen} in ${locale} keeps to its places`, async ({ page, context }) => {
    if (screen === 'alert' || screen === 'alerts' || screen === 'account') await logInAsNewUser(context);
    const [address, whole] = screens[screen];
    await page.goto(locale === 'en' ? address : `/${locale}${address}`);
    await expect(page.locator(whole).first()).toBeVisible();
    for (const width of widthsFor(locale)) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${screen} in ${locale} at ${width}`;
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(sideways, `${at}: scrolls sideways`).toBeLessThanOrEqual(0);
      await expect.poll(() => misfits(page), at).toEqual([]);
    }
    if (screen === 'overview') {
      // Whatever has moved by then: the longest words and the largest sum beside a ticker, on the narrowest phone.
      await page.setViewportSize({ width: 320, height: 900 });
      await page.locator('.mover-feed tbody tr').evaluateAll((rows) => {
        for (const row of rows) {
          row.querySelector('.coin-link b')!.textContent = 'PENGU';
          row.querySelector('.k-what')!.textContent = 'Überdurchschnittliches Handelsvolumen';
          row.querySelector('.k-size')!.textContent = '€189,38M';
        }
      });
      expect(await misfits(page), `movers of ${screen} in ${locale}`).toEqual([]);
    }
    if (screen !== 'alert') return;
    // Its list of pairs, with a price of many zeros, on the narrowest phone.
    await page.setViewportSize({ width: 320, height: 900 });
    await page.getByRole('combobox').fill('sats');
    await expect(page.getByRole('option', { name: /SATS/ }).first()).toBeVisible();
    await expect.poll(() => misfits(page), `the pairs of ${screen} in ${locale}`).toEqual([]);
  });
}
