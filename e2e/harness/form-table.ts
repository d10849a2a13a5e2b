// Every form and every other thing to press that changes something: which call it makes, how it is reached and filled in, and how its
// success shows. Grouped by what they stand on, so that one page serves many of them.
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { CallName } from '@tidemark/contract/calls.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import { goTo, stub, type Write } from './drive-write.ts';
import {
  alert,
  done,
  enter,
  fresh,
  linkedChannels,
  nextMessage,
  openShell,
  password,
  stubAccount,
  stubAlerts,
  stubFavorites,
  stubSupport,
} from './form-stubs.ts';
import { wordOf } from './words.ts';

export interface FormGroup {
  readonly name: string;
  /** Which calls the group drives; a table test compares them with the contract. */
  readonly calls: readonly CallName[];
  writes(page: Page): Promise<readonly Write[]>;
}

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const toast = (page: Page, text: string | RegExp) => page.locator('.toast:not([data-seen])').filter({ hasText: text });
const isToasted = (page: Page, text: string | RegExp) => expect(toast(page, text).first()).toBeVisible();
const isGone = (page: Page) => expect(dialog(page)).toHaveCount(0);
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await isGone(page);
};

const alertRefusals: readonly ErrorName[] = [
  'alertInvalidPrice',
  'alertInvalidPercent',
  'alertUpperNotAboveLower',
  'alertDuplicate',
  'alertLineLimit',
  'alertTotalLimit',
  'p2pAlertLimit',
  'alertNotFound',
  'alertParameters',
  'alertNoFreshPrice',
  'alertChannelMissing',
  'alertTooFast',
  'alertCreateFailed',
  'unknownSymbol',
];
const saved = { data: { alert, startsLatched: false } };

const alerts: FormGroup = {
  name: 'price alerts',
  calls: [
    'createAlert',
    'updateAlert',
    'deleteAlerts',
    'changeAlerts',
    'importAlerts',
    'restoreAlerts',
    'testAlertChannel',
    'subscribePush',
    'markAlertLogRead',
  ],
  async writes(page) {
    await stubAlerts(page);
    await enter(page);
    const row = page.getByRole('row').filter({ hasText: 'BTC/USDT' });
    const openNew = async () => {
      await goTo(page, '/price-alert');
      await button(page, 'New alert').first().click();
      await dialog(page).getByLabel('Target price').fill('150');
    };
    return [
      {
        form: 'new alert',
        call: 'createAlert',
        refusals: alertRefusals,
        open: openNew,
        press: () => button(dialog(page), 'Create alert').click(),
        success: { ...saved, ended: () => isGone(page) },
      },
      {
        form: 'test of a channel',
        call: 'testAlertChannel',
        refusals: ['alertTooFast', 'mailNotSet', 'smsNotSet'],
        open: async () => {
          await openNew();
          await dialog(page).getByText('Desktop pop-up').click();
        },
        press: () => button(dialog(page), 'Send test').click(),
        success: { data: { status: 'sent', reason: null }, ended: () => isToasted(page, 'Test notification sent') },
      },
      {
        form: 'push in this browser',
        call: 'subscribePush',
        refusals: ['alertParameters', 'alertTooFast'],
        open: async () => {},
        press: () => button(dialog(page), 'Allow').click(),
        success: { data: { browsers: 1 }, ended: () => closeDialog(page) },
      },
      {
        form: 'edit of an alert',
        call: 'updateAlert',
        refusals: [...alertRefusals, 'alertChanged'],
        open: () => row.getByRole('button', { name: /^Edit/ }).click(),
        press: () => button(dialog(page), 'Save').click(),
        success: { ...saved, ended: () => isGone(page) },
      },
      {
        form: 'switch of an alert',
        call: 'updateAlert',
        refusals: alertRefusals,
        open: async () => {},
        press: () => row.getByRole('switch').click(),
        success: { ...saved, ended: () => isToasted(page, 'The Alert is Turned Off') },
      },
      {
        form: 'deletion of an alert',
        call: 'deleteAlerts',
        refusals: ['alertTooFast', 'alertDeleteFailed'],
        open: async () => {},
        press: () => row.getByRole('button', { name: /^Delete/ }).click(),
        success: { data: { deleted: 1 }, ended: () => isToasted(page, 'BTC/USDT alert deleted') },
      },
      {
        form: 'turning chosen alerts off',
        call: 'changeAlerts',
        refusals: ['alertTooFast'],
        open: () => row.getByRole('checkbox').check(),
        press: () => button(page, 'Turn off').click(),
        success: {
          data: { items: [{ id: '1', outcome: 'changed', code: null, msg: null }], changed: 1 },
          ended: () => isToasted(page, 'Alerts turned off: 1'),
        },
      },
      {
        form: 'import of a file',
        call: 'importAlerts',
        refusals: ['alertTooFast', 'alertFileUnreadable', 'alertFileEmpty', 'alertFileTooLong'],
        open: async () => {
          await button(page, 'Import / Export').click();
          await page.getByRole('menuitem', { name: 'Import alerts' }).click();
          await dialog(page).getByLabel('Lines to import').fill('market,symbol,condition,target\nspot,BTCUSDT,rises_to,150');
        },
        press: () => button(dialog(page), 'Check').click(),
        success: {
          data: { made: 1, there: 0, refused: 0, items: [{ line: 2, symbol: 'BTCUSDT', outcome: 'made', code: null, msg: null }] },
          ended: async () => {
            await expect(dialog(page).getByText('Alerts to create: 1')).toBeVisible();
            await closeDialog(page);
          },
        },
      },
      {
        form: 'undoing a deletion',
        call: 'restoreAlerts',
        refusals: ['alertTooFast', 'alertTotalLimit'],
        open: () => stub(page, 'deleteAlerts', { deleted: 1 }),
        press: async () => {
          await row.getByRole('button', { name: /^Delete/ }).click();
          await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).last().click();
        },
        success: { data: { restored: 1 }, ended: () => isToasted(page, wordOf('en', 'alerts', 'alerts.restored')) },
      },
      {
        form: 'marking the history read',
        call: 'markAlertLogRead',
        refusals: ['alertTooFast'],
        open: () => goTo(page, '/price-alert?tab=history'),
        press: () => button(page, 'Mark all as read').click(),
        success: { data: { updated: 1 }, ended: () => expect(toast(page, /./)).toHaveCount(0) },
      },
    ];
  },
};

