// Alerts as journeys see them, and alerts they wait for, set by the site's own calls with the session of the page.
import { expect, type Page } from '@playwright/test';

const post = (page: Page, path: string, body: object): Promise<any> =>
  page.evaluate(
    async ({ path, body }) =>
      (await (
        await fetch(`/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      ).json()) as unknown,
    { path, body },
  );
export const postAlerts = (page: Page, path: string, body: object) => post(page, `/send/priceremindconfig/${path}`, body);

/** The price the dialog speaks of. */
export const presentPrice = async (page: Page): Promise<number> => {
  const help = page.getByRole('dialog').getByText(/^Now [\d,.]+$/);
  await expect(help).toBeVisible();
  return Number((await help.innerText()).replace(/[^\d.]/g, ''));
};
