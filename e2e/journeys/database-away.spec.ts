// The database is away for a while: a person reads so, keeps what they have typed, and goes on when it is back.
import { globSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startApp, type App } from '../harness/app.ts';
import { expect, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';
import { killTree } from '../harness/process-tree.ts';
import { startScriptedExchange, type ScriptedExchange } from '../harness/scripted-exchange.ts';

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

/**
 * Its folder is gone when it is to be started again, until it is put back. All of it dies: a part that serves a connection would live on
 * for a moment, and save what is not to be saved.
 */
const takeAway = async (): Promise<() => void> => {
  const [file = ''] = globSync(join(app.dataDir, '*/postmaster.pid'));
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const cluster = dirname(file);
  renameSync(cluster, `${cluster}.away`);
  await killTree(pid, `${cluster}.away`);
  return () => renameSync(`${cluster}.away`, cluster);
};
const notDone = 'Service temporarily unavailable. Nothing was saved. Please try again in a moment.';

test('what was typed stays, the words say what happened, and the next try saves it once', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await logInAsNewUser(context);
  await page.goto('/price-alert?symbol=BTCUSDT');
  const alert = page.getByRole('dialog', { name: 'New alert' });
  const target = alert.getByRole('textbox', { name: 'Target price' });
  await expect(alert.getByText(/^Now [\d,.]+$/)).toBeVisible();
  await target.fill('9000000');
  let putBack = await takeAway();
  await alert.getByRole('button', { name: 'Create alert' }).click();
  await expect(alert.getByText(notDone)).toBeVisible();
  await expect(target).toHaveValue('9000000');
  await page.screenshot({ path: test.info().outputPath('alert.png') });
  putBack();
  await expect(async () => {
    if (await alert.isVisible()) await alert.getByRole('button', { name: 'Create alert' }).click({ timeout: 2_000 });
    await expect(alert).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('row').filter({ hasText: /Rises to/ })).toHaveCount(1);

  await page.goto('/account');
  const row = page.locator('.setting').filter({ hasText: 'Display name' });
  await row.getByRole('button').click();
  const name = page.getByRole('dialog').getByRole('textbox');
  await name.fill('Ada of the tides');
  putBack = await takeAway();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByText(notDone)).toBeVisible();
  await expect(name).toHaveValue('Ada of the tides');
  await page.screenshot({ path: test.info().outputPath('account.png') });

  // Whoever comes now is not taken for a visitor, and may ask again.
  await page.reload();
  await expect(page.getByText('Couldn’t load').first()).toBeVisible();
  await expect(page.getByText('You are not logged in.')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('reloaded.png') });
  putBack();
  await expect(async () => {
    const tryAgain = page.getByRole('button', { name: 'Try again' }).first();
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
    await expect(page.getByText('This device')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await context.close();
});