const listRefusals: readonly ErrorName[] = ['categoryNotFound', 'unknownSymbol', 'favoritesLimit', 'categoryFull'];
const nameRefusals: readonly ErrorName[] = [
  'categoryNameLength',
  'categoryNameTooLong',
  'categoryNameEmoji',
  'categoryNameCharacters',
  'categoryNameTaken',
  'categoryLimit',
  'categoryNotFound',
];

const shareToken = 'a'.repeat(22);
const openTool = async (page: Page, name: string) => {
  await button(page, name).click();
  await expect(dialog(page)).toBeVisible();
};

const stars: FormGroup = {
  name: 'stars and views',
  calls: ['addFavorites', 'removeFavorites', 'changeFavoriteCategories', 'saveListView', 'deleteListView'],
  async writes(page) {
    await stubFavorites(page);
    await enter(page);
    const star = (pair: string) =>
      page
        .getByRole('row')
        .getByRole('button', { name: `Favorite ${pair}`, exact: true })
        .first();
    return [
      {
        form: 'star',
        call: 'addFavorites',
        refusals: listRefusals,
        open: () => goTo(page, '/markets/spot'),
        press: () => star('SOL/USDT').click(),
        success: { data: { added: 1 }, ended: () => isToasted(page, 'SOL/USDT added to favorites') },
      },
      {
        form: 'unstarring',
        call: 'removeFavorites',
        refusals: [...listRefusals, 'favoriteRemovalUnconfirmed'],
        open: () => expect(star('BTC/USDT')).toHaveAttribute('aria-pressed', 'true'),
        press: async () => {
          await star('BTC/USDT').click();
          await button(dialog(page), 'Remove').click();
        },
        success: { data: { removed: 1 }, ended: () => isGone(page) },
      },
      {
        form: 'categories of a pair',
        call: 'changeFavoriteCategories',
        refusals: listRefusals,
        open: async () => {
          await stub(page, 'addFavorites', { added: 1 });
          await star('ADA/USDT').click();
          await toast(page, 'ADA/USDT added').getByRole('button', { name: 'Categories' }).click();
          await dialog(page).getByLabel('DeFi').check();
        },
        press: () => button(dialog(page), 'Save').click(),
        success: { data: done, ended: () => isGone(page) },
      },
      {
        form: 'saving a view',
        call: 'saveListView',
        refusals: ['listViewsFull'],
        open: async () => {
          await openTool(page, 'Saved views');
          await dialog(page).getByLabel('View name').fill('Calm');
        },
        press: () => button(dialog(page), 'Save view').click(),
        success: {
          data: { viewId: 'v', name: 'Calm', address: '/markets/spot', savedAt: 1 },
          ended: () => isToasted(page, 'View “Calm” saved'),
        },
      },
      {
        form: 'removing a view',
        call: 'deleteListView',
        open: async () => {},
        press: () => button(dialog(page), 'Remove view Mine').click(),
        success: { data: done, ended: () => closeDialog(page) },
      },
    ];
  },
};

