// How any coin did since the last halving: search a pair, see its price then and now.
import { useQuery } from '@tanstack/react-query';
import { halving } from '@tidemark/contract/content.ts';
import { languageOf } from '@tidemark/contract/locales.ts';
import type { CoinHit } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { useDeferredValue, useId, useState } from 'react';
import { ApiError } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { Change, Price } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';

const halvingDay = halving.past[3].at - (halving.past[3].at % dayMs);
const shown = 8;

export function PairSearch() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<CoinHit | null>(null);
  const searched = useDeferredValue(keyword.trim());
  const { data, error } = useQuery({
    ...callQuery(api, 'searchCoin', { languageType: languageOf(locale).languageType, keyword: searched, businessLine: 1, limit: shown }),
    enabled: searched !== '',
  });
  const hits = searched === '' ? null : data?.items;
  // Section 8, Pages and fallbacks. A coin that is hidden from this reader is no pair either.
  const isNone = hits?.length === 0 || (error instanceof ApiError && error.error === 'noMatchingPair');
  return (
    <section className="frame halving-block" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('halving.search')}</h2>
      <p className="halving-note">{t('halving.searchNote')}</p>
      <div className="halving-search">
        <label className="field">
          <Icon name="search" />
          <span className="sr-only">{t('halving.searchLabel')}</span>
          <input
            type="search"
            value={keyword}
            placeholder={t('halving.searchLabel')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setKeyword(event.target.value)}
          />
        </label>
        <div className="halving-hits" role="status" aria-live="polite">
          {isNone ? <p>{t('halving.noPair')}</p> : error && <p>{t('halving.searchFailed')}</p>}
        </div>
        {hits && hits.length > 0 && (
          <ul className="halving-list">
            {hits.map((hit) => (
              <li key={hit.symbolId}>
                <button type="button" aria-pressed={chosen?.symbolId === hit.symbolId} onClick={() => setChosen(hit)}>
                  <Avatar src={hit.iconUrl} name={hit.baseSymbol} />
                  <span>
                    <b>{hit.baseSymbol}</b>
                    <span className="text-ink-3">/{hit.pricedSymbol}</span>
                  </span>
                  <span className="text-ink-2">{hit.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {chosen && <SinceHalving key={chosen.symbolId} hit={chosen} />}
      </div>
    </section>
  );
}

function SinceHalving({ hit }: { hit: CoinHit }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const { data, isPending } = useQuery(
    callQuery(api, 'getMoreKlineData', { symbolId: hit.symbolId, interval: '1d', from: halvingDay, to: halvingDay, limit: 1 }),
  );
  const then = data?.candles.find(([ts]) => ts === halvingDay)?.[4] ?? null;
  const change = then === null ? null : format.change(Number(hit.last) / Number(then) - 1);
  return (
    <dl className="halving-since">
      <div>
        <dt>{t('halving.pair')}</dt>
        <dd>
          {hit.baseSymbol}/{hit.pricedSymbol}
        </dd>
      </div>
      <div>
        <dt>{t('halving.priceNow')}</dt>
        <dd>
          <Price text={format.price(hit.last)} />
        </dd>
      </div>
      <div>
        <dt>{t('halving.priceThen')}</dt>
        <dd>{isPending ? <Skeleton width={64} /> : then === null ? t('halving.notListed') : <Price text={format.price(then)} />}</dd>
      </div>
      <div>
        <dt>{t('halving.since')}</dt>
        <dd>{isPending ? <Skeleton width={64} /> : <Change text={change?.text ?? null} direction={change?.direction ?? 0} />}</dd>
      </div>
    </dl>
  );
}
