// How a coin did when it was picked, and what happened to its price.
import { useQuery } from '@tanstack/react-query';
import { languageOf } from '@tidemark/contract/locales.ts';
import type { MoverEvent } from '@tidemark/contract/movers.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { PastPicksTable } from '#features/analytics/past-picks-table.tsx';
import { useReaderZone } from '#features/news/news-time.tsx';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Part } from './part.tsx';
import 'virtual:words/analytics';
import 'virtual:words/picks';

const shown = 6;

export function CoinPicks({ coin }: { coin: string }) {
  const t = useText();
  const locale = useLocale();
  const { languageType } = languageOf(locale);
  const query = useQuery(
    callQuery(useApi(), 'getAiCoinRecommendList', { languageType, pageNum: 1, pageSize: shown, params: { coinId: coin } }),
  );
  return (
    <Part title={t('picks.title')} query={query} empty={t('coin.neverPicked', { coin })} isEmpty={({ items }) => items.length === 0}>
      {({ items }, labelId) => (
        <>
          <PastPicksTable labelledBy={labelId} picks={items} isOfOneCoin />
          <p className="mt-2 text-13">
            <Link className="link" to={href(locale, 'tokens', { id: coin })}>
              {t('picks.pastOf', { coin })}
            </Link>
          </p>
        </>
      )}
    </Part>
  );
}

export function CoinMoves({ coin, symbolIds }: { coin: string; symbolIds: readonly string[] }) {
  const t = useText();
  const query = useQuery(callQuery(useApi(), 'changesV2', { pageNum: 1, pageSize: shown, params: { symbolIds: [...symbolIds] } }));
  return (
    <Part title={t('analytics.mover.title')} query={query} empty={t('coin.noMoves', { coin })} isEmpty={({ items }) => items.length === 0}>
      {({ items }, labelId) => (
        <ScrollTable
          labelledBy={labelId}
          texts={[t('analytics.mover.when'), t('analytics.mover.what'), t('coin.market')]}
          numbers={(['size', 'priceThen', 'after1h', 'after24h'] as const).map((name) => t(`analytics.mover.${name}`))}
          className="coin-moves"
        >
          {items.map((event) => (
            <Move key={event.id} event={event} />
          ))}
        </ScrollTable>
      )}
    </Part>
  );
}

function Move({ event }: { event: MoverEvent }) {
  const t = useText();
  const { change, price, time } = useFormat();
  const { money } = useInUnit();
  const { zone } = useReaderZone();
  const { at, type, businessLine, baseSymbol, pricedSymbol, amountUsdt, after1h, after24h } = event;
  return (
    <tr>
      <td>
        <time dateTime={new Date(at).toISOString()}>{time(at, 'dateTime', zone)}</time>
      </td>
      <td>{t(`analytics.mover.${type}`)}</td>
      <td>
        <bdi>
          {baseSymbol}/{pricedSymbol}
        </bdi>
        <span className="tag">{t(businessLine === 2 ? 'analytics.line.futures' : 'analytics.line.spot')}</span>
      </td>
      <td className="n">
        {event.change !== null ? <Change {...change(event.change)} /> : <Num text={amountUsdt === null ? null : money(amountUsdt)} />}
      </td>
      <td className="n">
        <Price text={price(event.price)} />
      </td>
      <td className="n">
        <Change {...change(after1h)} />
      </td>
      <td className="n">
        <Change {...change(after24h)} />
      </td>
    </tr>
  );
}
