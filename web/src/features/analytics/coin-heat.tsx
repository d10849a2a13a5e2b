// The heat map of coins with its choices and its table twin: a module of the overview, a view of the sectors page.
import { heatSizes, type HeatSize, type HeatTile } from '@tidemark/contract/analytics.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useMemo, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useSeededQuotes } from '#live/use-quote.tsx';
import { Num } from '#ui/number.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Band } from '#ui/states.tsx';
import { heatQuery } from './analytics-queries.ts';
import { CoinName } from './coin-name.tsx';
import { HeatMap, type HeatMapTile } from './heat-map.tsx';
import { LiveChange, LivePrice } from './live-figures.tsx';
import { useMoney } from './money.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import 'virtual:words/analytics';

export function CoinHeat({ limit = 120 }: { limit?: number }) {
  const t = useText();
  const locale = useLocale();
  const money = useMoney();
  const api = useApi();
  const [size, setSize] = useState<HeatSize>('cap');
  const [group, setGroup] = useState<'sector' | 'none'>('sector');
  const [universe, setUniverse] = useState<'all' | 'withoutBtc'>('all');
  const [form, setForm] = useState<'map' | 'table'>('map');
  const query = usePageQuery({ ...heatQuery(api, size, limit), placeholderData: (known) => known });
  const answered = query.data?.items;
  const sizedBy = query.data?.sizedBy ?? size;
  const items = useMemo(
    () => (universe === 'all' ? answered : answered?.filter(({ baseSymbol }) => baseSymbol !== 'BTC')),
    [answered, universe],
  );
  useSeededQuotes(useMemo(() => items?.map(({ quote }) => quote) ?? [], [items]));
  const tiles = useMemo(
    () =>
      (items ?? []).map((item): HeatMapTile => ({
        id: item.symbolId,
        label: item.baseSymbol,
        name: `${item.baseSymbol} ${item.name}`,
        to: href(locale, 'coin', { symbol: item.symbolId }),
        size: Number(item.size),
        group: item.sector,
        change: Number(item.change24h),
        quote: item.quote,
      })),
    [items, locale],
  );
  const byId = useMemo(() => new Map((items ?? []).map((item) => [item.symbolId, item])), [items]);
  const detail = (id: string) => {
    const item = byId.get(id);
    return item && <Detail item={item} amount={`${t(`analytics.heat.${sizedBy}`)} ${money(item.size)}`} />;
  };

  return (
    <>
      <div className="choices">
        <RadioSegments
          isInline
          label={t('analytics.heat.size')}
          value={size}
          options={heatSizes.map((value) => ({ value, label: t(`analytics.heat.${value}`) }))}
          onChange={setSize}
        />
        <RadioSegments
          isInline
          label={t('analytics.heat.group')}
          value={group}
          options={(['sector', 'none'] as const).map((value) => ({ value, label: t(`analytics.heat.by.${value}`) }))}
          onChange={setGroup}
        />
        <RadioSegments
          isInline
          label={t('analytics.heat.universe')}
          value={universe}
          options={(['all', 'withoutBtc'] as const).map((value) => ({ value, label: t(`analytics.heat.of.${value}`) }))}
          onChange={setUniverse}
        />
        <RadioSegments
          isInline
          label={t('analytics.view')}
          value={form}
          options={(['map', 'table'] as const).map((value) => ({ value, label: t(`analytics.view.${value}`) }))}
          onChange={setForm}
        />
      </div>
      {size === 'cap' && sizedBy !== 'cap' && <p className="small-note of-world-note">{t('analytics.capUnknown')}</p>}
      {query.isError && !items ? (
        <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: () => void query.refetch() }} />
      ) : form === 'map' ? (
        <HeatMap
          label={t('analytics.heat.title')}
          tiles={tiles}
          isGrouped={group === 'sector'}
          groupName={(slug) => sectorName(t, slug)}
          groupHref={(slug) => href(locale, 'sectorDetail', { id: slug })}
          detail={detail}
          isSizedByPrice={sizedBy === 'cap'}
        />
      ) : (
        <Twin items={items ?? []} sizeWord={t(`analytics.heat.${sizedBy}`)} />
      )}
    </>
  );
}

function Detail({ item, amount }: { item: HeatTile; amount: string }) {
  return (
    <>
      <b>{item.baseSymbol}</b>
      <span className="small-note">{item.name}</span>
      <LivePrice quote={item.quote} />
      <LiveChange quote={item.quote} />
      <Num className="small-note" text={amount} />
    </>
  );
}

function Twin({ items, sizeWord }: { items: readonly HeatTile[]; sizeWord: string }) {
  const t = useText();
  const money = useMoney();
  return (
    <div className="twin" role="region" aria-label={t('analytics.heat.title')} tabIndex={0}>
      <table className="at">
        <thead>
          <tr>
            <th scope="col" className="k-coin">
              {t('table.coin')}
            </th>
            <th scope="col" className="p2">
              {t('analytics.sector.name')}
            </th>
            <th scope="col" className="n">
              {t('table.price')}
            </th>
            <th scope="col" className="n">
              {t('table.change')}
            </th>
            <th scope="col" className="n p2">
              {sizeWord}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.symbolId}>
              <th scope="row" className="k-coin">
                <CoinName coin={item} isShort />
              </th>
              <td className="p2">{item.sector && sectorName(t, item.sector)}</td>
              <td className="n">
                <LivePrice quote={item.quote} />
              </td>
              <td className="n">
                <LiveChange quote={item.quote} />
              </td>
              <td className="n p2">
                <Num text={money(item.size)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
