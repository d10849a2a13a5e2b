// What a coin's page tells once it has come to rest: what an amount of it is worth, what was said of it and became of it, coins like it.
import { useQuery } from '@tanstack/react-query';
import { last24h, quoteAt, utcName, type SymbolItem } from '@tidemark/contract/market.ts';
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { relatedCoins, type CoinMarkets } from '#features/coin-view/coin-queries.ts';
import { useChange, useLatest } from '#features/coin-view/use-latest.ts';
import { useOfferedCurrencies } from '#features/preferences/offered-currencies.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { decimalMarkOf, readNumber, writeNumber } from '#i18n/typed-number.ts';
import { useQuote, useSeededQuotes } from '#live/use-quote.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Change, Price } from '#ui/number.tsx';
import { TextField } from '#ui/text-field.tsx';
import { convert } from '../convert.ts';
import { CoinFaq } from './coin-faq.tsx';
import { CoinNews } from './coin-news.tsx';
import { CoinMoves, CoinPicks } from './coin-record.tsx';
import { ContractWeek } from './contract-week.tsx';
import { MarketDepth } from './market-depth.tsx';
import { Networks } from './networks.tsx';
import { RecentTrades } from './recent-trades.tsx';
import { Supply } from './supply.tsx';
import '#styles/coin-more.css';
import '#styles/figure-table.css';

const isDollars = ({ pricedSymbol, symbolId }: SymbolItem) => ['USDT', 'USDC'].includes(pricedSymbol) && !symbolId.includes('_');

/** What an amount of the coin is worth, where it is traded for dollars. */
export function CoinWorth({ main, markets }: CoinMarkets) {
  const inDollars = markets.find(isDollars);
  return inDollars && <Converter key={main.baseSymbol} market={inDollars} />;
}

export function CoinMore({ main, markets }: CoinMarkets) {
  const coin = main.baseSymbol;
  const { data: related, isError } = useQuery(relatedCoins(useApi(), main));
  const others = related ?? (isError ? [] : null);
  return (
    <>
      <div className="coin-parts depth-parts">
        <MarketDepth key={`depth ${main.symbolId}`} item={main} />
        <RecentTrades key={`trades ${main.symbolId}`} item={main} />
      </div>
      <ContractWeek markets={markets} />
      <CoinNews coin={coin} />
      <div className="coin-parts">
        <CoinPicks coin={coin} />
        <CoinMoves coin={coin} symbolIds={markets.map(({ symbolId }) => symbolId)} />
      </div>
      {related && related.length > 0 && <Related coins={related} />}
      <div className="coin-parts">
        {others && <Supply coin={coin} others={others.map(({ baseSymbol }) => baseSymbol)} />}
        <Networks coin={coin} />
      </div>
      <CoinFaq main={main} />
    </>
  );
}

function Converter({ market }: { market: SymbolItem }) {
  const t = useText();
  const id = useId();
  const mark = decimalMarkOf(useLocale());
  const offered = useOfferedCurrencies();
  const { currency: preferred } = usePreferences();
  const { data } = useQuery(useApiQueries().rates());
  const [currency, setCurrency] = useState<CurrencyCode>(preferred);
  /** What was typed last decides; the other side follows the price. */
  const [typed, setTyped] = useState<{ side: 'coin' | 'money'; text: string }>({ side: 'coin', text: '1' });
  const last = useQuote(market.symbolId)?.row[quoteAt.last] ?? market.quote[quoteAt.last];
  const other = convert(typed.text, typed.side, { last, precision: market.pricePrecision }, data?.rates[currency]);
  const textOf = (side: 'coin' | 'money') => writeNumber(typed.side === side ? typed.text : other, mark);
  const take = (side: 'coin' | 'money', text: string) => {
    const read = readNumber(text, mark, 12);
    if (read !== null) setTyped({ side, text: read });
  };
  return (
    <section aria-labelledby={`${id}h`}>
      <h3 id={`${id}h`} className="coin-title">
        {t('coin.converter')}
      </h3>
      <div className="coin-converter">
        <TextField
          label={market.baseSymbol}
          inputMode="decimal"
          value={textOf('coin')}
          onChange={(event) => take('coin', event.target.value)}
        />
        <TextField label={currency} inputMode="decimal" value={textOf('money')} onChange={(event) => take('money', event.target.value)} />
        <select
          className="select"
          aria-label={t('coin.currency')}
          value={currency}
          onChange={(event) => setCurrency(event.target.value as CurrencyCode)}
        >
          {offered.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </div>
    </section>
  );
}

function Related({ coins }: { coins: readonly SymbolItem[] }) {
  const t = useText();
  const id = useId();
  const { changeBase } = usePreferences();
  useSeededQuotes(useMemo(() => coins.map(({ quote }) => quote), [coins]));
  return (
    <section aria-labelledby={id}>
      <h3 className="coin-title">
        <span id={id}>{t('coin.related')}</span>{' '}
        <span className="font-normal text-ink-3">
          {changeBase === last24h ? t('coin.since24h') : t('coin.sinceBase', { base: utcName(changeBase) })}
        </span>
      </h3>
      <ul className="coin-related">
        {coins.map((item) => (
          <RelatedCoin key={item.symbolId} item={item} />
        ))}
      </ul>
    </section>
  );
}

function RelatedCoin({ item }: { item: SymbolItem }) {
  const locale = useLocale();
  const { price } = useFormat();
  const { changeBase } = usePreferences();
  const { last } = useLatest(item);
  return (
    <li>
      <Link to={href(locale, 'coin', { symbol: item.symbolId })}>
        <Avatar src={item.iconUrl} name={item.baseSymbol} />
        <b>{item.baseSymbol}</b>
        <span>{item.name}</span>
      </Link>
      <Price text={price(last)} />
      <Change {...useChange(item, changeBase)} />
    </li>
  );
}
