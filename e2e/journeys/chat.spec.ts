// Customer chat: a visitor writes, somebody at the desk answers, nothing is lost on the way, and nobody sees another's.
import { type Page } from '@playwright/test';
import { sharedAppUrl } from '../harness/app.ts';
import { expectNoSeriousAxe, expectNoSeriousAxeInBothThemes } from '../harness/axe.ts';
import { supportAgentToken } from '../harness/journey-app.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

interface Row {
  readonly conversationId: string;
  readonly lastText: string;
}
const desk = async <T>(path: string, body: object): Promise<T> => {
  const answer = await fetch(`${sharedAppUrl()}/v1/support/desk/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${supportAgentToken}` },
    body: JSON.stringify(body),
  });
  const { code, data, msg } = (await answer.json()) as { code: string; data: T; msg: string };
  expect(code, msg).toBe('00000');
  return data;
};
const conversationOf = async (lastText: string): Promise<string> => {
  const { items } = await desk<{ items: Row[] }>('list', {});
  return items.find((row) => row.lastText === lastText)!.conversationId;
};
const answer = (conversationId: string, text: string) => desk('answer', { conversationId, clientKey: crypto.randomUUID(), text });
const textsAt = async (conversationId: string) =>
  (await desk<{ items: { text: string }[] }>('read', { conversationId })).items.map(({ text }) => text);

const bubble = (page: Page, name = 'Help and chat') => page.getByRole('button', { name });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Support' });
const field = (page: Page) => panel(page).getByLabel('Your message');
const log = (page: Page) => panel(page).getByRole('log');
const openChat = async (page: Page, path = '/markets/spot') => {
  await page.goto(path);
  await bubble(page).click();
  await expect(panel(page)).toBeVisible();
};
const write = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};

test('a visitor writes, support answers, the answer comes live and is counted until it was seen', async ({ page, context }) => {
  await openChat(page);
  await expect(panel(page)).toContainText('We reply here');
  await panel(page).getByText('Why is a price gray?').click();
  await expect(panel(page)).toContainText('older than 10 seconds');

  const question = `Where is my alert? ${crypto.randomUUID()}`;
  await field(page).fill('First');
  await field(page).press('Shift+Enter');
  await expect(log(page).getByText('First')).toHaveCount(0);
  await write(page, question);
  await expect(log(page).getByText(question)).toBeVisible();
  await expect(log(page)).toContainText('Message received.');
  await expect(log(page)).toContainText('Sent');
  await expect(field(page)).toHaveValue('');

  const conversationId = await conversationOf(question);
  await answer(conversationId, 'It is here: https://example.com/alerts <b>not bold</b>');
  await expect(log(page).getByText('<b>not bold</b>')).toBeVisible();
  const link = log(page).getByRole('link', { name: 'https://example.com/alerts' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expectNoSeriousAxeInBothThemes(page);

  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bubble(page)).toBeFocused();
  await answer(conversationId, 'Anything else?');
  const dot = page.getByText('1 new message from support');
  await expect(dot).toBeAttached();
  await page.reload();
  await expect(dot, 'also on the next page').toBeAttached();

  const other = await context.newPage();
  await openChat(other);
  await expect(log(other).getByText('Anything else?')).toBeVisible();
  await expect(log(other).getByText(question)).toBeVisible();
  await expect(dot, 'seen in one tab, it is seen in the other').toHaveCount(0);

  await desk('close', { conversationId, isClosed: true });
  await expect(log(other)).toContainText('Support closed this chat.');
});

test('a message that does not get through is kept, also over a reload, and arrives once', async ({ page, context }) => {
  await openChat(page);
  await expect(panel(page)).toContainText('We reply here');
  // The server keeps it, the answer is lost; then nothing gets through at all.
  await page.route(
    '**/v1/support/chat/send',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.route('**/v1/support/chat/list', (route) => route.abort());
  const text = `Lost on the way ${crypto.randomUUID()}`;
  await write(page, text);
  await expect(log(page)).toContainText('Not sent.');
  await page.reload();
  await bubble(page).click();
  await expect(log(page).getByText(text)).toBeVisible();
  await expect(log(page)).toContainText('Not sent.');
  await page.unroute('**/v1/support/chat/list');
  // By the button, or by itself where that was quicker.
  const tryAgain = log(page).getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
    await expect(log(page)).toContainText('Sent', { timeout: 2_000 });
  }).toPass();
  await expect(log(page).getByText(text)).toHaveCount(1);
  expect(await textsAt(await conversationOf(text))).toEqual([text]);

  await context.setOffline(true);
  await expect(panel(page)).toContainText('You are offline.');
  const later = `Written offline ${crypto.randomUUID()}`;
  await write(page, later);
  await expect(log(page).getByText(later)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await desk<{ items: Row[] }>('list', {})).items.some(({ lastText }) => lastText === later)).toBe(true);
  await expect(log(page)).not.toContainText('Not sent.');
});

