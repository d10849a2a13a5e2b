// Codes and limits of price alerts and the rules of their form (sections 3-5, 8, 9), decided alike on both sides.
import type { ErrorName } from './errors.ts';
import { businessLine, type BusinessLine } from './business-lines.ts';
import { compareDecimals } from './money.ts';

/** Section 4, Alert types. */
export const alertType = {
  risesTo: 1,
  fallsTo: 2,
  risePercent: 3,
  fallPercent: 4,
  rise24hPercent: 5,
  fall24hPercent: 6,
  entersChannel: 7,
  exitsChannel: 8,
} as const;
export type AlertType = (typeof alertType)[keyof typeof alertType];
export const alertTypes = Object.values(alertType) as readonly AlertType[];

/** Section 4, Futures price source. Spot uses the last trade, P2P the best ad. */
export const priceSource = { market: 0, mark: 1, index: 2 } as const;
export type PriceSource = (typeof priceSource)[keyof typeof priceSource];

/** Section 4, Alert frequency. */
export const alertFrequency = { every: 1, onceADay: 2, onceOnly: 3 } as const;
export type AlertFrequency = (typeof alertFrequency)[keyof typeof alertFrequency];

/** Section 4, Notice channels; from 6 on those that lead to where a person says. */
export const noticeChannel = {
  push: 1,
  sms: 2,
  email: 3,
  station: 4,
  pop: 5,
  webhook: 6,
  telegram: 7,
  discord: 8,
  slack: 9,
  ntfy: 10,
} as const;
export type NoticeChannel = (typeof noticeChannel)[keyof typeof noticeChannel];
export const noticeChannels = Object.values(noticeChannel) as readonly NoticeChannel[];

/** Channels that a person connects first, each once. */
export const linkedChannels = [
  noticeChannel.webhook,
  noticeChannel.telegram,
  noticeChannel.discord,
  noticeChannel.slack,
  noticeChannel.ntfy,
] as const;
export type LinkedChannel = (typeof linkedChannels)[number];
export const isLinkedChannel = (channel: number): channel is LinkedChannel => linkedChannels.some((linked) => linked === channel);

/** As they call themselves, in every language. */
export const linkedChannelNames: Readonly<Record<LinkedChannel, string>> = {
  [noticeChannel.webhook]: 'Webhook',
  [noticeChannel.telegram]: 'Telegram',
  [noticeChannel.discord]: 'Discord',
  [noticeChannel.slack]: 'Slack',
  [noticeChannel.ntfy]: 'ntfy',
};

/** So often is a message handed over in vain before it has failed, and so many failed ones in a row turn the channel off. */
export const linkedChannelRule = { tries: 3, failuresUntilOff: 5, linkMinutes: 10, addressLength: 1_000 } as const;

/** Section 4, Alert log status and Alert switch. */
export const logStatus = { unread: 0, read: 1 } as const;
export const alertSwitch = { close: 0, open: 1 } as const;

/** What an alert is doing now; shown beside it. */
export const alertStates = ['armed', 'latched', 'limited', 'stale', 'suspended', 'off'] as const;
export type AlertState = (typeof alertStates)[number];

/** Section 9, Alerts. The first four hold back an every-time alert; the last two count open alerts of one user. */
export const alertLimits = { perSecond: 1, perMinute: 2, perHour: 2, perDay: 2, perLine: 20, total: 50 } as const;
export type AlertLimits = { readonly [K in keyof typeof alertLimits]: number } & { readonly configured?: number };
/** Section 8, 'number of times limit': alerts of one user that may be kept, those that are switched off counted too. */
export const maxConfiguredAlerts = 5_000;

/** Section 3, Alert frequency limit values, under the names they have on the wire. */
export const wireLimits = (limits: AlertLimits) => ({
  inSecond: limits.perSecond,
  frequencys: limits.perMinute,
  perHour: limits.perHour,
  perDay: limits.perDay,
});
export const limitsOfWire = (wire: ReturnType<typeof wireLimits>) =>
  ({ perSecond: wire.inSecond, perMinute: wire.frequencys, perHour: wire.perHour, perDay: wire.perDay }) satisfies Partial<AlertLimits>;

/** Sections 4 and 9: what the dialog starts with. */
export const defaultAlertSymbols = { spot: 'BTCUSDT', usdtM: 'BTCUSDT', coinM: 'ETHUSD' } as const;

export const isPercentType = (type: AlertType): boolean => type >= alertType.risePercent && type <= alertType.fall24hPercent;
export const isChannelType = (type: AlertType): boolean => type === alertType.entersChannel || type === alertType.exitsChannel;
/** The change of 24 hours is told of the last trade; contracts are judged by another price only where the price itself is. */
export const hasPriceSource = (form: { readonly businessLine: BusinessLine; readonly alertType: AlertType }): boolean =>
  form.businessLine === businessLine.futures && form.alertType !== alertType.rise24hPercent && form.alertType !== alertType.fall24hPercent;
const isFall = (type: AlertType): boolean => type === alertType.fallPercent || type === alertType.fall24hPercent;

export const p2pSides = { buy: alertType.fallsTo, sell: alertType.risesTo } as const;
export type P2pSide = keyof typeof p2pSides;