const categories: FormGroup = {
  name: 'categories and shared lists',
  calls: ['addCategory', 'updateCategory', 'deleteCategory', 'sortCategories', 'sortFavorites', 'shareFavorites', 'unshareFavorites'],
  async writes(page) {
    const kept = await stubFavorites(page);
    kept.shareToken = shareToken;
    await enter(page);
    const move = (name: string) => async () => {
      await button(dialog(page), `Move ${name}`).press('ArrowDown');
    };
    return [
      {
        form: 'new category',
        call: 'addCategory',
        refusals: nameRefusals,
        open: async () => {
          await goTo(page, '/markets/favorite');
          await openTool(page, 'Manage categories');
        },
        press: async () => {
          await dialog(page).getByLabel('Category name').fill('Memes');
          await button(dialog(page), 'Add').click();
        },
        success: { data: { groupId: 'g3' }, ended: () => expect(dialog(page).getByLabel('Category name')).toHaveValue('') },
      },
      {
        form: 'order of categories',
        call: 'sortCategories',
        refusals: ['categoryNotFound'],
        open: async () => {},
        press: move('DeFi'),
        success: { data: done, ended: async () => {} },
      },
      {
        form: 'deleting a category',
        call: 'deleteCategory',
        refusals: ['categoryNotFound'],
        open: async () => {},
        press: async () => {
          await button(dialog(page), 'Delete Majors').click();
          await dialog(page)
            .getByRole('group', { name: /Majors/ })
            .getByRole('button', { name: 'Delete' })
            .click();
        },
        success: { data: done, ended: () => isToasted(page, 'Majors') },
      },
      {
        form: 'renaming a category',
        call: 'updateCategory',
        refusals: nameRefusals,
        open: () => button(dialog(page), 'Rename DeFi').click(),
        press: async () => {
          await dialog(page).getByLabel('Category name').first().fill('Lending');
          await button(dialog(page), 'Save').click();
        },
        success: { data: { groupId: 'g1' }, ended: () => closeDialog(page) },
      },
      {
        form: 'order of favorites',
        call: 'sortFavorites',
        refusals: ['categoryNotFound'],
        open: () => openTool(page, 'Edit list'),
        press: move('BTC/USDT'),
        success: { data: done, ended: () => closeDialog(page) },
      },
      {
        form: 'sharing no longer',
        call: 'unshareFavorites',
        refusals: ['categoryNotFound'],
        open: () => openTool(page, 'Share list'),
        press: () => button(dialog(page), 'Stop sharing').click(),
        success: {
          data: () => {
            kept.shareToken = null;
            return done;
          },
          ended: () => isToasted(page, 'Sharing stopped. The link no longer works.'),
        },
      },
      {
        form: 'sharing a list',
        call: 'shareFavorites',
        refusals: ['categoryNotFound'],
        open: async () => {},
        press: () => button(dialog(page), 'Create link').click(),
        success: { data: { shareToken }, ended: () => closeDialog(page) },
      },
    ];
  },
};

const proofRefusals: readonly ErrorName[] = ['wrongCredentials', 'tooManyGuesses', 'loginNotRecent', 'codeWrong'];

const openDialog = (page: Page, name: string) => async () => {
  await button(page, name).click();
  await expect(dialog(page)).toBeVisible();
};
const typePassword = (page: Page) => dialog(page).getByLabel('Current password', { exact: true }).fill(password);
const submitDialog = (page: Page, name: string) => () => button(dialog(page), name).click();

