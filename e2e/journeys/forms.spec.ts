// Every write has a visible end: done, refused with words, or no answer. Every form is driven with every kind of answer
// by `npm run test:long`, and with a quarter of them in turn on each change.
import { accessCalls } from '@tidemark/contract/access.ts';
import { accountCalls } from '@tidemark/contract/accounts.ts';
import { alertCalls } from '@tidemark/contract/alerts.ts';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { favoriteCalls } from '@tidemark/contract/favorites.ts';
import { listViewCalls } from '@tidemark/contract/list-views.ts';
import { marketMakerCalls } from '@tidemark/contract/market-maker.ts';
import { siteCalls } from '@tidemark/contract/site.ts';
import { supportCalls } from '@tidemark/contract/support.ts';
import { userCalls } from '@tidemark/contract/users.ts';
import { addressOf, driveWrite, envelope, goTo, stub } from '../harness/drive-write.ts';
import { formGroups, pressedNowhere, provenBelow, reads } from '../harness/form-table.ts';
import { alert, enter, parameters, stubAlerts } from '../harness/form-stubs.ts';
import { expect, isLong, test } from '../harness/journey.ts';
import { wordOf } from '../harness/words.ts';

const isReport = (name: string) => Object.hasOwn(calls, name) && calls[name as CallName].kind === 'report';
const readingRooms = new Set<string>(Object.keys(siteCalls).filter((name) => !isReport(name)));

test('every call that changes something is in the table of a form, or named as one that nobody presses', () => {
  const writingRooms = [
    accessCalls,
    accountCalls,
    alertCalls,
    favoriteCalls,
    listViewCalls,
    marketMakerCalls,
    supportCalls,
    userCalls,
  ].flatMap((room) => Object.keys(room));
  const known = new Set<string>([
    ...formGroups.flatMap((group) => group.calls),
    ...Object.keys(pressedNowhere),
    ...Object.keys(provenBelow),
    ...reads,
  ]);
  expect(
    writingRooms.filter((name) => !known.has(name)),
    'in no table',
  ).toEqual([]);
  expect(
    [...known].filter((name) => !Object.hasOwn(calls, name)),
    'calls that are no more',
  ).toEqual([]);
  // Of the rooms that are not looked at here nothing changes anything: their calls are reads by their names.
  const others = Object.keys(calls).filter((name) => !writingRooms.includes(name) && !readingRooms.has(name) && !isReport(name));
  expect(
    others.filter((name) => /^(?:add|create|delete|remove|update|save|set|send|mark|request|share|bind|apply)/i.test(name)),
    'sound like writes',
  ).toEqual([]);
});

for (const [first, group] of formGroups.entries()) {
  test(`${group.name}: ${isLong ? 'every answer' : 'every fourth answer'} to every write ends in words`, async ({ page }) => {
    const writes = await group.writes(page);
    expect(new Set(writes.map(({ call }) => call))).toEqual(new Set<CallName>(group.calls));
    for (const [nth, write] of writes.entries()) await test.step(write.form, () => driveWrite(page, write, first + nth));
  });
}

test('a press before the prices are there waits for them and goes out; without them it is refused in words that stay', async ({ page }) => {
  await stubAlerts(page);
  await enter(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addressOf('alertParameters'), async (route) => {
    await released;
    await route.fallback();
  });
  const sent: unknown[] = [];
  await page.route(addressOf('createAlert'), (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: envelope({ alert, startsLatched: false }, '00000') });
  });
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create alert' });
  await goTo(page, '/price-alert');
  await page.getByRole('button', { name: 'New alert' }).first().click();
  await dialog.getByLabel('Target price').fill('150');
  await submit.click();
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await expect(dialog.getByText('No live price')).toHaveCount(0);
  expect(sent).toEqual([]);
  release();
  await expect(dialog).toHaveCount(0);
  expect(sent).toHaveLength(1);

  await page.unroute(addressOf('alertParameters'));
  await stub(page, 'alertParameters', { ...parameters, pair: { ...parameters.pair, price: null } });
  await page.getByRole('button', { name: 'New alert' }).first().click();
  await dialog.getByLabel('Target price').fill('150');
  await submit.click();
  await expect(dialog.getByText('No live price')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an alert that was changed elsewhere says so and offers what it has become', async ({ page }) => {
  await stubAlerts(page);
  await enter(page);
  await goTo(page, '/price-alert');
  const dialog = page.getByRole('dialog');
  await page.getByRole('row').filter({ hasText: 'BTC/USDT' }).getByRole('button', { name: /^Edit/ }).click();
  await page.route(addressOf('updateAlert'), (route) => {
    const isOld = (route.request().postDataJSON() as { version: number }).version === 1;
    return route.fulfill({
      json: isOld ? envelope(null, '40422', wordOf('en', 'errors', 'alertChanged')) : envelope({ alert, startsLatched: false }, '00000'),
    });
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This alert was changed elsewhere. Your changes were not saved.')).toBeVisible();
  await page.unroute(addressOf('listAlerts'));
  await stub(page, 'listAlerts', {
    items: [{ ...alert, version: 2, configurePrice: '130' }],
    total: 1,
    open: { spot: 1, futures: 0, p2p: 0, total: 1 },
  });
  await dialog.getByRole('button', { name: 'Load latest version' }).click();
  await expect(dialog.getByLabel('Target price')).toHaveValue('130');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
});

test('what was read in one tab is read in the other; nothing unread is not nothing fired', async ({ page, context }) => {
  await stubAlerts(page);
  await enter(page);
  await stub(page, 'listAlertLog', { items: [], total: 0 });
  await goTo(page, '/price-alert?tab=history');
  await page.getByText('Unread', { exact: true }).click();
  await expect(page.getByText('No unread alerts')).toBeVisible();
  const other = await context.newPage();
  let unread = 3;
  for (const tab of [page, other]) {
    await stub(tab, 'alertUnreadFlag', () => ({ unread: unread > 0, count: unread }));
    await stub(tab, 'markAlertLogRead', () => {
      unread = 0;
      return { updated: 3 };
    });
  }
  await other.goto('/markets/error');
  await expect(other.getByRole('link', { name: /3 unread/ })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(other.getByRole('link', { name: /unread/ })).toHaveCount(0);
});

test('a dialog whose code does not come leaves the reader where they are, with words and another try', async ({ page, context }) => {
  await enter(page);
  await goTo(page, '/price-alert');
  await expect(page.getByRole('button', { name: 'New alert' }).first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'New alert' }).first().click();
  await expect(page.locator('.toast').filter({ hasText: 'System connection unstable' })).toBeVisible();
  await expect(page).toHaveURL(/\/price-alert$/);
  await context.setOffline(false);
  await page.locator('.toast').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'New alert' })).toBeVisible();
});

test('a link to the page of a failure leads back to a place of this site only', async ({ page }) => {
  for (const from of ['/%09/evil.example/phish', '//evil.example', '/\\evil.example', 'https://evil.example']) {
    await page.goto(`/markets/error?from=${from}`);
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
    await expect(page, from).not.toHaveURL(/markets\/error/);
    expect(new URL(page.url()).host, from).toBe(new URL(test.info().project.use.baseURL!).host);
  }
});
