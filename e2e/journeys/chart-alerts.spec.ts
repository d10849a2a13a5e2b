// Alerts on the candles of their pair: lines that are moved, a press on the scale, and nothing of it for a visitor.
import { randomUUID } from 'node:crypto';
import { type Page } from '@playwright/test';
import { postAlerts } from '../harness/alerts.ts';
import { expect, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

interface Kept {
  readonly configurePrice: string;
  readonly version: number;
}
const keptOf = async (page: Page): Promise<Kept> => {
  const { data } = await postAlerts(page, 'select', { params: { symbolId: 'ETHUSDT' } });
  return (data as { items: Kept[] }).items[0]!;
};
const presentPrice = async (page: Page): Promise<number> => {
  const { data } = await postAlerts(page, 'select/parameter/config', { businessLine: 1, symbolId: 'ETHUSDT' });
  return Number((data as { pair: { price: string } }).pair.price);
};
const setAlert = async (page: Page, configurePrice: number) => {
  const form = { businessLine: 1, symbolId: 'ETHUSDT', alertType: 1, frequency: 1, channels: [4], note: 'Kept' };
  const { code } = await postAlerts(page, 'inster', { clientKey: randomUUID(), configurePrice: configurePrice.toFixed(2), ...form });
  expect(code).toBe('00000');
};

test('a line of an alert is moved by keyboard and by hand, taken back, and held to the rules of the form', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/markets/coin/ETHUSDT');
  const price = await presentPrice(page);
  const target = price * 1.02;
  await setAlert(page, target);
  await page.goto('/markets/coin/ETHUSDT?interval=1d');
  const line = page.getByRole('slider', { name: /^Move alert: Rises to/ });
  await expect(line).toBeVisible();

  await line.press('PageUp');
  await line.press('Enter');
  await expect(page.getByText('Alert saved')).toBeVisible();
  const moved = await keptOf(page);
  expect(Number(moved.configurePrice)).toBeCloseTo(target * 1.01, 0);
  // The browser learns late what is saved already: a line that is taken hold of meanwhile is moved all the same.
  const select = '**/priceremindconfig/select';
  await page.route(select, async (route) => {
    const isOfChart = route.request().postData()?.includes('pageSize') ?? false;
    if (isOfChart) await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Number((await keptOf(page)).configurePrice)).toBeCloseTo(target, 1);

  // By hand, up by some pixels, which is a higher price.
  const before = await keptOf(page);
  const box = (await line.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await keptOf(page)).version).toBeGreaterThan(before.version);
  const dragged = await keptOf(page);
  await page.unroute(select);
  expect(Number(dragged.configurePrice)).toBeGreaterThan(target);

  // Let go of before the movement is drawn.
  await expect(line).toHaveAttribute('aria-valuenow', String(Number(dragged.configurePrice)));
  const place = (await line.boundingBox())!;
  const [left, top] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await line.evaluate(
    (label, at) => {
      for (const name of ['pointermove', 'pointerup']) label.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 1, ...at }));
    },
    { clientX: left, clientY: top - 10 },
  );
  await page.mouse.up();
  await expect.poll(async () => (await keptOf(page)).version).toBeGreaterThan(dragged.version);
  const quick = await keptOf(page);
  expect(Number(quick.configurePrice)).toBeGreaterThan(Number(dragged.configurePrice));

  // Below the price it would have risen already: nothing is sent, and the line goes back.
  for (let step = 0; step < 20; step++) await line.press('PageDown');
  await line.press('Enter');
  await expect(page.getByText('Please fill in a valid price')).toBeVisible();
  await expect(line).toHaveAttribute('aria-valuenow', String(Number(quick.configurePrice)));
  expect((await keptOf(page)).version).toBe(quick.version);
  await line.press('ArrowUp');
  await line.press('Escape');
  await expect(line).toHaveAttribute('aria-valuenow', String(Number(quick.configurePrice)));
});

test('a right click and a long press on the scale open the form with that price, right to left and on a phone, too', async ({
  page,
  context,
}) => {
  await logInAsNewUser(context);
  await page.goto('/ar/markets/coin/ETHUSDT?interval=1d');
  const plot = page.locator('.candles-plot');
  const pressAt = async () => {
    const over = page.locator('.chart-alerts');
    await expect.poll(async () => (await over.boundingBox())?.width ?? 0, 'laid over the candles').toBeGreaterThan(100);
    const lines = (await over.boundingBox())!;
    const all = (await plot.boundingBox())!;
    expect(lines.x, 'prices stand on the right').toBeCloseTo(all.x, 0);
    return { x: (lines.width + all.width) / 2, y: lines.height / 3 };
  };
  await plot.click({ button: 'right', position: await pressAt() });
  const dialog = page.getByRole('dialog');
  const field = dialog.locator('.alert-fields input[inputmode="decimal"]');
  await expect(field).toHaveValue(/^[\d٬٫.,]+$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const { x, y } = await pressAt();
  const { x: left, y: top } = (await plot.boundingBox())!;
  await plot.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: left + x, clientY: top + y, bubbles: true });
  await expect(field).toHaveValue(/^[\d٬٫.,]+$/);
});

test('a visitor is shown no alerts on the chart, and none are asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.goto('/markets/coin/ETHUSDT');
  await expect(page.locator('.candles-plot canvas').first()).toBeVisible();
  await page.locator('.candles-plot').click({ button: 'right', position: { x: 5, y: 5 } });
  await expect(page.locator('.chart-alerts')).toHaveCount(0);
  expect(asked.filter((url) => /chart-alerts|priceremindconfig\/select$|alert\/log\/select/.test(url))).toEqual([]);
});

test('an alert that triggered is a mark at its candle, which tells its story', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/markets/coin/ETHUSDT');
  // Whichever way the price goes next.
  for (const alertType of [3, 4]) {
    const form = { businessLine: 1, symbolId: 'ETHUSDT', alertType, frequency: 3, channels: [4, 5], note: 'Kept' };
    const { code } = await postAlerts(page, 'inster', { clientKey: randomUUID(), configurePrice: '0.0001', ...form });
    expect(code).toBe('00000');
  }
  const mark = page.getByRole('button', { name: /^ETH\/USDT is (up|down) 0\.01%, / }).first();
  await expect(mark).toBeVisible();
  await mark.press('Enter');
  const story = page.locator('.chart-story');
  await expect(story).toContainText('Note: Kept');
  await story.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(story).toHaveCount(0);
});

test('a reader who logs out in another tab stays where they are, without their lines', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/markets/coin/ETHUSDT?interval=1d');
  const lines = page.locator('.chart-alerts');
  await expect(lines).toBeAttached();
  // What is asked for between the end of the session and the news of it has its own journey.
  await page.route(/priceremindconfig\/select$|socketToken$/, () => {});
  const other = await context.newPage();
  await other.goto('/account');
  await other.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(lines).toHaveCount(0);
  await expect(page.locator('.candles-plot')).toBeVisible();
  await expect(page).toHaveURL(/\/markets\/coin\/ETHUSDT/);
});