const profile: FormGroup = {
  name: 'the profile of an account',
  calls: ['updateProfile', 'changePassword', 'requestBindEmail', 'bindEmail', 'requestBindPhone', 'bindPhone', 'unbindPhone'],
  async writes(page) {
    await stubAccount(page);
    await enter(page);
    const closed = { data: done, ended: () => isGone(page) };
    const sent = { data: done, ended: () => expect(dialog(page).getByLabel('6-digit code')).toBeVisible() };
    const typeCode = () => dialog(page).getByLabel('6-digit code').fill('123456');
    return [
      {
        form: 'name shown',
        call: 'updateProfile',
        open: async () => {
          await goTo(page, '/account');
          await openDialog(page, 'Change: Display name')();
          await dialog(page).getByLabel('Display name').fill('Ada');
        },
        press: submitDialog(page, 'Save'),
        success: closed,
      },
      {
        form: 'new password',
        call: 'changePassword',
        refusals: [...proofRefusals, 'passwordTooWeak'],
        open: async () => {
          await openDialog(page, 'Change password')();
          await typePassword(page);
          await dialog(page).getByLabel('New password').fill(fresh);
        },
        press: submitDialog(page, 'Save'),
        success: closed,
      },
      {
        form: 'e-mail, the code',
        call: 'requestBindEmail',
        refusals: [...proofRefusals, 'emailInvalid', 'emailTaken', 'mailNotSet'],
        open: async () => {
          await openDialog(page, 'Change or confirm e-mail')();
          await typePassword(page);
        },
        press: submitDialog(page, 'Send code'),
        success: sent,
      },
      {
        form: 'e-mail, the proof',
        call: 'bindEmail',
        refusals: [...proofRefusals, 'emailTaken'],
        open: typeCode,
        press: submitDialog(page, 'Confirm'),
        success: closed,
      },
      {
        form: 'phone, the code',
        call: 'requestBindPhone',
        refusals: [...proofRefusals, 'phoneInvalid', 'smsNotSet'],
        open: async () => {
          await openDialog(page, 'Change: Phone')();
          await dialog(page).getByLabel('Country code').fill('49');
          await dialog(page).getByLabel('Number').fill('1705550199');
          await typePassword(page);
        },
        press: submitDialog(page, 'Send code'),
        success: sent,
      },
      {
        form: 'phone, the proof',
        call: 'bindPhone',
        refusals: proofRefusals,
        open: typeCode,
        press: submitDialog(page, 'Confirm'),
        success: closed,
      },
      {
        form: 'removing the phone',
        call: 'unbindPhone',
        refusals: proofRefusals,
        open: async () => {
          await openDialog(page, 'Remove: Phone')();
          await typePassword(page);
        },
        press: submitDialog(page, 'Remove'),
        success: closed,
      },
    ];
  },
};

const account: FormGroup = {
  name: 'the rest of an account',
  calls: ['revokeSession', 'revokeSessions', 'exportData', 'requestDeletionCode', 'deleteAccount', 'logout', 'updatePreference'],
  async writes(page) {
    const kept = await stubAccount(page);
    await enter(page);
    const quiet = () => page.getByRole('switch', { name: 'Quiet hours' }).click();
    return [
      {
        form: 'ending a session',
        call: 'revokeSession',
        refusals: ['notFound'],
        open: () => goTo(page, '/account'),
        press: () => button(page, 'Log out on Elsewhere').click(),
        success: { data: done, ended: () => isToasted(page, '1 session logged out') },
      },
      {
        form: 'ending the other sessions',
        call: 'revokeSessions',
        open: async () => {},
        press: () => button(page, 'Log out other devices').click(),
        success: { data: { ended: 2 }, ended: () => isToasted(page, '2 sessions logged out') },
      },
      {
        form: 'export',
        call: 'exportData',
        open: async () => {},
        press: () => button(page, 'Download my data').click(),
        success: { data: { exportedAt: 1 }, ended: async () => {} },
      },
      {
        // Chosen here it holds here; the account gets it as soon as it can, and each failure is told until then.
        form: 'preferences',
        call: 'updatePreference',
        open: async () => {},
        press: quiet,
        // Saved by the press or by the page itself, which tries again: what counts is that nothing is left to be saved.
        again: async () => {
          await quiet();
          await page.waitForFunction(() => localStorage.getItem('unsavedPreference') === null);
        },
        success: { data: {}, ended: async () => {} },
        words: Object.fromEntries((['busy', 'notSent', 'unknown'] as const).map((end) => [end, wordOf('en', 'writes', 'writes.keptHere')])),
      },
      {
        form: 'deleting the account',
        call: 'deleteAccount',
        refusals: proofRefusals,
        open: async () => {
          await openDialog(page, 'Delete account')();
          await typePassword(page);
          await dialog(page).getByLabel('I understand').check();
        },
        press: submitDialog(page, 'Delete account'),
        success: null,
      },
      {
        form: 'code for deleting the account',
        call: 'requestDeletionCode',
        refusals: ['mailNotSet', 'tooManyGuesses'],
        open: async () => {
          await closeDialog(page);
          kept.deletionProof = 'mailCode';
          await goTo(page, '/markets/error');
          await stub(page, 'revokeSession', done);
          await goTo(page, '/account');
          await button(page, 'Log out on Elsewhere').click();
          await openDialog(page, 'Delete account')();
        },
        press: submitDialog(page, 'Send code'),
        success: {
          data: done,
          ended: async () => {
            await expect(dialog(page).getByLabel('6-digit code')).toBeVisible();
            await closeDialog(page);
          },
        },
      },
      {
        form: 'logging out',
        call: 'logout',
        open: async () => {},
        press: () => button(page.getByRole('main'), 'Log out').click(),
        success: null,
      },
    ];
  },
};

