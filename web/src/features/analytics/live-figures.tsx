// Figures that follow their symbol. Each subscribes itself, so that a tick renders a figure and not a row.
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useQuote } from '#live/use-quote.tsx';
import { useStaleAge } from '#live/use-stale-age.ts';
import { AgedPrice } from '#ui/aged-price.tsx';
import { Change } from '#ui/number.tsx';
import { changeOf } from './live-change.ts';

interface Props {
  readonly quote: QuoteRow;
}

export const LivePrice = memo(function LivePrice({ quote }: Props) {
  const t = useText();
  const { price, age } = useFormat();
  const staleMs = useStaleAge(quote[quoteAt.symbolId]);
  const old = staleMs === null ? null : age(staleMs);
  const live = useQuote(quote[quoteAt.symbolId], quote);
  return (
    <AgedPrice text={price(live?.last ?? quote[quoteAt.last])} age={old} label={old === null ? undefined : t('table.age', { age: old })} />
  );
});

export const LiveChange = memo(function LiveChange({ quote, since }: Props & { since?: string | null }) {
  const { change } = useFormat();
  return <Change {...change(changeOf(quote, useQuote(quote[quoteAt.symbolId], quote), since))} />;
});
