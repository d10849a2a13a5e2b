// markets/tokens/{id?}: the AI picks of today, how all picks before did, and one pick in full.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { aiPicks } from '@tidemark/contract/picks.ts';
import { matchPage } from '@tidemark/contract/pages.ts';
import { useLocation, useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Button } from '#ui/button.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { Detail } from './detail.tsx';
import { loadTokens, pastPageSize, pastQuery, readPastPage, todayQuery } from './load.ts';
import { PastPicks } from './past-picks.tsx';
import { PickCard, PickSkeleton } from './pick-card.tsx';
import { Scorecard } from './scorecard.tsx';
import { TestedPicks } from './tested-picks.tsx';
import '#styles/figure-table.css';
import '#styles/picks.css';
import 'virtual:words/picks';

export const loader = pageLoader(loadTokens);
export const clientLoader = pageClientLoader(loadTokens);

const refreshMs = 10 * 60_000;

export default function TokensScreen() {
  const id = matchPage(useLocation().pathname)?.params.id;
  return <div className="picks">{id === undefined ? <Today /> : <Detail key={id} coinId={id} />}</div>;
}

function Today() {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const pageNum = readPastPage(search);
  const turnTo = (page: number) => setSearch(page > 1 ? { page: String(page) } : {}, { preventScrollReset: true });
  const today = useQuery({ ...todayQuery(api, locale), refetchInterval: refreshMs });
  const past = useQuery({ ...pastQuery(api, locale, pageNum), placeholderData: keepPreviousData });
  const pages = Math.max(1, Math.ceil((past.data?.total ?? 0) / pastPageSize));
  return (
    <>
      <div>
        <h1 className="text-20 tracking-tight">{t('picks.title')}</h1>
        <p className="mt-0.5 max-w-[88ch] text-13 text-ink-2">{t('picks.intro')}</p>
        <p className="picks-rule">
          {t('picks.rule', {
            most: aiPicks.perDayAtMost,
            floor: format.fiat(aiPicks.floorUsdt, 'USD').replace(/[.,]00$/, ''),
            days: aiPicks.floorAverageDays,
          })}
          {today.data?.pickedAt != null &&
            ` ${t('picks.from', { coins: today.data.coins, dateTime: format.time(today.data.pickedAt, 'dateTime', 'UTC') })}`}
        </p>
      </div>
      {today.isError && !today.data ? (
        <div className="frame">
          <Band kind="error" text={t('picks.failed')} action={{ label: t('action.retry'), onClick: () => void today.refetch() }} />
        </div>
      ) : today.data?.items.length === 0 ? (
        <div className="frame">
          <Empty title={t('picks.none')} help={t('picks.noneHelp')} />
        </div>
      ) : (
        <ul className="frame picks-today" aria-label={t('picks.todays')}>
          {today.data
            ? today.data.items.map((pick) => <PickCard key={pick.coinId} pick={pick} />)
            : Array.from({ length: aiPicks.perDayAtMost }, (_, i) => <PickSkeleton key={i} />)}
        </ul>
      )}
      {past.isError && !past.data && (
        <div className="frame">
          <Band kind="error" text={t('picks.failed')} action={{ label: t('action.retry'), onClick: () => void past.refetch() }} />
        </div>
      )}
      {past.data && (
        <>
          <Scorecard past={past.data} />
          <PastPicks title={t('picks.past')} picks={past.data.items}>
            <div className="picks-pages">
              <Button disabled={pageNum === 1} onClick={() => turnTo(Math.min(pageNum - 1, pages))}>
                {t('picks.newer')}
              </Button>
              <span>{t('picks.page', { page: pageNum, pages })}</span>
              <Button disabled={pageNum >= pages} onClick={() => turnTo(pageNum + 1)}>
                {t('picks.older')}
              </Button>
            </div>
          </PastPicks>
        </>
      )}
      <section className="frame picks-block" aria-labelledby="picks-method">
        <h2 id="picks-method">{t('picks.method')}</h2>
        <p className="picks-note">{t('picks.methodText')}</p>
        <TestedPicks />
        <p className="picks-note">{t('picks.advice')}</p>
      </section>
    </>
  );
}
