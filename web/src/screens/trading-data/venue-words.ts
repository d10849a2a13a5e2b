// What is said of an exchange beside others.
import type { VenueMetric, VenueRow } from '@tidemark/contract/venues.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useBrand } from '#page/use-brand.ts';

export const venueMetricWords: Readonly<Record<VenueMetric, WordId>> = {
  openInterest: 'trading.openInterest',
  volume: 'trading.venues.volume',
  takerNet: 'trading.venues.takerNet',
  liquidations: 'trading.metric.liquidations',
  fundingRate: 'trading.funding',
  longShort: 'trading.longShort',
};

type Told = Pick<VenueRow, 'venue' | 'name' | 'state' | 'awaySince'>;

export function useVenueWords() {
  const t = useText();
  const format = useFormat();
  const { name: site } = useBrand();
  return {
    nameOf: ({ venue, name }: Told): string => name ?? (site || venue),
    /** Why there is nothing of it; null = there is. */
    lackOf({ state, awaySince }: Told): string | null {
      if (state === 'notListed') return t('trading.venues.notListed');
      if (state === 'notTold') return t('trading.venues.notTold');
      return state === 'away' && awaySince !== null
        ? t('trading.venues.away', { time: `${format.time(awaySince, 'dateTime', 'UTC')} UTC` })
        : null;
    },
  };
}
