// markets/rank and its children: gainers, losers, new listings, turnover, and the tabs popular, recommended, favorites.
import { useQuery } from '@tanstack/react-query';
import { leastCoins, rankRules, type RankWindow } from '@tidemark/contract/analytics.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useMemo, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useApiQueries } from '#api/use-api.tsx';
import type { RankChoice } from '#features/analytics/analytics-queries.ts';
import { rankCsv } from '#features/analytics/csv-columns.ts';
import { isolated, MoneyProvider } from '#features/analytics/money.tsx';
import { PageHead } from '#features/analytics/page-head.tsx';
import { hiddenColumns } from '#features/analytics/rank-columns.ts';
import { RankTable } from '#features/analytics/rank-table.tsx';
import { useRankOrder } from '#features/analytics/use-rank-order.ts';
import { CsvButton } from '#features/figures/csv-button.tsx';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useStarred } from '#session/stars.ts';
import { useLive } from '#live/use-quote.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Segments, Tabs } from '#ui/choices.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { hasWindows, rankHref, rankTabs, readChoice } from './choice.ts';
import { loadRank } from './load.ts';
import 'virtual:words/analytics';
import 'virtual:words/lists';

export const loader = pageLoader(loadRank);
export const clientLoader = pageClientLoader(loadRank);

const windows: readonly RankWindow[] = ['1h', '24h', '7d'];

export default function RankScreen() {
  const { pathname, search } = useLocation();
  const { currency } = usePreferences();
  const match = matchPage(pathname);
  const choice = useMemo(() => readChoice(match?.page ?? 'rank', new URLSearchParams(search)), [match?.page, search]);
  return (
    <MoneyProvider currency={currency}>
      <Ranking key={`${choice.list} ${choice.line} ${choice.window}`} choice={choice} />
    </MoneyProvider>
  );
}

function Ranking({ choice }: { choice: RankChoice }) {
  const t = useText();
  const locale = useLocale();
  const { money, count, time } = useFormat();
  const { list, line, window } = choice;
  const starred = useStarred();
  const symbolIds = useMemo(() => [...starred].toSorted(), [starred]);
  const body = useRef<HTMLTableSectionElement>(null);
  const isFavorites = list === 'favorites';
  const { rows, answer, hasFailed, retry } = useRankOrder(isFavorites ? { ...choice, symbolIds } : choice, body);
  const { data: config } = useQuery(useApiQueries().config(locale));
  const hidden = useMemo(() => hiddenColumns(config?.marketRanking), [config]);
  const { quotes } = useLive();
  const columns = useMemo(() => rankCsv(window, (symbolId) => quotes.get(symbolId)?.last), [window, quotes]);
  const title = t(`analytics.rank.title.${list}`);
  const values = {
    floor: isolated(money(liquidityFloorUsdt, 'USD')),
    days: rankRules.newListingDays,
    least: isolated(money(rankRules.recommendedTurnoverUsdt, 'USD')),
    most: Math.round(rankRules.recommendedRiseAtMost * 100),
    listedDays: rankRules.recommendedListedDays,
    window: t(`analytics.window.${window}`),
  };

  return (
    <>
      <PageHead
        title={title}
        about={t('analytics.rank.subtitle', { least: count(leastCoins(answer?.rule.listed ?? 0)) })}
        rule={
          <>
            {t(`analytics.rank.rule.${list}`, values)}{' '}
            {answer &&
              !isFavorites &&
              t('analytics.rank.universe', {
                coins: answer.rule.coins,
                listed: answer.rule.listed,
                time: time(answer.asOf, 'time', 'UTC'),
              })}
          </>
        }
      />
      <div className="mt-3">
        <Tabs
          label={t('analytics.rank.tabs')}
          choices={rankTabs.map((tab) => ({
            to: rankHref(locale, { ...choice, list: tab.list }),
            label: t(`analytics.rank.tab.${tab.list}`),
            isCurrent: tab.list === list,
          }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 py-3">
        <Segments
          label={t('analytics.line')}
          choices={([1, 2] as const).map((value) => ({
            to: rankHref(locale, { ...choice, line: value }),
            label: t(value === 1 ? 'analytics.line.spot' : 'analytics.line.futures'),
            isCurrent: value === line,
          }))}
        />
        {hasWindows(list) && (
          <Segments
            label={t('analytics.window')}
            choices={windows.map((value) => ({
              to: rankHref(locale, { ...choice, window: value }),
              label: t(`analytics.window.${value}`),
              isCurrent: value === window,
            }))}
          />
        )}
        <span className="ms-auto text-12 text-ink-3 max-tablet:hidden">{!isFavorites && t('analytics.rank.moveHint')}</span>
        <span className="max-tablet:ms-auto">
          <CsvButton name={`ranking-${list}`} columns={columns} rows={rows} />
        </span>
      </div>
      <div className="frame">
        {hasFailed ? (
          <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: retry }} />
        ) : (
          <RankTable
            label={title}
            rows={rows}
            hasMoves={!isFavorites}
            changeHead={t('analytics.changeWithin', { window: t(`analytics.window.${window}`) })}
            isWindowed={window !== '24h'}
            showsListed={list === 'newListing'}
            hidden={hidden}
            body={body}
          />
        )}
        {rows?.length === 0 && (
          <Empty title={t('table.empty')} help={t(isFavorites ? 'analytics.rank.noFavorites' : 'analytics.rank.nobody')}>
            <Link className="btn" to={href(locale, 'spot')}>
              {t('lists.toSpot')}
            </Link>
          </Empty>
        )}
      </div>
    </>
  );
}
