// price-alert: a person's alerts, how near each is to firing, and the history of notices.
import { useQuery } from '@tanstack/react-query';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useEffect } from 'react';
import { Link, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { openAlertDialog } from '#features/alerts/open-alert-dialog.ts';
import { wishOfSearch } from '#features/alerts/open-in-place.ts';
import { alertList, unreadFlag } from '#features/alerts/alert-queries.ts';
import { useDefaultPair } from '#features/alerts/use-default-pair.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { useLoginHref, useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Tabs } from '#ui/choices.tsx';
import { Empty } from '#ui/states.tsx';
import { AlertsView } from './alerts-view.tsx';
import { FileMenu } from './file-menu.tsx';
import { HistoryView, newFiringsEveryMs } from './history-view.tsx';
import { loadPriceAlerts } from './load.ts';
import { alertTabs, lineOfTab, readTab, type AlertTab } from './choice.ts';
import 'virtual:words/alerts';
import '#styles/alerts.css';

export const loader = pageLoader(loadPriceAlerts);
export const clientLoader = pageClientLoader(loadPriceAlerts);
/** What a list is narrowed to is the browser's own business. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || readTab(currentUrl.searchParams) !== readTab(nextUrl.searchParams);

export default function PriceAlertScreen() {
  const t = useText();
  const { state } = useSession();
  useWishOfAddress(state !== 'checking');
  return (
    <>
      <h1 className="text-20 tracking-tight">{t('alerts.title')}</h1>
      <p className="mt-0.5 mb-3 max-w-[88ch] text-13 text-ink-2">{t('alerts.intro')}</p>
      {state === 'visitor' ? <Visitor /> : <OwnAlerts />}
    </>
  );
}

/** Rows and coin panels lead here with a pair: its dialog opens, and a reload does not open it again. */
function useWishOfAddress(isKnownWho: boolean): void {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    const request = isKnownWho ? wishOfSearch(search) : null;
    if (request === null) return;
    openAlertDialog(request);
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['symbol', 'line', 'toward']) next.delete(name);
        return next;
      },
      { replace: true },
    );
  }, [search, setSearch, isKnownWho]);
}

function Visitor() {
  const t = useText();
  const locale = useLocale();
  const loginHref = useLoginHref();
  const defaultPairOf = useDefaultPair();
  return (
    <div className="frame">
      <Empty title={t('alerts.logIn.title')} help={t('alerts.logIn.help')}>
        <Button
          kind="primary"
          onClick={() => openAlertDialog({ mode: 'add', businessLine: businessLine.spot, symbolId: defaultPairOf(businessLine.spot) })}
        >
          {t('alerts.new')}
        </Button>
        <Link className="btn" to={loginHref}>
          {t('alerts.logIn')}
        </Link>
        <Link className="btn" to={href(locale, 'register')}>
          {t('alerts.register')}
        </Link>
      </Empty>
    </div>
  );
}

function OwnAlerts() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const [search] = useSearchParams();
  const defaultPairOf = useDefaultPair();
  const tab = readTab(search);
  const { data } = useQuery(alertList(api));
  const unread = useQuery({ ...unreadFlag(api), refetchInterval: newFiringsEveryMs });

  const countOf = (which: AlertTab) =>
    which === 'history' ? unread.data?.count : data?.items.filter(({ businessLine }) => businessLine === lineOfTab(which)).length;
  const line = tab === 'history' ? lineOfTab('spot') : lineOfTab(tab);
  const used = data && t('alerts.on', { used: data.open.total, limit: data.limits.total });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-4">
        <p className="text-13 text-ink-2">{used}</p>
        {data && <meter className="used" min={0} max={data.limits.total} value={data.open.total} aria-label={used} />}
        <span className="ms-auto flex flex-wrap gap-2">
          <FileMenu />
          <Button kind="primary" onClick={() => openAlertDialog({ mode: 'add', businessLine: line, symbolId: defaultPairOf(line) })}>
            {t('alerts.new')}
          </Button>
        </span>
      </div>
      <Tabs
        label={t('alerts.tabs')}
        choices={alertTabs.map((which) => ({
          to: `${href(locale, 'priceAlert')}?tab=${which}`,
          label: (
            <>
              {t(`alerts.tab.${which}`)}
              {(countOf(which) ?? 0) > 0 && <span className={which === 'history' ? 'count hot' : 'count'}>{countOf(which)}</span>}
            </>
          ),
          isCurrent: which === tab,
        }))}
      />
      {tab === 'history' ? <HistoryView /> : <AlertsView key={tab} line={line} tab={tab} />}
    </>
  );
}
