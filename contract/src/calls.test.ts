import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { channelCalls } from './alert-channels.ts';
import { alertCalls } from './alerts.ts';
import { calls, isCallName, joinCalls } from './calls.ts';
import { favoriteCalls } from './favorites.ts';
import { call, callKinds, type Call, type CallTable } from './wire.ts';

/** Section 7, as the spec lists it. */
const section7 = `
POST /user/overview/userinfo
GET /user/overview/userinfo
GET /user/logout
POST /user/public/clearCookie
POST /user/preference/get
POST /mix/public/config
POST /mix/public/webCommonConfig
POST /mix/public/clientCommonConfig
POST /mix/public/usdtRate
POST /mix/public/time
POST /mix/public/getTdkMltQueryList
POST /cms/fearGreed
GET /mix/symbol/getAllSymbol
GET /spot/public/getCoinChainList
POST /kline/getOpenPrice
POST /kline/getMoreKlineData
POST /mix/index/indexLeaderboardNew
POST /reach/market/changesV2
POST /reach/market/changesMenuList
GET /mix/market/getListNameByPlateType
POST /mix/index/data/searchCoin
GET /mix/index/getMultiKlineDataNewV2
GET /mix/index/topExchangeList
GET /mix/market/global/getMetrics
GET /mix/market/heat/topCoins
GET /mix/market/getSectorDetail2
GET /mix/market/getHomeQuotation
GET /spot/symbol/getAllPartitionV2
GET /mcp/contract/symbols
POST /mix/index/locationBanner
POST /mix/public/getAiRecommendListV2
POST /mix/public/getAiCoinRecommendByCoinId
POST /mix/public/getAiCoinRecommendList
POST /cms/webInstitute/getLatestOneContent
POST /cms/webInstitute/getWebInstitute
POST /cms/quotesPage/getCurrentModel
POST /cms/quotesPage/getCurrentMorningPaper
POST /cms/quotesPage/getNewsList
POST /cms/news/calendar/event/appMainList
POST /cms/crypto/getCryptoListBySymbol
POST /cms/crypto/getCryptoBySymbol
POST /user/optionalGroup/list
POST /user/optionalGroup/add
POST /user/optionalGroup/update
POST /user/optionalGroup/delete
POST /user/optionalGroup/sort
POST /user/optionalGroup/updateUserSelfSort
POST /user/optionalGroup/deleteUserSelf
POST /user/optionalGroup/coinGroupIds
POST /user/optionalGroup/changeGroup
POST /mix/index/userGroupSelectedList
POST /user/optional/addUserSelf
POST /user/optional/addUserSelfList
GET /mix/onchain/hotPicks
GET /mix/onchain/newPicks
GET /mix/onchain/volume
GET /mix/onchain/fdv
GET /mix/onchain/holders
GET /mix/onchain/allChain
GET /mix/onchain/resourcePositionV2
POST /send/alert/log/unread/flag
POST /send/alert/log/select
POST /send/alert/log/updateRead/status
POST /send/priceremindconfig/select
POST /send/priceremindconfig/select/parameter/config
POST /send/priceremindconfig/deleted
POST /send/priceremindconfig/update
POST /send/priceremindconfig/inster
POST /send/priceremindconfig/exchange/setting
`
  .trim()
  .split('\n');

