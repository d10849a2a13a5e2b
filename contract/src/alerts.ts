// Price alerts as both sides agree on them (sections 3-5, 8, 9): codes, limits, the rules of the form, the calls.
// Wire spellings end here: product code says alertLimits.perMinute and createAlert.
import * as v from 'valibot';
import { coinCode, iconUrl } from './market.ts';
import { contractLines } from './business-lines.ts';
import { currencyCodes } from './money.ts';
import { tones } from './users.ts';
import {
  call,
  characters,
  count,
  decimal,
  filled,
  fraction,
  languageType,
  listOf,
  pageInput,
  pageOf,
  type Schema,
  text,
  timeMs,
  type CallKind,
} from './wire.ts';
import type { ErrorName } from './errors.ts';
import { alertSwitch, alertStates, logStatus, noteRule, noticeChannels, priceSource } from './alert-rules.ts';
import { batchCalls } from './alert-batches.ts';
import { channelCalls } from './alert-channels.ts';

const line = v.picklist([1, 2, 3]);
const id = filled(64);
/** A symbol id, or coin_fiat for P2P. */
const alertSymbol = v.pipe(characters, v.regex(/^[\p{L}\p{N}$._-]{2,64}$/u));
export const p2pSymbolId = (coin: string, fiat: string): string => `${coin}_${fiat}`;
const channel = v.picklist(noticeChannels);
const channels = listOf(channel, noticeChannels.length);
const type = v.picklist([1, 2, 3, 4, 5, 6, 7, 8], 'alertWrongType' satisfies ErrorName);
const source = v.picklist([0, 1, 2]);
const frequency = v.picklist([1, 2, 3]);
const onOff = v.picklist([0, 1]);
const openOrClosed = v.picklist([alertSwitch.close, alertSwitch.open]);

/** Of the person's own; empty and null are none. */
const note = v.nullable(v.pipe(characters, v.trim(), v.regex(noteRule.form, 'alertInvalidNote' satisfies ErrorName)));

const editable = {
  alertType: type,
  priceSource: source,
  configurePrice: v.nullable(decimal),
  configurePriceUp: v.nullable(decimal),
  configurePriceDown: v.nullable(decimal),
  frequency,
  channels,
  note,
};

/** Section 3, Price alert configuration: the pair an alert is set on, with its present prices. */
export const alertPair = v.object({
  symbolId: alertSymbol,
  symbolCode: filled(64),
  symbolCodeDisplayName: filled(64),
  businessLine: line,
  contractLine: v.nullable(v.picklist(contractLines)),
  leftCoinName: coinCode,
  rightCoinName: coinCode,
  exchangeName: filled(64),
  /** The quote or fiat whose tab it stands in. */
  tabCoin: coinCode,
  /** Places of a price. */
  pricePrecision: count,
  price: v.nullable(decimal),
  markPrice: v.nullable(decimal),
  indexPrice: v.nullable(decimal),
  /** Change on the user's chosen base. */
  chgUTC: v.nullable(fraction),
  isFavorite: v.boolean(),
});

export const alertItem = v.object({
  id,
  version: count,
  /** What edit mode opens the dialog with; the same as symbolId. */
  exchangeId: alertSymbol,
  ...alertPair.entries,
  ...editable,
  switch: openOrClosed,
  state: v.picklist(alertStates),
  /** How far the price has to go, as a fraction of it; upwards is positive. Types 5, 6: points of the change. */
  distance: v.nullable(fraction),
  /** Types 3, 4: what the percent is counted from. */
  anchor: v.nullable(decimal),
  firedCount: count,
  lastFiredAt: v.nullable(timeMs),
  createdDate: timeMs,
  updatedDate: timeMs,
});
export type AlertItem = v.InferOutput<typeof alertItem>;

