// What a browser keeps of its own, in local storage.
import { deviceIdKey } from './site.ts';

/** Section 3, Local cache keys. */
export const localCacheKeys = {
  theme: 'theme',
  language: 'language',
  userId: 'userId',
  fiatName: 'fiatName',
  klineInterval: 'klineInterval',
  tradeUnit: 'tradeUnit',
  coinMarket: 'userSelectedCoinMarket',
  timeZone: 'timeZone',
  contractSymbols: 'contractSymbols',
  partitions: 'partitions',
  updown: 'updown',
  vision: 'vision',
  overview: 'overview',
  deviceId: deviceIdKey,
} as const;