/** What the product needs beside it. */
const beside = `
POST /send/priceremindconfig/restore
POST /send/priceremindconfig/preview
POST /send/priceremindconfig/batch
POST /send/priceremindconfig/export
POST /send/priceremindconfig/import
POST /send/alert/channel/test
POST /send/alert/channel/select
POST /send/alert/channel/save
POST /send/alert/channel/telegram/link
POST /send/alert/channel/resume
POST /send/alert/channel/deleted
POST /send/alert/push/subscribe
POST /send/alert/push/unsubscribe
POST /user/preference/update
POST /user/public/accountOptions
POST /user/public/register
POST /user/public/login
POST /user/public/verifyEmail/request
POST /user/public/verifyEmail/confirm
POST /user/public/resetPassword/request
POST /user/public/resetPassword/confirm
POST /user/public/refreshSession
POST /user/public/oidc/start
POST /user/public/oidc/finish
POST /user/password/change
POST /user/profile/update
POST /user/email/request
POST /user/email/bind
POST /user/session/list
POST /user/session/revoke
POST /user/session/revokeAll
POST /user/session/socketToken
POST /user/data/export
POST /user/data/delete
POST /user/data/deletionCode
POST /user/accessToken/list
POST /user/accessToken/create
POST /user/accessToken/revoke
POST /mix/public/errorReport
POST /mix/public/pageVitals
GET /mix/market/global/riseBin
GET /mix/market/bitcoinHalving
GET /mix/market/depth
GET /mix/market/trades
POST /user/phone/request
POST /user/phone/bind
POST /user/phone/unbind
POST /user/listView/list
POST /user/listView/save
POST /user/listView/delete
GET /mix/tradingData/funding
GET /mix/tradingData/liquidations
GET /mix/tradingData/liquidationLevels
GET /mix/tradingData/venues
GET /mix/tradingData/venues/network
GET /mix/tradingData/venues/series
GET /mix/tradingData/network
GET /mix/tradingData/now
GET /mix/tradingData/series
POST /user/optionalGroup/share
POST /user/optionalGroup/unshare
POST /mix/index/sharedGroupList
POST /mix/public/marketMaker/apply
POST /mix/public/marketMaker/discardImage
POST /support/chat/send
POST /support/chat/list
POST /support/chat/read
POST /support/chat/address
POST /support/desk/list
POST /support/desk/read
POST /support/desk/answer
POST /support/desk/close
POST /support/desk/seen
`
  .trim()
  .split('\n');

const table: CallTable = calls;
const entries: readonly [string, Call][] = Object.entries(table);

test('section 7: every call has its entry with its method, and the table has nothing unexplained', () => {
  const routes = entries.flatMap(([, { method, alsoMethod, path }]) => [method, alsoMethod].filter(Boolean).map((one) => `${one} ${path}`));
  assert.deepEqual(routes.toSorted(), [...section7, ...beside].toSorted());
});

/** A visitor fills in the form of an alert, sees what it would have done, and logs in to save it. */
const formOfVisitors = ['select/parameter/config', 'preview', 'exchange/setting'].map((name) => `/send/priceremindconfig/${name}`);