const deliveryStatuses = ['pending', 'sent', 'acknowledged', 'failed', 'suppressed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
/**
 * Why a delivery failed or was held back. notSet: the site cannot send it. noAddress: no phone, mail address or browser of the user.
 * refused: the other side said no. expired: it was not taken in time. quiet: the user's quiet hours. late: too old to be sent.
 * nobodyThere: no page of the user was open. unreachable: the receiver answered no try. channelOff: it had failed too often.
 */
const deliveryReasons = ['notSet', 'noAddress', 'refused', 'expired', 'quiet', 'late', 'nobodyThere', 'unreachable', 'channelOff'] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/**
 * What has to be done before a channel can be used. smsNotSet, mailNotSet, channelNotSet: by the operator. channelOff: it failed
 * too often, and waits to be turned on again.
 */
const channelNeeds = [
  'smsNotSet',
  'mailNotSet',
  'bindPhone',
  'bindEmail',
  'allowPush',
  'logIn',
  'channelNotSet',
  'linkChannel',
  'channelOff',
] as const;
export type ChannelNeed = (typeof channelNeeds)[number];

/** How long a deleted alert can be brought back. */
export const undoDeleteMs = 10 * 60_000;
/** How far back the preview of a form looks. */
export const previewDays = 30;
/** So many firings of a preview are told one by one, the newest. */
export const previewFirings = 100;
/** From so many firings of one user in one second on, a channel carries one message that lists them. */
export const summaryFrom = 4;

const alertLogItem = v.object({
  id,
  alertId: id,
  businessLine: line,
  symbolId: alertSymbol,
  symbolCodeDisplayName: filled(64),
  /** Places of a price. */
  pricePrecision: count,
  alertType: type,
  priceSource: source,
  target: text(128),
  firingPrice: decimal,
  priceBefore: v.nullable(decimal),
  happenedAt: timeMs,
  detectedAt: timeMs,
  /** Judged from stored prices after a gap. */
  late: v.boolean(),
  /** Judged from minute candles, as the ticks were not known: where within the minute it happened is not known. */
  fromCandles: v.boolean(),
  suppressedBy: v.nullable(v.picklist(['perSecond', 'perMinute', 'perHour', 'perDay'])),
  /** What limits held back since the delivery before this one. */
  more: v.nullable(v.object({ count, since: timeMs })),
  /** Types 3, 4: what the percent was counted from. */
  anchor: v.nullable(decimal),
  /** P2P: the ad that met the target. */
  ad: v.nullable(v.object({ price: decimal, minAmount: decimal, maxAmount: decimal, paymentMethods: listOf(text(64), 20) })),
  frequency,
  status: onOff,
  /** Of its alert, as it is now. */
  note,
  title: text(200),
  content: text(1000),
  deliveries: listOf(
    v.object({
      channel,
      status: v.picklist(deliveryStatuses),
      at: v.nullable(timeMs),
      reason: v.nullable(v.picklist(deliveryReasons)),
    }),
    noticeChannels.length,
  ),
});
export type AlertLogItem = v.InferOutput<typeof alertLogItem>;

/** Section 4, Price notice: what topic price_notice carries. A key seen before is not shown again. */
export const priceNotice = v.object({
  key: filled(128),
  alertId: id,
  businessLine: line,
  symbolId: alertSymbol,
  /** The switches of the line and the quiet hours allow the visible notice, and the sound with it. */
  isShow: v.boolean(),
  sound: v.boolean(),
  title: filled(200),
  popContent: filled(1000),
  tone: v.picklist(tones),
  firedAt: timeMs,
  /** Firings it speaks of; above 1 it is a summary. */
  count,
  isTest: v.boolean(),
});
export type PriceNotice = v.InferOutput<typeof priceNotice>;

const subscriptionKey = v.pipe(characters, v.regex(/^[\w-]{10,200}=*$/));
/** Section 3, Coin info. */
const coinInfo = v.object({ coinName: coinCode, imgUrl: iconUrl });
const openCount = v.object({ spot: count, futures: count, p2p: count, total: count });

const scopeOf = (kind: CallKind) => (kind === 'write' ? 'alerts:write' : 'alerts:read');
const alertCall = <I extends Schema, O extends Schema>(
  kind: CallKind,
  path: `/${string}`,
  about: string,
  input: I,
  output: O,
  failsAs?: ErrorName,
) => call({ kind, method: 'POST', path: `/send${path}`, who: 'user', never429: true, scope: scopeOf(kind), about, input, output, failsAs });
/** What the form needs before it is saved: visitors fill it in too. */
const formCall = <I extends Schema, O extends Schema>(kind: CallKind, path: `/${string}`, about: string, input: I, output: O) =>
  call({ kind, method: 'POST', path: `/send${path}`, never429: true, scope: scopeOf(kind), about, input, output });
/** About the browser that asks, by its session: nothing a token could stand for. */
const browserCall = <I extends Schema, O extends Schema>(path: `/${string}`, about: string, input: I, output: O) =>
  call({ kind: 'write', method: 'POST', path: `/send${path}`, who: 'user', never429: true, about, input, output });

export const alertCalls = {
  alertUnreadFlag: alertCall(
    'read',
    '/alert/log/unread/flag',
    'Whether the log has rows not read yet.',
    v.object({ languageType }),
    v.object({ unread: v.boolean(), count }),
  ),
  listAlertLog: alertCall(
    'read',
    '/alert/log/select',
    'What alerts did, newest first.',
    pageInput({ businessLine: v.optional(line), alertId: v.optional(id), symbolId: v.optional(alertSymbol), status: v.optional(onOff) }),
    pageOf(alertLogItem),
  ),
  markAlertLogRead: alertCall(
    'write',
    '/alert/log/updateRead/status',
    'Marks rows of the log read, or unread. Without ids: all rows of the line, or all rows.',
    v.object({
      languageType,
      ids: v.optional(v.pipe(listOf(id, 500), v.minLength(1))),
      businessLine: v.optional(line),
      status: v.optional(onOff, logStatus.read),
    }),
    v.object({ updated: count }),
  ),
  listAlerts: alertCall(
    'read',
    '/priceremindconfig/select',
    'The alerts of the user.',
    pageInput({ businessLine: v.optional(line), symbolId: v.optional(alertSymbol), switch: v.optional(openOrClosed) }, 100),
    v.object({ ...pageOf(alertItem).entries, open: openCount, limits: v.object({ perLine: count, total: count }) }),
  ),
  alertParameters: formCall(
    'read',
    '/priceremindconfig/select/parameter/config',
    'What the alert dialog needs: limits, channels, and the pair with its present prices.',
    v.object({ languageType, businessLine: v.optional(line), symbolId: v.optional(alertSymbol) }),
    v.object({
      frequencyLimits: v.object({ inSecond: count, frequencys: count, perHour: count, perDay: count }),
      perLine: count,
      total: count,
      open: openCount,
      /** needs: null when the channel is ready for this user. */
      channels: listOf(v.object({ channel, available: v.boolean(), needs: v.nullable(v.picklist(channelNeeds)) }), noticeChannels.length),
      /** What a browser subscribes to web push with. */
      vapidPublicKey: text(128),
      pair: v.nullable(alertPair),
      ads: v.nullable(v.object({ lowest: v.nullable(decimal), highest: v.nullable(decimal) })),
    }),
  ),
  deleteAlerts: alertCall(
    'write',
    '/priceremindconfig/deleted',
    'Deletes alerts. Those already gone do not count.',
    v.object({ languageType, ids: v.pipe(listOf(id, 200), v.minLength(1)) }),
    v.object({ deleted: count }),
    'alertDeleteFailed',
  ),
  updateAlert: alertCall(
    'write',
    '/priceremindconfig/update',
    'Edits an alert or turns its switch. An edit starts the alert anew and never fires at once; where only the note is another one, the ' +
      'alert goes on as it stood.',
    v.object({ languageType, id, version: v.optional(count), switch: v.optional(openOrClosed), ...v.partial(v.object(editable)).entries }),
    v.object({ alert: alertItem, startsLatched: v.boolean() }),
  ),
  createAlert: alertCall(
    'write',
    '/priceremindconfig/inster',
    'Creates an alert. The same clientKey sent again answers the alert it created.',
    v.object({
      languageType,
      clientKey: filled(64),
      businessLine: line,
      symbolId: alertSymbol,
      ...editable,
      priceSource: v.optional(source, priceSource.market),
      configurePrice: v.optional(editable.configurePrice, null),
      configurePriceUp: v.optional(editable.configurePriceUp, null),
      configurePriceDown: v.optional(editable.configurePriceDown, null),
      note: v.optional(note, null),
    }),
    v.object({ alert: alertItem, startsLatched: v.boolean() }),
    'alertCreateFailed',
  ),
  restoreAlerts: alertCall(
    'write',
    '/priceremindconfig/restore',
    'Brings deleted alerts back for a while after their deletion. They start anew; those that would break a limit or stand ' +
      'twice stay deleted.',
    v.object({ languageType, ids: v.pipe(listOf(id, 200), v.minLength(1)) }),
    v.object({ restored: count }),
  ),
  previewAlert: formCall(
    'costly',
    '/priceremindconfig/preview',
    'How often an alert like this would have fired in the last days, judged on candles. Null: there is no history to judge.',
    v.object({
      languageType,
      businessLine: line,
      symbolId: alertSymbol,
      ...v.omit(v.object(editable), ['channels', 'note']).entries,
      priceSource: v.optional(source, priceSource.market),
      configurePrice: v.optional(editable.configurePrice, null),
      configurePriceUp: v.optional(editable.configurePriceUp, null),
      configurePriceDown: v.optional(editable.configurePriceDown, null),
    }),
    v.object({
      preview: v.nullable(
        v.object({
          days: count,
          fired: count,
          suppressed: count,
          lastAt: v.nullable(timeMs),
          /** Newest first, without those that limits held back. */
          firings: listOf(v.object({ at: timeMs, price: decimal }), previewFirings),
        }),
      ),
    }),
  ),
  testAlertChannel: alertCall(
    'write',
    '/alert/channel/test',
    'Sends the user a trial notice through one channel and says how it went.',
    v.object({ languageType, channel }),
    v.object({ status: v.picklist(deliveryStatuses), reason: v.nullable(v.picklist(deliveryReasons)) }),
  ),
  subscribePush: browserCall(
    '/alert/push/subscribe',
    'Keeps the web push subscription of a browser.',
    v.object({
      languageType,
      endpoint: v.pipe(characters, v.url(), v.maxLength(1000)),
      keys: v.object({ p256dh: subscriptionKey, auth: subscriptionKey }),
    }),
    v.object({ browsers: count }),
  ),
  unsubscribePush: browserCall(
    '/alert/push/unsubscribe',
    'Forgets the web push subscription of a browser.',
    v.object({ languageType, endpoint: v.pipe(characters, v.maxLength(1000)) }),
    v.object({ browsers: count }),
  ),
  alertExchangeSetting: formCall(
    'read',
    '/priceremindconfig/exchange/setting',
    'The pairs alerts can be set on: symbols of a line, or coins and fiat currencies of P2P.',
    v.object({ languageType, businessLine: line, contractLine: v.optional(v.picklist(contractLines)), keyword: v.optional(text(64)) }),
    v.object({
      ...pageOf(v.object({ ...alertPair.entries, supportUtaFlag: v.boolean() })).entries,
      coins: listOf(coinInfo, 2000),
      fiats: listOf(v.picklist(currencyCodes), 64),
    }),
  ),
  ...batchCalls,
  ...channelCalls,
} as const;
