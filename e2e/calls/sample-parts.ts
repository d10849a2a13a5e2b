// What several samples are made of.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';

export interface Sample<I = unknown> {
  readonly good: readonly [I, ...I[]];
  /** Wrong in shape: answered with badInput. Every call also gets the ones of `wrongForAll`. */
  readonly bad: readonly unknown[];
  /** What good input gets from an app without mail and provider, by somebody who is nobody yet. */
  readonly refusal?: ErrorName;
}

export const nothing = { good: [{}] as [{}], bad: [] };
export const page = { pageNum: 1, pageSize: 5 };
export const pages = [{ pageNum: 0 }, { pageSize: 0 }, { pageSize: 1_000_000 }, { pageNum: 'NaN' }];
export const symbolIds = ['BTCUSDT', 'ETHUSDT'];
export const badSymbol = ['', '../etc', 'a b', "x' or 1=1", 'X'.repeat(100)];
export const badSymbolId = badSymbol.map((symbolId) => ({ symbolId }));
export const tradingSamples = {
  networkSeries: {
    good: [{ metric: 'dominance' }, { metric: 'takerVolume', period: '4h', limit: 3 }],
    bad: [{}, { metric: 'luck' }, { metric: 'dominance', period: '5m' }, { metric: 'dominance', limit: 0 }],
  },
  largestLiquidations: {
    good: [{}, { symbolId: 'BTCUSDT_UMCBL', limit: 5 }, { symbolId: 'BTCUSDT' }],
    bad: [{ limit: 0 }, { limit: 101 }, ...badSymbolId],
  },
  liquidationLevels: {
    good: [{ symbolId: 'BTCUSDT_UMCBL' }, { symbolId: 'BTCUSDT_UMCBL', range: '7d' }, { symbolId: 'BTCUSDT' }],
    bad: [{}, { symbolId: 'BTCUSDT_UMCBL', range: '1y' }, ...badSymbolId],
  },
  venueSeries: {
    good: [{ symbolId: 'BTCUSDT_UMCBL', metric: 'openInterest', limit: 5 }],
    bad: [{}, { symbolId: 'BTCUSDT_UMCBL', metric: 'luck' }, ...badSymbol.map((symbolId) => ({ symbolId, metric: 'volume' }))],
  },
  networkVenues: {
    good: [{ metric: 'openInterest' }, { metric: 'fundingRate', period: '4h', limit: 3 }],
    bad: [{}, { metric: 'longShort' }, { metric: 'volume', period: '5m' }, { metric: 'volume', limit: 0 }],
  },
  venueTable: { good: [{}, { symbolId: 'BTCUSDT_UMCBL' }], bad: badSymbolId },
} satisfies {
  readonly [N in 'networkSeries' | 'largestLiquidations' | 'liquidationLevels' | 'venueSeries' | 'networkVenues' | 'venueTable']: Sample<
    InputToSend<Calls[N]>
  >;
};
export const onchain = { good: [{}, { chain: 'solana', ...page }], bad: [...pages, { chain: 'No Such' }] } satisfies Sample<
  InputToSend<Calls['onchainFdv']>
>;
/** Registered by the sample of register, logged in by the sample of login after it. */
export const person = { email: `sample-${process.pid}-${Date.now()}@tidemark.example`, password: 'nine green kettles on 4 hobs' };
export const badPerson = [
  {},
  { email: person.email },
  { ...person, email: 7 },
  { ...person, email: '' },
  { ...person, email: 'x'.repeat(255) },
  { ...person, password: 'x'.repeat(2000) },
];
export const linkToken = 'A'.repeat(43);
export const badProof = [
  { token: 'x' },
  { token: '../../x'.repeat(8) },
  { email: person.email, code: '12345' },
  { email: person.email, code: 'abcdef' },
];
export const alert: InputToSend<Calls['createAlert']> = {
  clientKey: 'key-1',
  businessLine: 1,
  symbolId: 'BTCUSDT',
  alertType: 1,
  frequency: 1,
  channels: [4],
  configurePrice: '100000',
};

type Batch = 'changeAlerts' | 'exportAlerts' | 'importAlerts';
export const alertBatches: { readonly [N in Batch]: Sample<InputToSend<Calls[N]>> } = {
  changeAlerts: {
    good: [{ ids: ['1', '1', 'x'], action: 'off' }],
    bad: [{}, { ids: [], action: 'on' }, { ids: ['1'], action: 'sell' }, { ids: Array(201).fill('1'), action: 'off' }],
  },
  exportAlerts: { good: [{ format: 'csv' }, { format: 'json', part: 1 }], bad: [{}, { format: 'xml' }, { format: 'csv', part: 0 }] },
  importAlerts: {
    good: [
      { format: 'csv', importKey: 'k', content: 'market,symbol,condition,target\nspot,NOPEUSDT,rises_to,1' },
      { format: 'json', importKey: 'k', content: '[{}]', preview: true },
    ],
    bad: [
      {},
      { format: 'csv', importKey: '', content: 'x' },
      { format: 'csv', importKey: 'k', content: '' },
      { format: 'pdf', importKey: 'k', content: 'x' },
    ],
  },
};

export const conversationId = '0195d3a1-7c00-7000-8000-000000000000';

export const accessToken: Sample<InputToSend<Calls['createAccessToken']>> = {
  good: [
    { name: 'My bot', scopes: ['alerts:read'], password: person.password },
    { name: '机器人', scopes: ['favorites:read', 'favorites:write'], days: 30, password: person.password },
  ],
  bad: [
    {},
    { name: ' ', scopes: ['alerts:read'] },
    { name: 'x'.repeat(41), scopes: ['alerts:read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['account:write'] },
    { name: 'x', scopes: 'alerts:read' },
    { name: 'x', scopes: Array(5).fill('alerts:read') },
    { name: 'x', scopes: ['alerts:read'], days: 36_500 },
    { name: 'x', scopes: ['alerts:read'], password: 5 },
  ],
};

export const listView: Sample<InputToSend<Calls['saveListView']>> = {
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
};