test('section 6: favorites, alerts, user info and preferences need a session; market pages and a form that is not saved do not', () => {
  const openAlertCalls = entries.filter(([, { path, who }]) => path.startsWith('/send/') && who === 'anyone');
  assert.deepEqual(openAlertCalls.map(([, { path }]) => path).toSorted(), formOfVisitors.toSorted());
  assert.ok(openAlertCalls.every(([, { kind }]) => kind === 'read' || kind === 'costly'));
  const needsUser = new Set<string>(entries.filter(([, { who }]) => who === 'user').map(([, { path }]) => path));
  for (const path of section7
    .filter((route) => /\/(optional|optionalGroup|preference|overview)\/|\/send\/|userGroupSelectedList/.test(route))
    .map((route) => route.split(' ')[1]!)
    .filter((path) => !formOfVisitors.includes(path))) {
    assert.ok(needsUser.has(path), path);
  }
  assert.ok(
    entries
      .filter(([, { path }]) => /^\/(cms|kline|reach|spot|mcp|mix\/(market|public|onchain|symbol))\//.test(path))
      .every(([, { who }]) => who === 'anyone'),
  );
});

test('section 8: success is 00000 everywhere and 200 on the cms calls', () => {
  for (const [name, { path, success }] of entries) assert.equal(success, path.startsWith('/cms/') ? '200' : '00000', name);
});

test('section 8: HTTP 429 is ignored by the client, so no alert call may use it', () => {
  assert.deepEqual(
    entries
      .filter(([, { never429 }]) => never429)
      .map(([name]) => name)
      .toSorted(),
    Object.keys(alertCalls).toSorted(),
  );
});

test('every call says in one sentence what it does', () => {
  for (const [name, { about }] of entries) assert.match(about, /^[A-Z].{5,200}\.$/, name);
});

test('languageType may be in every payload, as a number and as the text of a query', () => {
  for (const [name, { input }] of entries) {
    const { languageType: schema } = (input as unknown as { entries: Record<string, v.GenericSchema> }).entries;
    assert.ok(schema, name);
    assert.equal(v.parse(schema, '24'), 24);
    assert.equal(v.parse(schema, 1), 1);
    assert.equal(v.is(schema, 'en'), false);
  }
});

test('two calls of one name or of one route are refused', () => {
  const one = (path: `/${string}`, method: 'GET' | 'POST' = 'POST', alsoMethod?: 'GET') =>
    call({ kind: 'read', method, alsoMethod, path, about: 'One.', input: v.object({}), output: v.object({}) });
  assert.throws(() => joinCalls({ a: one('/a') }, { a: one('/b') }), /two calls are named a/);
  assert.throws(() => joinCalls({ a: one('/a') }, { b: one('/a') }), /b and a are both POST \/a/);
  assert.throws(() => joinCalls({ a: one('/a', 'POST', 'GET') }, { b: one('/a', 'GET') }), /both GET \/a/);
  assert.deepEqual(Object.keys(joinCalls({ a: one('/a') }, { b: one('/a', 'GET') })), ['a', 'b']);
});

test('names of Object.prototype are no calls', () => {
  assert.equal(isCallName('time'), true);
  assert.equal(isCallName('toString'), false);
  assert.equal(isCallName(''), false);
});

/** The largest number of rows that an input may ask for by one of these names. */
const rowsOf = (input: unknown): number => {
  const { entries = {} } = input as { entries?: Record<string, any> };
  const largest = (schema: any): number =>
    Math.max(
      0,
      schema?.type === 'max_value' ? Number(schema.requirement) : 0,
      ...(schema?.pipe ?? []).filter((part: unknown) => part !== schema).map(largest),
      schema?.wrapped ? largest(schema.wrapped) : 0,
    );
  return Math.max(0, ...['limit', 'pageSize'].map((name) => largest(entries[name])));
};

test('a call that can be asked for hundreds of rows says what it weighs', () => {
  const heavy = Object.entries(calls as CallTable).filter(([, { input }]) => rowsOf(input) > 200);
  assert.ok(heavy.length >= 5, 'they are still found');
  assert.deepEqual(
    heavy.filter(([, { weight }]) => weight === undefined).map(([name]) => name),
    [],
  );
  for (const [name, { weight, input }] of Object.entries(calls as CallTable))
    if (weight) assert.ok(Object.hasOwn((input as unknown as { entries: object }).entries, weight.field), name);
});

test('every call says what kind it is; only reads of what is public, asked for by GET, may be kept', () => {
  for (const [name, { kind, method, alsoMethod, who, cacheSeconds }] of Object.entries(calls as CallTable)) {
    assert.ok(callKinds.includes(kind), name);
    if (cacheSeconds !== undefined) assert.deepEqual([kind, who, method === 'GET' || alsoMethod === 'GET'], ['read', 'anyone', true], name);
  }
  for (const kind of callKinds)
    assert.ok(
      Object.values(calls as CallTable).some((each) => each.kind === kind),
      kind,
    );
});

/** A browser's push belongs to its session; a token that could say where messages go could read them all. */
const ofBrowsers = ['subscribePush', 'unsubscribePush', ...Object.keys(channelCalls)];

test('exactly the calls of alerts and favorites are open to tokens, what changes something by a scope for writing', () => {
  const area = (name: string) => (Object.hasOwn(alertCalls, name) ? 'alerts' : Object.hasOwn(favoriteCalls, name) ? 'favorites' : null);
  for (const [name, { scope, kind }] of entries) {
    const room = ofBrowsers.includes(name) ? null : area(name);
    assert.equal(scope, room === null ? undefined : `${room}:${kind === 'write' ? 'write' : 'read'}`, name);
  }
});
