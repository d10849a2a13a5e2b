// For every call of the contract: inputs that are right, and inputs that must be refused. The type asks for every
// name, so a new call without samples does not compile.
import type { CallName, Calls } from '@tidemark/contract/calls.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';

export interface Sample<I = unknown> {
  readonly good: readonly [I, ...I[]];
  /** Wrong in shape: answered with badInput. Every call also gets the ones of `wrongForAll`. */
  readonly bad: readonly unknown[];
  /** What good input gets from an app without mail and provider, by somebody who is nobody yet. */
  readonly refusal?: ErrorName;
}

export const wrongForAll: readonly unknown[] = [{ languageType: 'x' }, { languageType: -1 }];

const nothing = { good: [{}] as [{}], bad: [] };
const page = { pageNum: 1, pageSize: 5 };
const pages = [{ pageNum: 0 }, { pageSize: 0 }, { pageSize: 1_000_000 }, { pageNum: 'NaN' }];
const symbolIds = ['BTCUSDT', 'ETHUSDT'];
const badSymbol = ['', '../etc', 'a b', "x' or 1=1", 'X'.repeat(100)];
const badSymbolId = badSymbol.map((symbolId) => ({ symbolId }));
const onchain = { good: [{}, { chain: 'solana', ...page }], bad: [...pages, { chain: 'No Such' }] } satisfies Sample<
  InputToSend<Calls['onchainFdv']>
>;
/** Registered by the sample of register, logged in by the sample of login after it. */
const person = { email: `sample-${process.pid}-${Date.now()}@tidemark.example`, password: 'nine green kettles on 4 hobs' };
const badPerson = [
  {},
  { email: person.email },
  { ...person, email: 7 },
  { ...person, email: '' },
  { ...person, email: 'x'.repeat(255) },
  { ...person, password: 'x'.repeat(2000) },
];
const linkToken = 'A'.repeat(43);
const badProof = [
  { token: 'x' },
  { token: '../../x'.repeat(8) },
  { email: person.email, code: '12345' },
  { email: person.email, code: 'abcdef' },
];
const alert: InputToSend<Calls['createAlert']> = {
  clientKey: 'key-1',
  businessLine: 1,
  symbolId: 'BTCUSDT',
  alertType: 1,
  frequency: 1,
  channels: [4],
  configurePrice: '100000',
};

const conversationId = '0195d3a1-7c00-7000-8000-000000000000';

