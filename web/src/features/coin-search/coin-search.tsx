// The search box of the header: a combobox with a grid of coins. Before anything is typed it shows what people look at. On phones
// it is a picture that opens a sheet over the whole page.
import 'virtual:words/search';
import { href } from '@tidemark/contract/pages.ts';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { dirOf, useLocale, useText } from '#i18n/text.tsx';
import { isStarred, pressStar } from '#session/stars.ts';
import { localStore } from '#session/local-store.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { forgetSearches, readRecent, rememberSearch } from './recent-searches.ts';
import { cellId, SearchRows, type Chosen, type Section } from './search-rows.tsx';
import { useSearchCoins, useSearchLists, type SearchRow } from './use-search-coins.ts';
import { useSlashKey } from './use-slash-key.ts';

const shown = 20;
const shownOfEach = 5;
const firstCell: Chosen = { at: 0, isStar: false };

/** startsWith: not null when the user has begun to type before this part came, and has typed this. */
export function CoinSearch({ startsWith, changeBase }: { startsWith: string | null; changeBase: number }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const api = useApi();
  const prefix = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(startsWith !== null);
  const [isWanted, setWanted] = useState(startsWith !== null);
  const [keyword, setKeyword] = useState(startsWith ?? '');
  const [chosen, setChosen] = useState<Chosen>(firstCell);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const searched = useDeferredValue(keyword).trim();
  const coins = useSearchCoins(isWanted);
  const lists = useSearchLists(isWanted);

  const sections = useMemo<readonly Section[]>(() => {
    if (searched !== '') return [{ id: 'found', title: t('search.results'), rows: coins.index.find(searched, shown) }];
    const few = (rows: readonly SearchRow[] | undefined) => rows?.slice(0, shownOfEach) ?? [];
    const before: readonly Section[] = [
      { id: 'recent', title: t('search.recent'), rows: few(recent.flatMap((symbolId) => coins.byId.get(symbolId) ?? [])) },
      { id: 'hot', title: t('search.hot'), rows: few(lists?.hot) },
      { id: 'gainers', title: t('search.gainers'), rows: few(lists?.gainers) },
      { id: 'fresh', title: t('search.fresh'), rows: few(lists?.fresh) },
      { id: 'volume', title: t('search.volume'), rows: few(lists?.volume) },
    ];
    return before.filter(({ rows }) => rows.length > 0);
  }, [searched, coins, lists, recent, t]);
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections]);
  const at = Math.min(chosen.at, rows.length - 1);
  const active = rows[at];

  const show = () => {
    setOpen(true);
    setWanted(true);
    setRecent(readRecent(localStore));
  };
  const openBox = () => {
    // Where the box is hidden until opened, it must be there before it can have the focus.
    flushSync(show);
    input.current?.focus();
  };
  useSlashKey(openBox);
  useEffect(() => {
    if (startsWith !== null) input.current?.focus();
  }, [startsWith]);

  const close = () => {
    setOpen(false);
    setKeyword('');
    setChosen(firstCell);
  };
  // Found in this browser, so only this call tells what visitors search for. Its answer is not used.
  const report = ({ baseSymbol }: SearchRow) =>
    void api.call('searchCoin', { keyword: baseSymbol, limit: 1 }, { keepalive: true }).catch(() => {});
  const star = (row: SearchRow) => {
    if (!isStarred(row.symbolId)) report(row);
    pressStar(row.symbolId);
  };
  const pick = (row: SearchRow) => {
    report(row);
    rememberSearch(localStore, row);
    close();
    input.current?.blur();
    void navigate(href(locale, 'coin', { symbol: row.symbolId }));
  };
  const move = (step: number) => rows.length > 0 && setChosen({ at: (at + step + rows.length) % rows.length, isStar: false });
  const [toStar, toCoin] = dirOf(locale) === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    const isAtEnd = currentTarget.selectionStart === keyword.length;
    if (key === 'Escape') {
      close();
      input.current?.blur();
    } else if (key === 'Enter' && active && isOpen) {
      if (chosen.isStar) star(active);
      else pick(active);
    } else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === toStar && active && isAtEnd && !chosen.isStar) setChosen({ at, isStar: true });
    else if (key === toCoin && chosen.isStar) setChosen({ at, isStar: false });
    else return;
    event.preventDefault();
  };

  const isNone = searched !== '' && rows.length === 0;
  const notice = coins.isError ? t('search.failed') : coins.isPending ? t('search.loading') : t('search.none');
  const clear = (
    <button
      type="button"
      className="text-btn"
      onClick={() => {
        forgetSearches(localStore);
        setRecent([]);
        setChosen(firstCell);
        input.current?.focus();
      }}
    >
      {t('search.clear')}
    </button>
  );

  return (
    <>
      <IconButton className="search-opener" icon="search" label={t('nav.search')} onClick={openBox} />
      <div
        ref={box}
        className={`search ${isOpen ? 'open' : ''}`}
        onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && close()}
      >
        <label className="field quiet">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            role="combobox"
            aria-label={t('nav.search')}
            aria-expanded={isOpen}
            aria-haspopup="grid"
            aria-controls={`${prefix}grid`}
            aria-activedescendant={isOpen && active ? cellId(prefix, { at, isStar: chosen.isStar }) : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            placeholder={t('nav.search')}
            value={keyword}
            onFocus={show}
            onChange={({ target }) => {
              setKeyword(target.value);
              setChosen(firstCell);
              show();
            }}
            onKeyDown={onKeyDown}
          />
          <kbd className="kbd max-pc:hidden">/</kbd>
        </label>
        <IconButton className="search-closer" icon="close" label={t('search.close')} onClick={close} />
        {isOpen && (
          <div className={`search-panel ${searched === '' ? 'roomy' : ''}`} onPointerDown={(event) => event.preventDefault()}>
            <SearchRows
              changeBase={changeBase}
              prefix={prefix}
              label={t('search.results')}
              sections={sections}
              recentTool={clear}
              chosen={{ at, isStar: chosen.isStar }}
              onPick={pick}
              onStar={star}
            />
            {(isNone || rows.length === 0) && <p className="p-3 text-ink-2">{isNone ? notice : t('search.loading')}</p>}
            <p className="search-hint max-tablet:hidden">{t('search.keys')}</p>
            <span className="sr-only" role="status">
              {searched !== '' && rows.length > 0 ? t('search.count', { count: rows.length }) : isNone ? notice : ''}
            </span>
          </div>
        )}
      </div>
    </>
  );
}