/**
 * One line: no control characters, no line breaks, and nothing that turns the text around it. Letters are counted as a reader counts most
 * of them, not as they are stored.
 */
export const noteRule = { length: 100, form: /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]{0,100}$/u } as const;
export const checkNote = (note: string): ErrorName | null => (noteRule.form.test(note) ? null : 'alertInvalidNote');

/** More digits before the point than any price has are a slip of the keyboard. */
const plainDecimal = /^\d{1,20}(\.\d+)?$/;
const isPositive = (text: string | null | undefined): text is string => text != null && plainDecimal.test(text) && /[1-9]/.test(text);

// Rules of the form (section 5). Each gives the name of the first thing wrong, or null.

/** Both bounds are prices, and upper is above lower. The message speaks of the bound that was touched last. */
export const checkBounds = (
  upper: string | null | undefined,
  lower: string | null | undefined,
  touched: 'upper' | 'lower' = 'upper',
): ErrorName | null => {
  if (!isPositive(upper) || !isPositive(lower)) return 'alertInvalidPrice';
  if (compareDecimals(upper, lower) > 0) return null;
  return touched === 'upper' ? 'alertUpperNotAboveLower' : 'alertLowerNotBelowUpper';
};

/** The target lies beyond the present price in the direction of the type. */
export const checkTarget = (type: AlertType, target: string | null | undefined, price: string | null): ErrorName | null => {
  if (!isPositive(target)) return 'alertInvalidPrice';
  if (price === null) return 'alertNoFreshPrice';
  const side = compareDecimals(target, price);
  return side === (type === alertType.risesTo ? 1 : -1) ? null : 'alertInvalidPrice';
};

/** Percents travel as fractions: 0.05 is 5 %. A fall stays below 100 %. */
export const percentRule = { maxFraction: '10', fallBelowFraction: '1', percentDecimals: 2 } as const;
export const checkPercent = (type: AlertType, value: string | null | undefined): ErrorName | null => {
  if (!isPositive(value) || !/^\d+(\.\d{1,4}0*)?$/.test(value)) return 'alertInvalidPercent';
  if (compareDecimals(value, percentRule.maxFraction) > 0) return 'alertInvalidPercent';
  return isFall(type) && compareDecimals(value, percentRule.fallBelowFraction) >= 0 ? 'alertInvalidPercent' : null;
};

/** '5' to '0.05', by moving the point: no digit is ever rounded away. */
export const toFraction = (percent: string): string => movePoint(percent, -2);
export const toPercent = (fraction: string): string => movePoint(fraction, 2);

function movePoint(text: string, places: number): string {
  const [whole = '', part = ''] = text.split('.');
  const digits = whole + part;
  const point = whole.length + places;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const behind = padded.slice(at).replace(/0+$/, '');
  const front = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  return behind ? `${front}.${behind}` : front;
}

/** A P2P buyer waits for less than the lowest ad asks, a seller for more than the highest pays. */
export const checkP2pPrice = (
  side: P2pSide,
  price: string | null | undefined,
  ads: { lowest: string | null; highest: string | null },
): ErrorName | null => {
  if (!isPositive(price)) return 'alertInvalidPrice';
  const best = side === 'buy' ? ads.lowest : ads.highest;
  if (best === null) return 'alertNoFreshPrice';
  if (side === 'buy') return compareDecimals(price, best) < 0 ? null : 'p2pBuyPriceTooHigh';
  return compareDecimals(price, best) > 0 ? null : 'p2pSellPriceTooLow';
};

/** May one more alert be open? Only open ones count. */
export const checkOpenCount = (
  line: BusinessLine,
  openInLine: number,
  openInTotal: number,
  limits: AlertLimits = alertLimits,
): ErrorName | null => {
  if (openInTotal >= limits.total) return 'alertTotalLimit';
  if (openInLine < limits.perLine) return null;
  return line === businessLine.p2p ? 'p2pAlertLimit' : 'alertLineLimit';
};

export interface AlertForm {
  readonly businessLine: BusinessLine;
  readonly alertType: AlertType;
  readonly priceSource: PriceSource;
  readonly frequency: AlertFrequency;
  readonly channels: readonly NoticeChannel[];
  /** Target price (types 1, 2) or fraction (3-6). */
  readonly configurePrice?: string | null;
  readonly configurePriceUp?: string | null;
  readonly configurePriceDown?: string | null;
}

/** Everything about a form that can be judged without the market; checkTarget and checkP2pPrice judge the rest. */
export const checkAlertForm = (form: AlertForm): ErrorName | null => {
  if (form.channels.length === 0) return 'alertChannelMissing';
  if (form.businessLine === businessLine.p2p && form.alertType !== p2pSides.buy && form.alertType !== p2pSides.sell)
    return 'alertWrongType';
  if (form.businessLine !== businessLine.futures && form.priceSource !== priceSource.market) return 'alertParameters';
  if (isChannelType(form.alertType)) return checkBounds(form.configurePriceUp, form.configurePriceDown);
  if (isPercentType(form.alertType)) return checkPercent(form.alertType, form.configurePrice);
  return isPositive(form.configurePrice) ? null : 'alertInvalidPrice';
};