const tokens: FormGroup = {
  name: 'access tokens',
  calls: ['createAccessToken', 'revokeAccessToken'],
  async writes(page) {
    await stubAccount(page);
    const tokenId = randomUUID();
    const made = { tokenId, name: 'My bot', scopes: ['alerts:read'], createdAt: 1, expiresAt: 2, lastUsedAt: null, useCount: 0, uses: [] };
    await stub(page, 'listAccessTokens', { items: [made], total: 1 });
    await enter(page);
    return [
      {
        form: 'new token',
        call: 'createAccessToken',
        refusals: ['wrongCredentials', 'tooManyGuesses', 'tokensFull'],
        open: async () => {
          await goTo(page, '/account');
          await openDialog(page, 'Create token')();
          await dialog(page).getByLabel('Name', { exact: true }).fill('My bot');
          await typePassword(page);
        },
        press: submitDialog(page, 'Create token'),
        success: {
          data: { token: 'tmk_shownOnce', tokenId },
          ended: async () => {
            await expect(dialog(page).getByLabel('Access tokens')).toHaveValue('tmk_shownOnce');
            await closeDialog(page);
          },
        },
      },
      {
        form: 'end of a token',
        call: 'revokeAccessToken',
        open: async () => {},
        press: () => button(page, 'Revoke My bot').click(),
        success: { data: done, ended: () => isToasted(page, 'Token revoked') },
      },
    ];
  },
};

