// A coin as one reads it before a decision: the price of one of its markets, its candles, its figures, its sectors, and every
// other place where it is traded. The page of the coin and the panel over a list show the same.
import { contractAt, isContractRow, last24h, utcName, type SymbolItem } from '@tidemark/contract/market.ts';
import { instTypeOf, suffixOf } from '@tidemark/contract/business-lines.ts';
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { href } from '@tidemark/contract/pages.ts';
import { tradeLink } from '@tidemark/contract/trade-links.ts';
import { useQuery } from '@tanstack/react-query';
import 'virtual:words/coin';
import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useApiQueries } from '#api/use-api.tsx';
import { chosenUnit, inUnit } from '#i18n/chosen-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useRateFormat } from '#i18n/rate-format.ts';
import { sectorName } from '#i18n/sector-name.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pressStar, useIsStarred } from '#session/stars.ts';
import { useNow, useSeededQuotes } from '#live/use-quote.tsx';
import { useStaleAge } from '#live/use-stale-age.ts';
import { AgedPrice } from '#ui/aged-price.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { StarButton } from '#ui/star-button.tsx';
import { AboutCoin } from './about-coin.tsx';
import { CandleChart, type OfferedInterval, type OverCandles } from './candle-chart.tsx';
import type { CoinMarkets } from './coin-queries.ts';
import { lineOf } from './market-name.ts';
import { useChange, useLatest } from './use-latest.ts';

interface CoinViewProps extends CoinMarkets {
  readonly heading: 'h1' | 'h2';
  readonly headingId?: string;
  readonly interval: OfferedInterval;
  onInterval(interval: OfferedInterval): void;
  readonly changeBase: number;
  readonly currency: CurrencyCode;
  /** Of one USDT. */
  readonly rates: Readonly<Record<string, string>> | undefined;
  /** Another market of the coin is chosen. */
  onOpen(symbolId: string): void;
  /** What its page has more than the panel: over the candles, */
  readonly renderOver?: OverCandles | undefined;
  /** below the chart, */
  readonly past?: ReactNode;
  /** below the figures, */
  readonly beside?: ReactNode;
  /** and at the end. */
  readonly more?: ReactNode;
}