longTest('login takes the conversation along, logout leaves it behind', async ({ page, context }) => {
  await openChat(page);
  const text = `Before login ${crypto.randomUUID()}`;
  await write(page, text);
  await expect(log(page)).toContainText('Sent');
  const conversationId = await conversationOf(text);
  await logInAsNewUser(context);
  await openChat(page);
  await expect(log(page).getByText(text)).toBeVisible();
  await answer(conversationId, 'Hello, user');
  await expect(log(page).getByText('Hello, user')).toBeVisible();
  expect((await context.request.get('/v1/user/logout')).ok()).toBe(true);
  await openChat(page);
  await expect(panel(page)).toContainText('We reply here');
  await expect(log(page).getByText(text)).toHaveCount(0);
  await write(page, 'Somebody else');
  await expect(log(page)).toContainText('Sent');
  expect(await textsAt(conversationId)).toEqual([text, 'Hello, user']);
});

test('somebody at the desk reads, answers and closes, live on both sides', async ({ page, browser }) => {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await openChat(visitor);
  const text = `For the desk ${crypto.randomUUID()}`;
  await write(visitor, text);
  await expect(log(visitor)).toContainText('Sent');

  await page.goto('/support-desk');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  const token = page.getByLabel('Token');
  const enter = page.getByRole('button', { name: 'Log in' });
  await token.fill('a token that is not the right one');
  await enter.click();
  await expect(page.getByText('Invalid support desk token.')).toBeVisible();
  await token.fill(supportAgentToken);
  await enter.click();
  await page.getByRole('button', { name: text }).click();
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByText(text)).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByLabel('Your reply').fill('We are on it');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(log(visitor).getByText('We are on it')).toBeVisible();
  await expect(conversation, 'the open panel has shown it').toContainText('Seen');
  await write(visitor, 'Thank you');
  await expect(conversation.getByText('Thank you')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(log(visitor)).toContainText('Support closed this chat.');
  await context.close();
});

longTest('on a phone in Arabic the chat is a sheet from right to left', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/ar/markets/spot');
  await bubble(page, 'المساعدة والمحادثة').tap();
  const sheet = page.getByRole('dialog', { name: 'الدعم' });
  await expect(sheet).toBeVisible();
  await expect
    .poll(async () => Object.values((await sheet.boundingBox())!).map((side) => Math.round(side)), 'when it has come to rest')
    .toEqual([0, 0, 390, 844]);
  await sheet.getByLabel('رسالتك').fill('مرحبا BTC/USDT 123');
  await sheet.getByRole('button', { name: 'إرسال' }).tap();
  await expect(sheet.getByRole('log')).toContainText('وصلتنا رسالتك');
  await expectNoSeriousAxe(page);
  await sheet.getByRole('button', { name: 'إغلاق' }).tap();
  await expect(sheet).toBeHidden();
  await context.close();
});