const channels: FormGroup = {
  name: 'channels',
  calls: ['saveChannel', 'linkTelegram', 'resumeChannel', 'removeChannel'],
  async writes(page) {
    await stubAccount(page);
    await stub(page, 'listChannels', linkedChannels);
    await enter(page);
    const item = linkedChannels.items[3];
    return [
      {
        form: 'a webhook',
        call: 'saveChannel',
        refusals: ['channelNotSet', 'channelAddress', 'channelPrivate'],
        open: async () => {
          await goTo(page, '/account');
          await openDialog(page, 'Connect: Webhook')();
          await dialog(page).getByLabel('Webhook URL').fill('https://example.com/hook');
        },
        press: submitDialog(page, 'Connect'),
        success: {
          data: { item, secret: 'whsec_shownOnce' },
          ended: async () => {
            await expect(dialog(page).getByLabel('Webhook', { exact: true })).toHaveValue('whsec_shownOnce');
            await closeDialog(page);
          },
        },
      },
      {
        form: 'the chat with the bot',
        call: 'linkTelegram',
        refusals: ['channelNotSet'],
        open: async () => {},
        press: () => button(page, 'Connect: Telegram').click(),
        success: {
          data: { url: 'https://t.me/bot?start=code', expiresAt: 1 },
          ended: async () => {
            await expect(dialog(page).getByRole('link', { name: 'Open Telegram' })).toHaveAttribute('href', /^https:\/\/t\.me\//);
            await closeDialog(page);
          },
        },
      },
      {
        form: 'a channel turned on again',
        call: 'resumeChannel',
        refusals: ['channelNotLinked'],
        open: async () => {},
        press: () => button(page, 'Turn on: Discord').click(),
        success: { data: { item }, ended: () => isToasted(page, 'Discord connected') },
      },
      {
        form: 'a channel let go',
        call: 'removeChannel',
        open: async () => {},
        press: () => button(page, 'Disconnect: ntfy').click(),
        success: { data: done, ended: () => isToasted(page, 'ntfy disconnected') },
      },
    ];
  },
};

const entryRefusals: readonly ErrorName[] = [
  'wrongCredentials',
  'tooManyGuesses',
  'emailInvalid',
  'emailTaken',
  'passwordTooWeak',
  'codeWrong',
  'mailNotSet',
  'subAccountLogin',
];
const linkToken = 'b'.repeat(32);

const doors: FormGroup = {
  name: 'the doors',
  calls: ['login', 'register', 'verifyEmail', 'requestPasswordReset', 'resetPassword'],
  async writes(page) {
    await openShell(page);
    const main = page.getByRole('main');
    const typeSecret = (label: string) => main.getByLabel(label, { exact: true }).fill(fresh);
    const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
    const fillIn = async (path: string, title: string) => {
      await goTo(page, path);
      await heading(title);
      await main.getByLabel('E-mail').fill('ada@tidemark.example');
    };
    return [
      {
        form: 'login',
        call: 'login',
        refusals: entryRefusals,
        open: async () => {
          await fillIn('/login', 'Log in');
          await typeSecret('Password');
        },
        press: () => button(main, 'Log in').click(),
        success: null,
      },
      {
        form: 'register',
        call: 'register',
        refusals: entryRefusals,
        open: async () => {
          await fillIn('/register', 'Create an account');
          await typeSecret('Password');
        },
        press: () => button(main, 'Create account').click(),
        success: { data: { state: 'checkMail' }, ended: () => heading('Check your e-mail') },
      },
      {
        form: 'code of a registration',
        call: 'verifyEmail',
        refusals: entryRefusals,
        open: () => main.getByLabel('6-digit code').fill('123456'),
        press: () => button(main, 'Confirm').click(),
        success: null,
      },
      {
        form: 'forgotten password',
        call: 'requestPasswordReset',
        refusals: entryRefusals,
        open: () => fillIn('/forgot-password', 'Reset your password'),
        press: () => button(main, 'Send code').click(),
        success: { data: done, ended: () => expect(main.getByLabel('6-digit code')).toBeVisible() },
      },
      {
        form: 'reset by code',
        call: 'resetPassword',
        refusals: entryRefusals,
        open: async () => {
          await main.getByLabel('6-digit code').fill('123456');
          await typeSecret('New password');
        },
        press: () => button(main, 'Set new password').click(),
        success: { data: done, ended: () => expect(page.getByText('Password changed')).toBeVisible() },
      },
      {
        form: 'reset by link',
        call: 'resetPassword',
        refusals: entryRefusals,
        open: async () => {
          await goTo(page, '/login');
          await heading('Log in');
          await page.evaluate((token) => {
            location.hash = `reset=${token}`;
          }, linkToken);
          await typeSecret('New password');
        },
        press: () => button(main, 'Set new password').click(),
        success: { data: done, ended: () => heading('Log in') },
      },
      {
        form: 'link of a registration',
        call: 'verifyEmail',
        refusals: entryRefusals,
        open: async () => {
          await page.evaluate((token) => {
            location.hash = `verify=${token}`;
          }, linkToken);
          await heading('Confirm your e-mail address');
          await typeSecret('Password');
        },
        press: () => button(main, 'Confirm').click(),
        success: { data: done, ended: () => expect(main.getByRole('status')).toBeVisible() },
      },
    ];
  },
};

const support: FormGroup = {
  name: 'customer chat and its desk',
  calls: ['leaveSupportAddress', 'answerSupportMessage', 'closeSupportConversation'],
  async writes(page) {
    await stubSupport(page);
    await openShell(page);
    const panel = page.getByRole('dialog', { name: 'Support' });
    return [
      {
        form: 'address for answers',
        call: 'leaveSupportAddress',
        refusals: ['supportNotBegun', 'emailInvalid'],
        open: async () => {
          await button(page, 'Help and chat').click();
          await panel.getByLabel(/where should we send our reply/i).fill('ada@tidemark.example');
        },
        press: () => button(panel, 'Save').click(),
        success: { data: { email: 'ada@tidemark.example' }, ended: () => expect(panel.getByText('ada@tidemark.example')).toBeVisible() },
      },
      {
        form: 'answer of the desk',
        call: 'answerSupportMessage',
        refusals: ['supportTooFast', 'supportNoAgents', 'notFound'],
        open: async () => {
          await goTo(page, '/support-desk');
          await page.getByLabel('Token').fill('a token that nobody checks here');
          await button(page, 'Log in').click();
          await page.getByRole('button', { name: /Visitor/ }).click();
          await page.getByLabel('Your reply').fill('Good day');
        },
        press: () => button(page, 'Reply').click(),
        success: { data: nextMessage, ended: () => expect(page.getByLabel('Your reply')).toHaveValue('') },
      },
      {
        form: 'closing a conversation',
        call: 'closeSupportConversation',
        refusals: ['notFound'],
        open: async () => {},
        press: () => button(page, 'Close').click(),
        success: { data: done, ended: async () => {} },
      },
    ];
  },
};

const maker: FormGroup = {
  name: 'market maker',
  calls: ['applyMarketMaker'],
  async writes(page) {
    await openShell(page);
    const own = (name: string) => wordOf('en', 'makers', `makers.failed.${name}`);
    return [
      {
        form: 'application',
        call: 'applyMarketMaker',
        refusals: ['applicantNameTooLong', 'userIdNotDigits', 'formIncomplete', 'tooManyApplications', 'imageGone'],
        words: { notSent: own('offline'), unknown: own('unknown') },
        refusalWords: (error, said) => (error === 'outcomeUnknown' ? own('unknown') : said),
        open: async () => {
          await goTo(page, '/market-maker');
          for (const [label, text] of [
            ['Applicant name', 'Ada'],
            ['Job title', 'Trader'],
            ['Introduction', 'We make markets.'],
            ['Strategy', 'Tight.'],
            ['User ID', '12345'],
          ] as const)
            await page.getByLabel(label, { exact: true }).fill(text);
        },
        press: () => button(page, 'Send application').click(),
        success: {
          data: { applicationId: 'MM-7K3Q-9DXW', receivedAt: 1 },
          ended: () => expect(page.getByText('MM-7K3Q-9DXW').first()).toBeVisible(),
        },
      },
    ];
  },
};

export const formGroups: readonly FormGroup[] = [alerts, stars, categories, profile, account, tokens, channels, doors, support, maker];

/** Driven with every answer where no page is needed for it. */
export const provenBelow: Partial<Record<CallName, string>> = { sendSupportMessage: 'web/src/features/support/conversation.test.ts' };

/** Calls that change something and that nobody presses a button for, with the reason. */
export const pressedNowhere: Partial<Record<CallName, string>> = {
  addFavorite: 'the page adds pairs by addFavorites, one or many',
  unsubscribePush: 'for other clients: this site lets a browser go when its push service refuses it',
  requestEmailVerification: 'for other clients: the page asks for the whole registration anew',
  startOidc: 'a link leads to the provider',
  finishOidc: 'the provider leads back',
  refreshSession: 'made by itself; what it was made for says how it ended',
  socketToken: 'made by the socket, which tries again',
  clearCookie: 'made by itself after a session has ended',
  errorReport: 'what cannot be reported must not become the next thing to report',
  pageVitals: 'made by itself when a page is left; one that is lost is not worth a word',
  markSupportRead: 'made by looking; made again with the next look',
  markSupportConversation: 'made by looking; made again with the next look',
  discardMarketMakerImage: 'made by itself; what is not let go of is gone after a day',
};

/** Calls of the other rooms that only read. All calls of rooms that have none that write are not named. */
export const reads: readonly CallName[] = [
  'alertUnreadFlag',
  'listAlertLog',
  'listAlerts',
  'alertParameters',
  'previewAlert',
  'exportAlerts',
  'alertExchangeSetting',
  'listCategories',
  'favoriteCategoryIds',
  'listFavorites',
  'sharedFavorites',
  'listViews',
  'accountOptions',
  'listSessions',
  'listAccessTokens',
  'listChannels',
  'userInfo',
  'getPreference',
  'listSupportMessages',
  'listSupportConversations',
  'readSupportConversation',
];
