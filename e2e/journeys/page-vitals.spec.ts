// How a page felt to a visitor reaches the operator's figures, of those visits that are measured.
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { connectionBadge } from '../harness/market-list.ts';

/** Decides who is measured, and keeps what is told, beyond the page that tells it. */
const draw = (page: Page, random: number): Promise<unknown> =>
  page.addInitScript((drawn) => {
    Math.random = () => drawn;
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      sessionStorage.setItem('told', `${sessionStorage.getItem('told') ?? ''}${String(url)} `);
      return send(url, body);
    };
  }, random);
const toldBy = (page: Page): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('told'));

test('a visit that is measured is told when the page is left, once', async ({ page, baseURL }) => {
  await draw(page, 0);
  const measuring = page.waitForResponse(/web-vitals/);
  await page.goto('/markets/bitcoin-halving');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await measuring;
  await page.getByRole('heading', { level: 1 }).click();
  await page.goto('/markets/crypto-policy');
  expect(await toldBy(page)).toBe('/v1/mix/public/pageVitals ');
  // From this machine itself: figures are nobody else's.
  const figures = async () => (await fetch(`${baseURL}/metrics`)).text();
  await expect.poll(figures).toMatch(/^page_lcp_seconds_count\{page="bitcoinHalving",device="desktop"\} [1-9]/m);
});

test('nine visits of ten are not measured, and load nothing for it', async ({ page }) => {
  await draw(page, 0.1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/markets/bitcoin-halving');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await page.goto('/markets/crypto-policy');
  expect(await toldBy(page)).toBeNull();
  expect(asked.filter((url) => url.includes('web-vitals'))).toEqual([]);
});
