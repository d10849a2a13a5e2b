// What is said of a coin outside of its page: in the tab, and to machines that read pages.
import { coinPicturePath, coinPictureSize } from '@tidemark/contract/coin-picture.ts';
import { quoteAt, type SymbolItem } from '@tidemark/contract/market.ts';
import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import { marketName } from '#features/coin-view/market-name.ts';
import { useChange, useLatest } from '#features/coin-view/use-latest.ts';
import { useFormat } from '#i18n/format.ts';
import { useBrand } from '#page/use-brand.ts';

/** The price in the tab, so that it can be followed from another one. */
export function TabTitle({ main, changeBase }: { main: SymbolItem; changeBase: number }) {
  const { price, time } = useFormat();
  const { name: site } = useBrand();
  const { last } = useLatest(main);
  const { text } = useChange(main, changeBase);
  const title = `${marketName(main, time)} · ${price(last)} ${text} | ${site}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** Where the page is shared its picture stands for it. React puts it into the head. */
export function SharedPicture({ symbolId }: { symbolId: string }) {
  const publicUrl = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl ?? '';
  return (
    <>
      <meta property="og:image" content={publicUrl + coinPicturePath(symbolId)} />
      <meta property="og:image:width" content={String(coinPictureSize.width)} />
      <meta property="og:image:height" content={String(coinPictureSize.height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The rate for machines (schema.org). It is data, not a script: nothing runs it. */
export function CoinFacts({ main: { name, baseSymbol, pricedSymbol, quote } }: { main: SymbolItem }) {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'ExchangeRateSpecification',
    name: `${name} (${baseSymbol})`,
    currency: baseSymbol,
    currentExchangeRate: { '@type': 'UnitPriceSpecification', price: quote[quoteAt.last], priceCurrency: pricedSymbol },
  };
  // A name may say '</script>'.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }} />;
}
