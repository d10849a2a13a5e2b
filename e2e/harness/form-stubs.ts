// What the reads answer that forms stand on, so that every form can be opened whatever the running site offers.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { favoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { addressOf, prepare, stub } from './drive-write.ts';

export const password = 'seven blue lanterns over 3 canals';
export const fresh = 'nine green kettles on 4 hobs';
export const done = { ok: true };

/** The page of nothing, which brings the shell and costs least. */
const lightPage = '/markets/error';

export async function enter(page: Page): Promise<void> {
  const reply = await page
    .context()
    .request.post('/v1/user/public/register', { data: { email: `${randomUUID()}@tidemark.example`, password } });
  expect(((await reply.json()) as { code: string }).code, 'registered').toBe('00000');
  await openShell(page);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
}

export async function openShell(page: Page): Promise<void> {
  await prepare(page);
  await stub(page, 'accountOptions', { mail: true, sms: true, oidc: false });
  await page.goto(lightPage);
}

const pair = {
  symbolId: 'BTCUSDT',
  symbolCode: 'BTCUSDT',
  symbolCodeDisplayName: 'BTC/USDT',
  businessLine: 1,
  contractLine: null,
  leftCoinName: 'BTC',
  rightCoinName: 'USDT',
  exchangeName: 'Spot',
  tabCoin: 'USDT',
  pricePrecision: 2,
  price: '100',
  markPrice: null,
  indexPrice: null,
  chgUTC: '0',
  isFavorite: false,
};
export const alert = {
  id: '1',
  version: 1,
  exchangeId: 'BTCUSDT',
  ...pair,
  alertType: 1,
  priceSource: 0,
  configurePrice: '120',
  configurePriceUp: null,
  configurePriceDown: null,
  frequency: 1,
  channels: [4],
  switch: 1,
  state: 'armed',
  distance: '0.2',
  anchor: null,
  firedCount: 0,
  lastFiredAt: null,
  createdDate: 1,
  updatedDate: 1,
};
const open = { spot: 1, futures: 0, p2p: 0, total: 1 };
export const parameters = {
  frequencyLimits: { inSecond: 1, frequencys: 2, perHour: 2, perDay: 2 },
  perLine: 20,
  total: 50,
  open,
  vapidPublicKey: 'key',
  pair,
  ads: { lowest: '0.92', highest: '0.91' },
  channels: [
    { channel: 1, available: true, needs: 'allowPush' },
    ...[2, 3, 4, 5].map((channel) => ({ channel, available: true, needs: null })),
  ],
};

export async function stubAlerts(page: Page): Promise<void> {
  // A push service is out of reach of a test; what the page does with the answer of the server is not.
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'granted';
    const subscription = { toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'B'.repeat(20), auth: 'A'.repeat(20) } }) };
    const registration = { pushManager: { getSubscription: async () => null, subscribe: async () => subscription } };
    Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve(registration) });
    navigator.serviceWorker.register = async () => registration as unknown as ServiceWorkerRegistration;
  });
  await stub(page, 'listAlerts', { items: [alert], total: 1, open });
  await stub(page, 'alertParameters', parameters);
  await stub(page, 'previewAlert', { preview: null });
}

/** Changed by the tests that need it so. */
export interface FavoritesStub {
  shareToken: string | null;
}
export async function stubFavorites(page: Page): Promise<FavoritesStub> {
  const state: FavoritesStub = { shareToken: null };
  const category = (groupId: string, name: string, symbolIds: string[], sort: number) => ({
    groupId,
    name,
    sort,
    count: symbolIds.length,
    createdDate: 1,
    symbolIds,
    shareToken: null,
  });
  await stub(page, 'listCategories', () => ({
    items: [category('g1', 'DeFi', ['BTCUSDT'], 0), category('g2', 'Majors', ['ETHUSDT'], 1)],
    total: 2,
    favorites: 2,
    symbolIds: ['BTCUSDT', 'ETHUSDT'],
    shareToken: state.shareToken,
    version: 1,
    limits: favoriteLimits,
  }));
  await stub(page, 'listViews', {
    items: [{ viewId: randomUUID(), name: 'Mine', address: '/markets/spot?sort=price', savedAt: 1 }],
    total: 1,
  });
  return state;
}

export interface AccountStub {
  deletionProof: 'password' | 'mailCode';
}
export async function stubAccount(page: Page): Promise<AccountStub> {
  const state: AccountStub = { deletionProof: 'password' };
  const session = (device: string, current: boolean) => ({
    sessionId: randomUUID(),
    current,
    device,
    ip: '127.0.0.1',
    createdAt: 1,
    lastSeenAt: 1,
  });
  const items = [session('Here', true), session('Elsewhere', false)];
  await stub(page, 'listSessions', () => ({ items, total: 2, hasPassword: true, isProven: true, deletionProof: state.deletionProof }));
  await page.route(addressOf('userInfo'), async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { userInfo: object } };
    Object.assign(answer.data.userInfo, { phone: '1705550199', areaCode: '49', bindPhone: true });
    await route.fulfill({ json: answer });
  });
  return state;
}

/** Telegram waits to be connected, Discord is off, ntfy works. */
export const linkedChannels = {
  items: ([7, 8, 10, 6] as const).map((channel) => ({
    channel,
    available: true,
    linked: channel < 8 ? null : { label: 'host.example', on: channel === 10, linkedAt: 1, lastSentAt: null, failures: 0 },
  })),
  total: 4,
};

const conversation = {
  conversationId: randomUUID(),
  userId: null,
  email: null,
  locale: 'en',
  isClosed: false,
  lastSeq: 1,
  unread: 0,
  readSeq: 1,
  lastSender: 'visitor',
  lastText: 'Hello',
  lastMessageAt: 1,
  openedAt: 1,
};
const message = { id: 'm1', seq: 1, sender: 'visitor', text: 'Hello', sentAt: 1, clientKey: null };
export const nextMessage = { ...message, id: 'm2', seq: 2, text: 'Again' };
export async function stubSupport(page: Page): Promise<void> {
  await stub(page, 'listSupportMessages', {
    items: [message],
    total: 1,
    readSeq: 1,
    staffing: 'chat',
    canMail: true,
    email: null,
    liveTicket: null,
  });
  await stub(page, 'listSupportConversations', { items: [conversation], total: 1, unread: 0, liveTicket: 'none' });
  await stub(page, 'readSupportConversation', { items: [message], total: 1, conversation });
}
