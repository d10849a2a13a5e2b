// Which pair: a button that opens a list to be searched. All pairs of the tab are fetched when the list is opened.
import { useQuery } from '@tanstack/react-query';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { TradingTab } from '@tidemark/contract/trading-data.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/states.tsx';
import { withChoice } from './chosen.ts';
import { useNextSearch } from './use-next-search.ts';

type Pair = Output<Calls['getAllSymbol']>['items'][number];
const shownAtMost = 60;

export function PairPicker({ tab, symbolId }: { tab: TradingTab; symbolId: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="field pair-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <b>{symbolId.replace(/_.*/, '')}</b>
        <span className="sr-only">{t('trading.choosePair')}</span>
        <span>{tab === 'futures' ? t('trading.contract') : t('trading.spot')}</span>
        <Icon name="down" />
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('trading.pair')} closeLabel={t('action.close')}>
        {isOpen && <PairSearch tab={tab} symbolId={symbolId} onChosen={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function PairSearch({ tab, symbolId, onChosen }: { tab: TradingTab; symbolId: string; onChosen(): void }) {
  const t = useText();
  const api = useApi();
  const search = useNextSearch();
  const [typed, setTyped] = useState('');
  const { data } = useQuery(callQuery(api, 'getAllSymbol', { businessLine: tab === 'spot' ? 1 : 2 }));
  const found = useMemo(() => (data ? matchPairs(data.items, typed) : null), [data, typed]);
  return (
    <div className="pair-search">
      <label className="field">
        <Icon name="search" />
        <input
          ref={focusAtOnce}
          type="search"
          value={typed}
          placeholder={t('trading.searchPair')}
          aria-label={t('trading.searchPair')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <ul>
        {found === null &&
          Array.from({ length: 8 }, (_, i) => (
            <li key={i}>
              <Skeleton width={200} />
            </li>
          ))}
        {found?.length === 0 && <li className="text-ink-2">{t('search.none')}</li>}
        {found?.map((pair) => (
          <li key={pair.symbolId}>
            <Link
              to={withChoice(search, { symbol: pair.symbolId, tab })}
              aria-current={pair.symbolId === symbolId ? 'true' : undefined}
              onClick={onChosen}
              preventScrollReset
            >
              <Avatar src={pair.iconUrl} name={pair.baseSymbol} />
              <b>{pair.symbolCodeDisplayName}</b>
              <span>{pair.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The search field takes the focus when the list opens. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus();

/** Tickers that begin with it first, then names that hold it. */
function matchPairs(pairs: readonly Pair[], typed: string): readonly Pair[] {
  const wanted = typed.trim().toUpperCase();
  if (!wanted) return pairs.slice(0, shownAtMost);
  const begins = pairs.filter(
    ({ baseSymbol, symbolCodeDisplayName }) => baseSymbol.startsWith(wanted) || symbolCodeDisplayName.toUpperCase().startsWith(wanted),
  );
  const holds = pairs.filter((pair) => !begins.includes(pair) && pair.name.toUpperCase().includes(wanted));
  return [...begins, ...holds].slice(0, shownAtMost);
}
