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

/** Two alerts close around the price of BTC, near enough to be met soon. The market does not wait: where it has run past one of them before it was set, the price is read anew. */
export const surroundPrice = async (page: Page, channels: readonly number[]): Promise<void> => {
  const pair = { businessLine: 1, symbolId: 'BTCUSDT' };
  const set = async (alertType: number, away: number): Promise<string> => {
    const price = Number((await postAlerts(page, 'select/parameter/config', pair)).data.pair.price);
    return (await postAlerts(page, 'inster', { ...pair, clientKey: crypto.randomUUID(), alertType, frequency: 3, channels, configurePrice: (price * away).toFixed(2) })).code;
  };
  for (const [alertType, away] of [[1, 1.0001], [2, 0.9999]] as const) await expect.poll(() => set(alertType, away)).toBe('00000');
};
