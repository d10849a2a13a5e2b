// markets/change: what happened to prices, as it happens, and what became of it.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { moverTypes, type MoverEvent, type MoverRules } from '@tidemark/contract/movers.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { mostMoverPages, moverMenuQuery, moversPerPage, moversQuery } from '#features/analytics/analytics-queries.ts';
import { isolated, MoneyProvider } from '#features/analytics/money.tsx';
import { MoverFeed } from '#features/analytics/mover-feed.tsx';
import { PageHead } from '#features/analytics/page-head.tsx';
import { mergeMovers, useLiveMovers } from '#features/analytics/use-live-movers.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText, type Text } from '#i18n/text.tsx';
import { useStarred } from '#session/stars.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Button } from '#ui/button.tsx';
import { Chips, Segments } from '#ui/choices.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { moversHref, readMoverChoice, type MoverChoice } from './choice.ts';
import { loadMovers } from './load.ts';
import 'virtual:words/analytics';

export const loader = pageLoader(loadMovers);
export const clientLoader = pageClientLoader(loadMovers);

export default function MoversScreen() {
  const { search } = useLocation();
  const { currency } = usePreferences();
  const choice = useMemo(() => readMoverChoice(new URLSearchParams(search)), [search]);
  return (
    <MoneyProvider currency={currency}>
      <Movers key={search} choice={choice} />
    </MoneyProvider>
  );
}

function Movers({ choice }: { choice: MoverChoice }) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const { count } = useFormat();
  const { type, line, isFavorites } = choice;
  const starred = useStarred();
  const symbolIds = useMemo(() => (isFavorites ? [...starred].toSorted() : undefined), [starred, isFavorites]);
  const [pages, setPages] = useState(1);
  const live = useLiveMovers();
  const feed = useQuery({ ...moversQuery(api, { type, line, symbolIds }, pages), placeholderData: keepPreviousData });
  const menu = useQuery({ ...moverMenuQuery(api, line), placeholderData: keepPreviousData });

  const fits = (event: MoverEvent) =>
    (!type || event.type === type) && (!line || event.businessLine === line) && (!symbolIds || symbolIds.includes(event.symbolId));
  const events = feed.data ? mergeMovers(feed.data.items, live, fits) : null;
  const since = menu.data?.asOf ?? Infinity;
  const countOf = (of: MoverEvent['type']) =>
    (menu.data?.items.find((item) => item.type === of)?.count ?? 0) +
    live.filter((event) => event.type === of && event.at > since && (!line || event.businessLine === line)).length;
  // A kind that the source tells nothing of has no number, and so no place in the menu.
  const told = moverTypes.filter((of) => of === type || !menu.data || menu.data.items.some((item) => item.type === of));
  const total = moverTypes.reduce((sum, of) => sum + countOf(of), 0);
  const hasMore = pages < mostMoverPages && (feed.data?.total ?? 0) > pages * moversPerPage;

  return (
    <>
      <PageHead title={t('analytics.mover.title')} about={t('analytics.mover.about')} />
      <div className="flex flex-wrap items-center gap-2 py-3">
        <Segments
          label={t('analytics.line')}
          choices={([undefined, 1, 2] as const).map((value) => ({
            to: moversHref(locale, { ...choice, line: value }),
            label: t(value === undefined ? 'analytics.line.all' : value === 1 ? 'analytics.line.spot' : 'analytics.line.futures'),
            isCurrent: value === line,
          }))}
        />
        <Segments
          label={t('analytics.mover.whose')}
          choices={[false, true].map((value) => ({
            to: moversHref(locale, { ...choice, isFavorites: value }),
            label: t(value ? 'analytics.mover.favorites' : 'analytics.mover.everybody'),
            isCurrent: value === isFavorites,
          }))}
        />
      </div>
      <div className="mb-3.5">
        <Chips
          label={t('analytics.mover.menu')}
          choices={[
            {
              to: moversHref(locale, { ...choice, type: undefined }),
              label: <ChipText text={t('analytics.mover.all')} count={count(total)} />,
              isCurrent: type === undefined,
            },
            ...told.map((of) => ({
              to: moversHref(locale, { ...choice, type: of }),
              label: <ChipText text={t(`analytics.mover.${of}`)} count={count(countOf(of))} />,
              isCurrent: of === type,
            })),
          ]}
        />
      </div>
      <div className="frame">
        {feed.isError && !feed.data ? (
          <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: () => void feed.refetch() }} />
        ) : (
          <MoverFeed label={t('analytics.mover.title')} events={events} />
        )}
        {events?.length === 0 && (
          <Empty title={t('table.empty')} help={t(isFavorites ? 'analytics.mover.noFavorites' : 'analytics.mover.quiet')}>
            {(type || line || isFavorites) && (
              <Link className="btn quiet" to={href(locale, 'movers')}>
                {t('analytics.mover.showAll')}
              </Link>
            )}
          </Empty>
        )}
        {hasMore && (
          <div className="grid justify-items-center p-3">
            <Button onClick={() => setPages(pages + 1)} disabled={feed.isPlaceholderData}>
              {t('analytics.mover.older')}
            </Button>
          </div>
        )}
      </div>
      {menu.data && <Rules rules={menu.data.rules} />}
    </>
  );
}

const ChipText = ({ text, count }: { text: string; count: string }) => (
  <>
    {text} <span className="num text-ink-3">{count}</span>
  </>
);

function Rules({ rules }: { rules: MoverRules }) {
  const t = useText();
  const { money } = useFormat();
  return (
    <details className="rules">
      <summary>{t('analytics.mover.rules')}</summary>
      <ul>
        {ruleTexts(t, rules, (usdt) => isolated(money(usdt, 'USD'))).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function ruleTexts(t: Text, rules: MoverRules, money: (usdt: number) => string): string[] {
  const percent = (share: number) => Math.round(share * 1000) / 10;
  const tiers = (shares: readonly number[]) => isolated(shares.map((share) => `${percent(share)}%`).join(' / '));
  return [
    t('analytics.rule.floor', { floor: money(rules.floorUsdt) }),
    t('analytics.rule.extremes', { hours: Math.round(rules.minAgeMs / 3_600_000) }),
    t('analytics.rule.moves', { tiers: tiers(rules.moveTiers) }),
    t('analytics.rule.day', { move: percent(rules.dayMove), back: percent(rules.dayReturn) }),
    t('analytics.rule.volume', { tiers: tiers(rules.volumeTiers), times: rules.volumeTimes, periods: rules.volumePeriods }),
    t('analytics.rule.large', { times: rules.largeTimes, floor: money(rules.largeFloorUsdt) }),
    t('analytics.rule.liquidation', { tiers: isolated(rules.liquidationTiersUsdt.map(money).join(' / ')) }),
    t('analytics.rule.once'),
    t('analytics.rule.after'),
  ];
}
