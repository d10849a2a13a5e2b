// Figures that follow their symbol. Each subscribes itself, so that a tick renders a figure and not a row.
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useQuote } from '#live/use-quote.tsx';
import { useStaleAge } from '#live/use-stale-age.ts';
import { AgedPrice } from '#ui/aged-price.tsx';
import { Change } from '#ui/number.tsx';

interface Props {
  readonly quote: QuoteRow;
}

export const LivePrice = memo(function LivePrice({ quote }: Props) {
  const t = useText();
  const { price, age } = useFormat();
  const staleMs = useStaleAge(quote[quoteAt.symbolId]);
  const old = staleMs === null ? null : age(staleMs);
  const live = useQuote(quote[quoteAt.symbolId]);
  return (
    <AgedPrice text={price(live?.last ?? quote[quoteAt.last])} age={old} label={old === null ? undefined : t('table.age', { age: old })} />
  );
});

/** Against the price 24 hours ago, or against the beginning of another window: then `since` is the change that came with the quote. */
export const LiveChange = memo(function LiveChange({ quote, since }: Props & { since?: string | null }) {
  const { change } = useFormat();
  return <Change {...change(changeOf(quote, useQuote(quote[quoteAt.symbolId]), since))} />;
});

export function changeOf(
  quote: QuoteRow,
  live: { readonly last: string; readonly open24h: string } | undefined,
  since?: string | null,
): number | null {
  if (since === null) return null;
  if (since === undefined) return Number(live?.last ?? quote[quoteAt.last]) / Number(live?.open24h ?? quote[quoteAt.open24h]) - 1;
  const last = Number(live?.last ?? quote[quoteAt.last]);
  return ((1 + Number(since)) * last) / Number(quote[quoteAt.last]) - 1;
}
