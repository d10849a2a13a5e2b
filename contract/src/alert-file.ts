// The words in which an alert stands in a file: the same in every language, for CSV and JSON, on both sides.
import { alertFrequency, alertType, noticeChannel, priceSource } from './alert-rules.ts';
import { businessLine } from './business-lines.ts';

export const fileMarkets = { spot: businessLine.spot, futures: businessLine.futures, p2p: businessLine.p2p };
export const fileConditions = {
  rises_to: alertType.risesTo,
  falls_to: alertType.fallsTo,
  rises_by: alertType.risePercent,
  falls_by: alertType.fallPercent,
  rises_24h: alertType.rise24hPercent,
  falls_24h: alertType.fall24hPercent,
  enters_range: alertType.entersChannel,
  leaves_range: alertType.exitsChannel,
};
export const fileSources = { last: priceSource.market, mark: priceSource.mark, index: priceSource.index };
export const fileFrequencies = { every: alertFrequency.every, daily: alertFrequency.onceADay, once: alertFrequency.onceOnly };
export const fileChannels = noticeChannel;

export const fileWord = <T>(words: Readonly<Record<string, T>>, value: T): string =>
  Object.entries(words).find(([, known]) => known === value)?.[0] ?? '';