export const samples: { readonly [N in CallName]: Sample<InputToSend<Calls[N]>> } = {
  config: { good: [{}, { languageType: 24 }], bad: [] },
  webCommonConfig: nothing,
  clientCommonConfig: nothing,
  usdtRate: nothing,
  time: nothing,
  getTdkMltQueryList: {
    good: [
      { locale: 'en', translationKeys: ['spot.title', 'spot.description'] },
      { locale: 'ar', translationKeys: ['no.such.key'] },
    ],
    bad: [
      {},
      { locale: 'xx', translationKeys: ['spot.title'] },
      { locale: 'en', translationKeys: [] },
      { locale: 'en', translationKeys: 'spot.title' },
      { locale: 'en', translationKeys: [''] },
      { locale: 'en', translationKeys: Array(101).fill('a') },
    ],
  },
  locationBanner: { good: [{}, { location: 'alerts', region: 'NL' }], bad: [{ location: 'nowhere' }, { region: 'Netherlands' }] },
  errorReport: {
    good: [
      { kind: 'error', message: 'sample of the call tests' },
      { kind: 'render', message: 'x', stack: 'at y', path: '/markets/spot', requestId: 'r-1', occurredAt: 1 },
    ],
    bad: [
      {},
      { kind: 'gossip', message: 'x' },
      { kind: 'error', message: '' },
      { kind: 'error', message: 'x'.repeat(2001) },
      { kind: 'error', message: { a: 1 } },
      { kind: 'error', message: 'x', occurredAt: 'yesterday' },
    ],
  },
  getHomeQuotation: {
    good: [
      {},
      { businessLine: 1, quote: 'USDT', sort: 'change', direction: 'asc', ...page },
      { businessLine: 10, sort: 'funding' },
      { businessLine: 1, margin: 'cross', sort: 'borrow' },
      { baseSymbol: 'BTC' },
      { symbolIds: symbolIds.join(',') },
      { sort: 'change', timezone: 480 },
      { pageNum: 100_000 },
    ],
    bad: [
      ...pages,
      { margin: 'both' },
      { timezone: 7 },
      { baseSymbol: '../x' },
      { symbolIds: ',' },
      { businessLine: 7 },
      { quote: 'usdt' },
      { sort: 'luck' },
      { direction: 'up' },
      { category: 'Not A Slug' },
    ],
  },
  getAllSymbol: { good: [{}, { businessLine: 2 }], bad: [{ businessLine: 9 }] },
  getAllPartitionV2: {
    good: [{}, { region: 'DE', showWatchGroup: true, md5Value: '0'.repeat(32) }],
    bad: [{ md5Value: 'short' }, { showWatchGroup: 'perhaps' }],
  },
  contractSymbols: {
    good: [{ businessLine: 10 }, { businessLine: 11, md5: 'f'.repeat(32) }],
    bad: [{}, { businessLine: 1 }, { businessLine: 10, md5: 'zz' }],
  },
  getCoinChainList: { good: [{}, { region: 'DE' }], bad: [{ region: 'de' }] },
  getOpenPrice: {
    good: [{ bussiness: 'sp' }, { bussiness: 'mc', timezone: 480 }],
    bad: [{}, { bussiness: 'spot' }, { bussiness: 'sp', timezone: 30 }, { bussiness: 'sp', timezone: 780 }],
  },
  getMoreKlineData: {
    good: [{ symbolId: 'BTCUSDT' }, { symbolId: 'BTCUSDT', interval: '1d', limit: 10 }],
    bad: [
      {},
      ...badSymbolId,
      { symbolId: 'BTCUSDT', interval: '7m' },
      { symbolId: 'BTCUSDT', limit: 0 },
      { symbolId: 'BTCUSDT', limit: 100_000 },
      { symbolId: 'BTCUSDT', from: 'now' },
    ],
  },
  getMultiKlineDataNewV2: {
    good: [{ symbolIds: symbolIds.join(',') }],
    bad: [{}, { symbolIds: '' }, { symbolIds: ',' }, { symbolIds: Array(101).fill('BTCUSDT').join(',') }],
  },
  searchCoin: {
    good: [{}, { keyword: 'bit' }, { keyword: '比特', limit: 3 }, { keyword: '%_\\\'"' }],
    bad: [{ keyword: 7 }, { keyword: 'x'.repeat(65) }, { limit: 0 }, { limit: 51 }],
  },
  tradingSeries: {
    good: [
      { symbolId: 'BTCUSDT_UMCBL', metric: 'openInterest' },
      { symbolId: 'BTCUSDT', metric: 'fundFlow', period: '1h', limit: 6 },
      { symbolId: 'BTCUSDT_UMCBL', metric: 'fundingRate', limit: 5 },
    ],
    bad: [
      {},
      { symbolId: 'BTCUSDT' },
      ...badSymbol.map((symbolId) => ({ symbolId, metric: 'openInterest' })),
      { symbolId: 'BTCUSDT', metric: 'luck' },
      { symbolId: 'BTCUSDT', metric: 'fundFlow', period: '7m' },
      { symbolId: 'BTCUSDT', metric: 'fundFlow', limit: 100_000 },
      { symbolId: 'BTCUSDT', metric: 'fundFlow', from: 'now' },
    ],
  },
  tradingNow: { good: [{ symbolId: 'BTCUSDT' }, { symbolId: 'BTCUSDT_UMCBL' }], bad: [{}, ...badSymbolId] },
  networkSeries: {
    good: [{ metric: 'dominance' }, { metric: 'takerVolume', period: '4h', limit: 3 }],
    bad: [{}, { metric: 'luck' }, { metric: 'dominance', period: '5m' }, { metric: 'dominance', limit: 0 }],
  },
  fundingTable: nothing,
  topExchangeList: nothing,

  fearGreed: { good: [{}, { days: 30 }], bad: [{ days: 0 }, { days: 1e9 }] },
  indexLeaderboardNew: {
    good: [{}, { businessLine: 2 }, { window: '7d', lists: ['gainers'], limit: 3 }, { lists: ['favorites'], symbolIds }],
    bad: [{ businessLine: 3 }, { window: '2w' }, { lists: ['luck'] }, { limit: 0 }, { symbolIds: badSymbol }],
  },
  changesV2: {
    good: [{}, { ...page, params: { symbolIds } }, { params: { types: ['rise5m', 'fall5m'], businessLine: 2 } }],
    bad: [...pages, { params: { types: ['gossip'] } }, { params: { businessLine: 3 } }],
  },
  changesMenuList: { good: [{}, { businessLine: 2 }], bad: [{ businessLine: 5 }] },
  getListNameByPlateType: nothing,
  getSectorDetail2: { good: [{ plateCategoryId: 'defi' }], bad: [{}, { plateCategoryId: '' }] },
  getMetrics: nothing,
  riseBinCoins: { good: [{ bin: 0 }, { bin: 10, limit: 5 }], bad: [{}, { bin: 11 }, { bin: -1 }, { bin: 3, limit: 0 }] },
  heatTopCoins: { good: [{}, { size: 'turnover', limit: 20 }], bad: [{ size: 'weight' }, { limit: 501 }] },
  getAiRecommendListV2: nothing,
  getAiCoinRecommendByCoinId: { good: [{ coinId: 'NEVERPICKED' }], bad: [{}, { coinId: '' }, { coinId: 7 }], refusal: 'notFound' },
  getAiCoinRecommendList: { good: [{}, page, { params: { coinId: 'BTC' } }], bad: pages },
  bitcoinHalving: nothing,

  alertUnreadFlag: nothing,
  listAlertLog: { good: [{}, { ...page, params: { businessLine: 1 } }], bad: [...pages, { params: { businessLine: 4 } }] },
  markAlertLogRead: { good: [{}, { ids: ['1'] }], bad: [{ ids: [] }, { status: 2 }] },
  listAlerts: { good: [{}, { params: { symbolId: 'BTCUSDT' } }], bad: [{ params: { switch: 2 } }] },
  alertParameters: { good: [{}, { businessLine: 1, symbolId: 'BTCUSDT' }], bad: [{ businessLine: 4 }] },
  deleteAlerts: { good: [{ ids: ['1'] }], bad: [{}, { ids: [] }] },
  updateAlert: { good: [{ id: '1', switch: 0 }], bad: [{}, { id: '1', switch: 2 }] },
  createAlert: { good: [alert], bad: [{}, { ...alert, alertType: 9 }, { ...alert, configurePrice: 'NaN' }, { ...alert, channels: [6] }] },
  alertExchangeSetting: { good: [{ businessLine: 1 }], bad: [{}] },
  restoreAlerts: { good: [{ ids: ['1'] }], bad: [{}, { ids: [] }] },
  previewAlert: {
    good: [{ businessLine: 1, symbolId: 'BTCUSDT', alertType: 1, frequency: 1, configurePrice: '100000' }],
    bad: [{}, { businessLine: 4 }],
  },
  testAlertChannel: { good: [{ channel: 4 }], bad: [{}, { channel: 6 }] },
  subscribePush: {
    good: [{ endpoint: 'https://push.example.com/x', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }],
    bad: [{}, { endpoint: 'nowhere', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }],
  },
  unsubscribePush: { good: [{ endpoint: 'https://push.example.com/x' }], bad: [{}] },

  listCategories: nothing,
  addCategory: { good: [{ name: 'DeFi' }], bad: [{}, { name: 'x'.repeat(401) }] },
  updateCategory: { good: [{ groupId: '1', name: 'DeFi' }], bad: [{ name: 'DeFi' }] },
  deleteCategory: { good: [{ groupId: '1' }], bad: [{}] },
  sortCategories: { good: [{ groupIds: ['1', '2'] }], bad: [{ groupIds: [] }] },
  sortFavorites: { good: [{ symbolIds }], bad: [{}, { symbolIds: badSymbol }] },
  removeFavorites: { good: [{ symbolIds, confirmed: true }], bad: [{ symbolIds: [] }] },
  favoriteCategoryIds: { good: [{ symbolId: 'BTCUSDT' }], bad: badSymbolId },
  changeFavoriteCategories: {
    good: [
      { symbolId: 'BTCUSDT', groupIds: [] },
      { symbolId: 'BTCUSDT', groupIds: [], knownGroupIds: ['1'] },
    ],
    bad: [{ symbolId: 'BTCUSDT' }, { symbolId: 'BTCUSDT', groupIds: [''] }],
  },
  listFavorites: { good: [{}], bad: [{ region: 'x' }] },
  addFavorite: { good: [{ symbolId: 'BTCUSDT' }], bad: badSymbolId },
  addFavorites: { good: [{ symbolIds }], bad: [{}] },
  shareFavorites: { good: [{}, { groupId: '1' }], bad: [{ groupId: '' }] },
  unshareFavorites: { good: [{}], bad: [{ groupId: 7 }] },
  sharedFavorites: {
    good: [{ shareToken: 'A'.repeat(22) }],
    bad: [{}, { shareToken: 'short' }, { shareToken: "x' or 1=1 --xxxxxxxxxxx" }],
    refusal: 'sharedListGone',
  },

  accountOptions: nothing,
  register: { good: [person], bad: badPerson },
  login: { good: [person], bad: badPerson },
  requestEmailVerification: { good: [{ email: person.email }], bad: [{}, { email: 1 }], refusal: 'mailNotSet' },
  verifyEmail: {
    good: [
      { token: linkToken, password: person.password },
      { email: person.email, code: '000000', password: person.password },
      { password: person.password },
    ],
    bad: [...badProof.map((proof) => ({ ...proof, password: person.password })), { token: linkToken }],
    refusal: 'codeWrong',
  },
  requestPasswordReset: { good: [{ email: person.email }], bad: [{}, { email: 1 }], refusal: 'mailNotSet' },
  resetPassword: {
    good: [{ token: linkToken, password: person.password }],
    bad: [...badProof, { token: linkToken }],
    refusal: 'codeWrong',
  },
  refreshSession: { good: [{}], bad: [], refusal: 'notLoggedIn' },
  startOidc: {
    good: [{}, { returnTo: '/markets/spot' }, { proof: '1' }],
    bad: [{ returnTo: 5 }, { proof: 'perhaps' }],
    refusal: 'oidcNotSet',
  },
  finishOidc: { good: [{ code: 'c', state: 's' }], bad: [{}, { code: 'c' }, { code: 'c', state: 's'.repeat(201) }], refusal: 'oidcNotSet' },
  changePassword: { good: [{ currentPassword: person.password, password: person.password }], bad: [{}] },
  updateProfile: { good: [{ nickName: 'Ada', antiPhishingCode: 'Blue 7' }], bad: [{ antiPhishingCode: '<b>' }] },
  requestBindEmail: { good: [person], bad: [{}] },
  bindEmail: { good: [{ code: '123456' }], bad: [{}, { code: '12' }] },
  requestBindPhone: {
    good: [{ areaCode: '49', phone: '1701234567', password: person.password }],
    bad: [{}, { areaCode: '+49', phone: '1701234567' }, { areaCode: '49', phone: 'x' }],
  },
  bindPhone: { good: [{ code: '123456' }], bad: [{}, { code: '12' }] },
  unbindPhone: { good: [{ password: person.password }], bad: [{ password: 5 }] },
  listSessions: nothing,
  revokeSession: { good: [{ sessionId: '00000000-0000-7000-8000-000000000000' }], bad: [{}, { sessionId: '1' }] },
  revokeSessions: { good: [{}, { keepCurrent: true }], bad: [{ keepCurrent: 'yes' }] },
  socketToken: nothing,
  exportData: nothing,
  requestDeletionCode: { good: [{}], bad: [{ languageType: 'x' }] },
  deleteAccount: { good: [{ password: person.password, confirmed: true }], bad: [{}, { confirmed: false }] },
  userInfo: nothing,
  logout: nothing,
  clearCookie: nothing,
  listViews: nothing,
  saveListView: {
    good: [
      { name: 'My majors', address: '/markets/spot/layer-1/USDT?sort=cap&dir=desc&cols=price,cap' },
      { name: '自选', address: '/markets/futures/coin-m' },
    ],
    bad: [
      {},
      { name: '', address: '/markets/spot' },
      { name: 'x'.repeat(41), address: '/markets/spot' },
      { name: 'x', address: 'https://elsewhere.example/' },
      { name: 'x', address: '//elsewhere.example' },
      { name: 'x', address: '/ar/markets/spot' },
      { name: 'x', address: '/markets/nowhere' },
      { name: 'x', address: '/login' },
      { name: 'x', address: `/markets/spot?q=${'x'.repeat(700)}` },
    ],
  },
  deleteListView: { good: [{ viewId: '0195d3a1-7c00-7000-8000-000000000000' }], bad: [{}, { viewId: '1' }, { viewId: "' or 1=1" }] },
  getPreference: nothing,
  updatePreference: { good: [{ timeZone: 480 }], bad: [{ timeZone: 30 }, { tone: 'trumpet' }, { quietFrom: 1440 }, { fiat: 'XXX' }] },

  getLatestOneContent: nothing,
  getWebInstitute: { good: [{}, { bizType: 4, startTimeStamp: 1_700_000_000_000 }], bad: [{ bizType: 5 }, { startTimeStamp: 'today' }] },
  getCurrentModel: {
    good: [{}, { country: 'DE' }, { country: 'ZZ' }, { languageType: 24 }],
    bad: [{ country: 'Germany' }, { country: 'de' }, { country: 7 }],
  },
  getCurrentMorningPaper: { good: [{}, { startTimeStamp: 1_700_000_000_000 }], bad: [{ startTimeStamp: 'today' }] },
  getNewsList: {
    good: [{}, page, { params: { topic: 'bitcoin', baseSymbol: 'BTC', kind: 'note', before: 1_700_000_000_000 } }],
    bad: [...pages, { params: { topic: 'gossip' } }, { params: { kind: 'rumour' } }, { params: { baseSymbol: 'a b' } }],
  },
  calendarEvents: {
    good: [{}, page, { params: { from: 1_700_000_000_000, to: 1_800_000_000_000, baseSymbol: 'BTC', category: 'halving' } }],
    bad: [...pages, { params: { category: 'party' } }, { params: { from: 'now' } }],
  },
  getCryptoListBySymbol: {
    good: [{ symbols: ['BTC', 'ETH'] }, { symbols: ['NOSUCHCOIN'] }],
    bad: [{}, { symbols: [] }, { symbols: 'BTC' }, { symbols: ['a b'] }],
  },
  getCryptoBySymbol: { good: [{ symbol: 'BTC' }], bad: [{}, { symbol: 'a b' }] },

  onchainHotPicks: onchain,
  onchainNewPicks: onchain,
  onchainVolume: onchain,
  onchainFdv: onchain,
  onchainHolders: onchain,
  onchainChains: nothing,
  onchainPositions: { good: [{}, { locale: 'ar' }], bad: [{ locale: 'xx' }] },

  applyMarketMaker: {
    good: [
      {
        clientKey: 'key-1',
        applicantName: 'Ada',
        applicantTitle: 'Trader',
        introduction: 'We quote.',
        strategy: 'Both sides.',
        userId: '42',
      },
    ],
    bad: [
      {},
      { clientKey: '', applicantName: 'Ada', applicantTitle: 'T', introduction: 'I', strategy: 'S', userId: '42' },
      { clientKey: 'key-1', applicantName: 'Ada', applicantTitle: 'T', introduction: 'I', strategy: 'S', userId: '4'.repeat(65) },
      {
        clientKey: 'key-1',
        applicantName: 'Ada',
        applicantTitle: 'T',
        introduction: 'I',
        strategy: 'S',
        userId: '42',
        imageIds: ['a', 'b', 'c', 'd'],
      },
    ],
  },
  discardMarketMakerImage: { good: [{ imageId: 'nobody-has-it' }], bad: [{}, { imageId: '' }, { imageId: 'x'.repeat(65) }] },
  sendSupportMessage: {
    good: [
      { clientKey: 'key-1', text: 'Hello' },
      { clientKey: 'key-2', text: '\u{1F600}'.repeat(2000) },
    ],
    bad: [
      {},
      { clientKey: 'key-1' },
      { clientKey: '', text: 'x' },
      { clientKey: 'a b', text: 'x' },
      { clientKey: 'key-1', text: '   ' },
      { clientKey: 'key-1', text: '\u0000\u202e' },
      { clientKey: 'key-1', text: 7 },
      { clientKey: 'key-1', text: 'x'.repeat(2001) },
    ],
    refusal: 'supportNotBegun',
  },
  listSupportMessages: { good: [{}, { afterSeq: 3 }, { beforeSeq: 3 }], bad: [{ afterSeq: -1 }, { beforeSeq: 'x' }] },
  markSupportRead: { good: [{ seq: 1 }], bad: [{}, { seq: -1 }, { seq: 1.5 }] },
  leaveSupportAddress: {
    good: [{ email: 'ada@tidemark.example' }, { email: '' }],
    bad: [{}, { email: 7 }, { email: 'x'.repeat(255) }],
    refusal: 'mailNotSet',
  },
  // The app of these tests has no agents.
  listSupportConversations: {
    good: [{}, { isClosed: true, ...page }],
    bad: [...pages, { isClosed: 'perhaps' }],
    refusal: 'supportNoAgents',
  },
  readSupportConversation: {
    good: [{ conversationId }],
    bad: [{}, { conversationId: '1' }, { conversationId, afterSeq: -1 }],
    refusal: 'supportNoAgents',
  },
  answerSupportMessage: {
    good: [{ conversationId, clientKey: 'key-1', text: 'Hello' }],
    bad: [{}, { conversationId: "' or 1=1", clientKey: 'key-1', text: 'x' }, { conversationId, clientKey: 'key-1', text: '' }],
    refusal: 'supportNoAgents',
  },
  closeSupportConversation: { good: [{ conversationId, isClosed: true }], bad: [{}, { conversationId }], refusal: 'supportNoAgents' },
  markSupportConversation: { good: [{ conversationId, seq: 0 }], bad: [{}, { conversationId, seq: -1 }], refusal: 'supportNoAgents' },
};
