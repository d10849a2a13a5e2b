// Figures that follow their symbol. Each subscribes itself, so that a tick renders a figure and not a row.
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useQuote } from '#live/use-quote.tsx';
import { Change, Price } from '#ui/number.tsx';

interface Props {
  readonly quote: QuoteRow;
}

export const LivePrice = memo(function LivePrice({ quote }: Props) {
  const { price } = useFormat();
  const live = useQuote(quote[quoteAt.symbolId]);
  return <Price text={price(live?.last ?? quote[quoteAt.last])} />;
});

/** Against the price 24 hours ago, or against the beginning of another window: then `since` is the change that came with the quote. */
export const LiveChange = memo(function LiveChange({ quote, since }: Props & { since?: string | null }) {
  const { change } = useFormat();
  return <Change {...change(changeOf(quote, useQuote(quote[quoteAt.symbolId]), since))} />;
});

export function changeOf(quote: QuoteRow, live: { readonly last: string; readonly open24h: string } | undefined, since?: string | null): number | null {
  if (since === null) return null;
  if (since === undefined) return Number(live?.last ?? quote[quoteAt.last]) / Number(live?.open24h ?? quote[quoteAt.open24h]) - 1;
  const last = Number(live?.last ?? quote[quoteAt.last]);
  return ((1 + Number(since)) * last) / Number(quote[quoteAt.last]) - 1;
}
