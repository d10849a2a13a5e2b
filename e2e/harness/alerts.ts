// Alerts as journeys see them, and alerts they wait for, set by the site's own calls with the session of the page.
import { expect, type Page } from '@playwright/test';

export const post = (page: Page, path: string, body: object): Promise<any> =>
  page.evaluate(async ({ path, body }) => (await (await fetch(`/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()) as unknown, { path, body });
export const postAlerts = (page: Page, path: string, body: object) => post(page, `/send/priceremindconfig/${path}`, body);

/** The price the dialog speaks of. */
export const presentPrice = async (page: Page): Promise<number> => {
  const help = page.getByRole('dialog').getByText(/^Now [\d,.]+$/);
  await expect(help).toBeVisible();
  return Number((await help.innerText()).replace(/[^\d.]/g, ''));
};

/** As long as the market may take to meet one of them in a calm hour. */
export const marketPatienceMs = 90_000;

/** Two alerts close around the price of BTC: near enough to be met soon, far enough not to be met before both are set. */
export const surroundPrice = async (page: Page, channels: readonly number[]): Promise<void> => {
  const pair = { businessLine: 1, symbolId: 'BTCUSDT' };
  const price = Number((await postAlerts(page, 'select/parameter/config', pair)).data.pair.price);
  for (const [alertType, away] of [[1, 1.0003], [2, 0.9997]] as const) {
    const made = await postAlerts(page, 'inster', { ...pair, clientKey: crypto.randomUUID(), alertType, frequency: 3, channels, configurePrice: (price * away).toFixed(2) });
    expect(made.code).toBe('00000');
  }
};
