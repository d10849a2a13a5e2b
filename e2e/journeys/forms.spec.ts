// Every write has a visible end: done, refused with words, or no answer. Every form is driven with every kind of answer.
import { expect, test } from '@playwright/test';
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
import { formGroups, notDrivenYet, pressedByNobody, provenBelow, reads } from '../harness/form-table.ts';
import { alert, enter, stubAlerts } from '../harness/form-stubs.ts';
import { wordOf } from '../harness/words.ts';

const readingRooms = new Set<string>(Object.keys(siteCalls).filter((name) => name !== 'errorReport'));

test('every call that changes something is in the table of a form, or named as one that nobody presses', () => {
  const writingRooms = [accountCalls, alertCalls, favoriteCalls, listViewCalls, marketMakerCalls, supportCalls, userCalls].flatMap((room) => Object.keys(room));
  const known = new Set<string>([...formGroups.flatMap((group) => group.calls), ...Object.keys(pressedByNobody), ...Object.keys(provenBelow), ...notDrivenYet, ...reads]);
  expect(writingRooms.filter((name) => !known.has(name)), 'in no table').toEqual([]);
  expect([...known].filter((name) => !Object.hasOwn(calls, name)), 'calls that are no more').toEqual([]);
  // Of the rooms that are not looked at here nothing changes anything: their calls are reads by their names.
  const others = Object.keys(calls).filter((name) => !writingRooms.includes(name) && !readingRooms.has(name) && name !== 'errorReport');
  expect(others.filter((name) => /^(?:add|create|delete|remove|update|save|set|send|mark|request|share|bind|apply)/i.test(name)), 'sound like writes').toEqual([]);
});

for (const group of formGroups) {
  test(`${group.name}: every answer to every write ends in words`, async ({ page }) => {
    const writes = await group.writes(page);
    expect(new Set(writes.map(({ call }) => call))).toEqual(new Set<CallName>(group.calls));
    for (const write of writes) await test.step(write.form, () => driveWrite(page, write));
  });
}

test('an alert that was changed elsewhere says so and offers what it has become', async ({ page }) => {
  await stubAlerts(page);
  await enter(page);
  await goTo(page, '/price-alert');
  const dialog = page.getByRole('dialog');
  await page.getByRole('row').filter({ hasText: 'BTC/USDT' }).getByRole('button', { name: /^Edit/ }).click();
  await page.route(addressOf('updateAlert'), (route) => {
    const isOld = (route.request().postDataJSON() as { version: number }).version === 1;
    return route.fulfill({ json: isOld ? envelope(null, '40422', wordOf('en', 'errors', 'alertChanged')) : envelope({ alert, startsLatched: false }, '00000') });
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This alert was changed elsewhere in the meantime.')).toBeVisible();
  await page.unroute(addressOf('listAlerts'));
  await stub(page, 'listAlerts', { items: [{ ...alert, version: 2, configurePrice: '130' }], total: 1, open: { spot: 1, futures: 0, p2p: 0, total: 1 } });
  await dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(dialog.getByLabel('Target price')).toHaveValue('130');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
});
