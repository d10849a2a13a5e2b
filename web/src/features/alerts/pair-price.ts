// Prices where alerts are set and read: as exact as the pair is traded. The rule of lists would hide what an alert waits for.
import { businessLine } from '@tidemark/contract/business-lines.ts';
import type { Format } from '#i18n/format.ts';
import type { AlertPair } from './alert-form.ts';

type Traded = Pick<AlertPair, 'businessLine' | 'pricePrecision'>;

/**
 * Digits that the user typed beyond the pair's own stay. P2P prices are money, which reads as in lists. While a release goes on, a process
 * of the version before may answer, whose history has no precision.
 */
export const pairPrice = ({ price }: Pick<Format, 'price'>, value: string | null, pair: Traded | null): string =>
  value === null || pair === null || pair.businessLine === businessLine.p2p
    ? price(value)
    : price(value, { precision: Math.max(pair.pricePrecision || 0, value.split('.')[1]?.length ?? 0) });
