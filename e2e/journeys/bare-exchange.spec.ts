// An exchange and nothing else: no supplies, no listing times, no terms of margin, no chains. What nobody tells is shown as not known,
// with the reason, and nobody is asked to try again for what can never come.
import { startApp, type App } from '../harness/app.ts';
import { expect, test } from '../harness/journey.ts';
import { startScriptedExchange, type ScriptedExchange } from '../harness/scripted-exchange.ts';

// One program for all of them.
test.describe.configure({ mode: 'serial' });

let app: App;
let exchange: ScriptedExchange;
test.beforeAll(async () => {
  exchange = await startScriptedExchange(() => 40_000);
  app = await startApp({ env: exchange.env });
});
test.afterAll(async () => {
  await app?.stop();
  await exchange?.stop();
});

const capUnknown = 'Market cap unavailable';

test('without supplies there are no caps: the overview and the sectors say so and go by turnover', async ({ page }) => {
  await page.goto(`${app.url}/markets/overview`);
  const whole = page.locator('.ov-globalDigitalCurrency');
  await expect(whole).toContainText(capUnknown);
  await expect(whole.locator('dd').first()).toHaveText('--');
  await expect(page.locator('.ov-summary')).toHaveText(/^2 coins up, 0 down\./);
  await expect(page.locator('.ov-quotationCards li')).toHaveCount(2);
  const heat = page.locator('.ov-marketHeatMap');
  await expect(heat).toContainText(capUnknown);
  await expect(heat.getByRole('link', { name: /^BTC/ })).toBeVisible();
  await page.goto(`${app.url}/markets/leading`);
  await expect(page.getByText('weighted by turnover, because market caps are unavailable')).toBeVisible();
  await expect(page.locator('.sector-table')).not.toContainText('$0.00');
});

test('what the exchange does not have is said for good', async ({ page }) => {
  for (const path of ['margin', 'onChain', 'bitcoin-halving']) {
    await page.goto(`${app.url}/markets/${path}`);
    await expect(page.getByText('Not available from the current data source.'), path).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
  }
});

test('a coin nobody told the listing of was not listed in 1970', async ({ page }) => {
  await page.goto(`${app.url}/markets/coin/BTCUSDT`);
  await expect(page.locator('.coin-figures div', { hasText: 'Listed' }).locator('dd')).toHaveText('--');
  await expect(page.locator('main')).not.toContainText(/1970|Market cap rank/);
});