export function CoinView({
  main,
  markets,
  heading: Heading,
  headingId,
  interval,
  onInterval,
  changeBase,
  currency,
  rates,
  onOpen,
  renderOver,
  past,
  beside,
  more,
}: CoinViewProps) {
  const t = useText();
  const locale = useLocale();
  const { time } = useFormat();
  const pair = `${main.baseSymbol}/${main.pricedSymbol}`;
  useSeededQuotes(useMemo(() => markets.map(({ quote }) => quote), [markets]));
  const isStarred = useIsStarred(main.symbolId);
  const isContract = suffixOf(main.symbolId) !== null;
  const { data: config } = useQuery(useApiQueries().config(locale));
  const tradeUrl = config?.tradeUrls[instTypeOf(main.symbolId)];
  return (
    <article className="coin-view">
      <header className="coin-head">
        <Avatar src={main.iconUrl} name={main.baseSymbol} />
        <div className="min-w-0">
          <Heading id={headingId} className="text-20 tracking-tight">
            <bdi>{pair}</bdi>
            {isContract && (
              <span className="tag ms-2 align-middle">
                {lineOf(main.symbolId)}
                {main.deliveryAt && ` ${time(main.deliveryAt, 'date', 'UTC')}`}
              </span>
            )}
          </Heading>
          <p className="text-13 text-ink-2">{main.name}</p>
        </div>
        <div className="coin-actions">
          <StarButton label={t('table.star', { pair })} isOn={isStarred} onPress={() => pressStar(main.symbolId)} />
          {tradeUrl && (
            <a className="btn" href={tradeLink(tradeUrl, main)} rel="noopener">
              {t('coin.trade')}
            </a>
          )}
          <Link className="btn primary" to={`${href(locale, 'priceAlert')}?symbol=${encodeURIComponent(main.symbolId)}`}>
            <Icon name="bell" />
            {t('coin.setAlert')}
          </Link>
        </div>
      </header>
      <Now main={main} changeBase={changeBase} currency={currency} rates={rates} />
      {/* Where there is room for it, what is known of the coin stands beside its chart. */}
      <div className="coin-top">
        <div>
          <CandleChart item={main} interval={interval} onInterval={onInterval} renderOver={renderOver} />
          {past}
        </div>
        <div className="coin-side">
          <Figures main={main} currency={currency} rates={rates} />
          <section aria-labelledby="coin-sectors">
            <h3 id="coin-sectors" className="coin-title">
              {t('coin.sectors')}
            </h3>
            <ul className="flex flex-wrap gap-1.5">
              {main.sectors.map((slug) => (
                <li key={slug}>
                  <Link className="chip" to={href(locale, 'spot', { category: slug })}>
                    {sectorName(t, slug)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
          <AboutCoin ticker={main.baseSymbol} />
          {beside}
        </div>
      </div>
      <div className="coin-parts">
        <Markets markets={markets} main={main} changeBase={changeBase} onOpen={onOpen} />
      </div>
      {more}
    </article>
  );
}

function Now({ main, changeBase, currency, rates }: Pick<CoinViewProps, 'main' | 'changeBase' | 'currency' | 'rates'>) {
  const t = useText();
  const { price, fiat, age } = useFormat();
  const staleMs = useStaleAge(main.symbolId);
  const old = staleMs === null ? null : age(staleMs);
  const { last } = useLatest(main);
  const moved = useChange(main, changeBase);
  const rate = Number(rates?.[currency]);
  // Prices in dollars say nothing new in dollars; of other quote currencies the list knows more.
  const isDollarQuoted = ['USDT', 'USDC', 'USD'].includes(main.pricedSymbol);
  const inFiat = isDollarQuoted && currency !== 'USD' && rate > 0 ? fiat(Number(last) * rate, currency) : null;
  return (
    <p className="coin-now">
      <span className="text-28 font-semibold">
        <AgedPrice text={price(last)} age={old} label={old === null ? undefined : t('table.age', { age: old })} />
      </span>
      <span className="text-16">
        <Change {...moved} />
      </span>
      <span className="text-13 text-ink-3">
        {changeBase === last24h ? t('coin.since24h') : t('coin.sinceBase', { base: utcName(changeBase) })}
      </span>
      {inFiat && (
        <span className="text-13 text-ink-2">
          <Price text={inFiat} />
        </span>
      )}
    </p>
  );
}

function Figures({ main, currency, rates }: Pick<CoinViewProps, 'main' | 'currency' | 'rates'>) {
  const t = useText();
  const format = useFormat();
  const { price, money, count, time } = format;
  const { rate, countdown } = useRateFormat();
  const now = useNow(1_000);
  const { row, high, low, turnover } = useLatest(main);
  const contract = isContractRow(row) ? row : null;
  const nextAt = contract?.[contractAt.nextFundingAt] ?? null;
  const figures: readonly (readonly [string, string | null, string?])[] = [
    [t('coin.high24h'), price(high)],
    [t('coin.low24h'), price(low)],
    [t('coin.turnover24h'), money(turnover), main.pricedSymbol],
    [t('coin.cap'), inUnit(chosenUnit(currency, rates), format).money(main.cap)],
    ...(contract
      ? ([
          [t('coin.mark'), price(contract[contractAt.mark])],
          [t('coin.index'), price(contract[contractAt.index])],
          ...(main.deliveryAt === undefined
            ? ([
                [
                  t('coin.funding'),
                  rate(contract[contractAt.fundingRate]).text,
                  nextAt === null || now === null ? undefined : countdown(nextAt - now),
                ],
              ] as const)
            : ([[t('coin.delivery'), time(main.deliveryAt, 'date', 'UTC')]] as const)),
          [t('coin.openInterest'), money(contract[contractAt.openInterest]), main.baseSymbol],
          [t('coin.leverage'), main.maxLeverage === null ? null : `${count(main.maxLeverage)}×`],
        ] as const)
      : []),
    ...(main.margin
      ? ([
          [t('coin.borrow'), rate(main.margin.baseDailyRate, false).text, main.baseSymbol],
          [t('coin.borrow'), rate(main.margin.quoteDailyRate, false).text, main.pricedSymbol],
        ] as const)
      : []),
    [t('coin.listed'), time(main.listedAt, 'date', 'UTC')],
  ];
  return (
    <section aria-labelledby="coin-figures">
      <h3 id="coin-figures" className="coin-title">
        {t('coin.figures')}
      </h3>
      <dl className="coin-figures">
        {figures.map(([name, value, unit]) => (
          <div key={`${name} ${unit === main.pricedSymbol}`}>
            <dt>{name}</dt>
            <dd>
              <Price text={value} />
              {unit && (
                <>
                  {' '}
                  <bdi className="num text-12 text-ink-3">{unit}</bdi>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Markets({ markets, main, changeBase, onOpen }: Pick<CoinViewProps, 'markets' | 'main' | 'changeBase' | 'onOpen'>) {
  const t = useText();
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(link.dataset.symbol!);
  };
  const groups = [
    { title: t('coin.spotMarkets'), isFutures: false, rows: markets.filter(({ symbolId }) => suffixOf(symbolId) === null) },
    { title: t('coin.futuresMarkets'), isFutures: true, rows: markets.filter(({ symbolId }) => suffixOf(symbolId) !== null) },
  ];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, isFutures, rows }) => (
      <section key={title}>
        <h3 className="coin-title">{title}</h3>
        <table className="coin-markets" onClick={onClick}>
          <thead>
            <tr>
              <th scope="col">{t('coin.market')}</th>
              <th scope="col" className="n">
                {t('table.price')}
              </th>
              <th scope="col" className="n">
                {changeBase === last24h ? t('table.change') : t('table.changeSince', { base: utcName(changeBase) })}
              </th>
              {isFutures && (
                <>
                  <th scope="col" className="n wide">
                    {t('coin.funding')}
                  </th>
                  <th scope="col" className="n wide">
                    {t('coin.openInterest')}
                  </th>
                </>
              )}
              <th scope="col" className="n">
                {t('table.turnover')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((item) => (
              <MarketLine key={item.symbolId} item={item} isCurrent={item.symbolId === main.symbolId} changeBase={changeBase} />
            ))}
          </tbody>
        </table>
      </section>
    ));
}

function MarketLine({ item, isCurrent, changeBase }: { item: SymbolItem; isCurrent: boolean; changeBase: number }) {
  const locale = useLocale();
  const { price, money, time } = useFormat();
  const { rate } = useRateFormat();
  const { row, last, turnover } = useLatest(item);
  const contract = isContractRow(row) ? row : null;
  return (
    <tr>
      <th scope="row">
        <a
          className="link"
          href={href(locale, 'coin', { symbol: item.symbolId })}
          data-symbol={item.symbolId}
          aria-current={isCurrent ? 'true' : undefined}
        >
          <bdi>
            {item.baseSymbol}/{item.pricedSymbol}
          </bdi>
          {suffixOf(item.symbolId) && (
            <span className="tag ms-1.5">
              {lineOf(item.symbolId)}
              {item.deliveryAt && ` ${time(item.deliveryAt, 'date', 'UTC')}`}
            </span>
          )}
        </a>
      </th>
      <td className="n">
        <Price text={price(last)} />
      </td>
      <td className="n">
        <Change {...useChange(item, changeBase)} />
      </td>
      {suffixOf(item.symbolId) && (
        <>
          <td className="n wide">
            <Num text={contract && item.deliveryAt === undefined ? rate(contract[contractAt.fundingRate]).text : null} />
          </td>
          <td className="n wide">
            <Num text={contract ? money(contract[contractAt.openInterest]) : null} />{' '}
            <bdi className="text-12 text-ink-3">{item.baseSymbol}</bdi>
          </td>
        </>
      )}
      <td className="n">
        <Num text={money(turnover)} /> <bdi className="text-12 text-ink-3">{item.pricedSymbol}</bdi>
      </td>
    </tr>
  );
}
