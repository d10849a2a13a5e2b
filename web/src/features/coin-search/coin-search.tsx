// The search box of the header: a combobox over the lists the page knows anyway. On phones it is a picture that opens
// the box over the header line.
import { businessLineOf, type SymbolItem } from '@tidemark/contract/market.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import 'virtual:words/search';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { matchCoins } from './match-coins.ts';
import { useSlashKey } from './use-slash-key.ts';

const shown = 12;

/** What can be found, most traded first. */
export interface ListedCoins {
  readonly items: readonly SymbolItem[];
  readonly isPending: boolean;
  readonly isError: boolean;
}

interface CoinSearchProps {
  coins: ListedCoins;
  /** Somebody is about to search: the coins are needed now. */
  onWanted(): void;
  /** Not null: somebody is already at it, and has typed this. */
  startsWith: string | null;
}

export function CoinSearch({ coins: { items, isPending, isError }, onWanted, startsWith }: CoinSearchProps) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(startsWith !== null);
  const [keyword, setKeyword] = useState(startsWith ?? '');
  const [at, setAt] = useState(0);
  const searched = useDeferredValue(keyword);
  const matches = useMemo(() => matchCoins(items, searched, shown), [items, searched]);
  const active = matches[Math.min(at, matches.length - 1)];
  const show = () => {
    setOpen(true);
    onWanted();
  };
  useSlashKey(() => {
    // Where the box is hidden until opened, it must be there before it can have the focus.
    flushSync(show);
    input.current?.focus();
  });

  useEffect(() => {
    if (startsWith !== null) input.current?.focus();
  }, [startsWith]);

  const close = () => {
    setOpen(false);
    setKeyword('');
    setAt(0);
  };
  const open = (item: SymbolItem) => {
    close();
    input.current?.blur();
    void navigate(`${href(locale, businessLineOf(item.symbolId) === 2 ? 'futures' : 'spot')}?q=${encodeURIComponent(item.baseSymbol)}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      input.current?.blur();
    } else if (event.key === 'Enter' && active) open(active);
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, matches.length));
    else if (event.key === 'ArrowUp') setAt((at + matches.length - 1) % Math.max(1, matches.length));
    else return;
    event.preventDefault();
  };

  return (
    <>
      <IconButton className="search-opener" icon="search" label={t('nav.search')} onClick={() => { flushSync(show); input.current?.focus(); }} />
      <div ref={box} className={`search ${isOpen ? 'open' : ''}`} onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && close()}>
        <label className="field quiet">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            role="combobox"
            aria-label={t('nav.search')}
            aria-expanded={isOpen}
            aria-controls={`${id}list`}
            aria-activedescendant={isOpen && active ? `${id}${active.symbolId}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            placeholder={t('nav.search')}
            value={keyword}
            onFocus={show}
            onChange={({ target }) => { setKeyword(target.value); setAt(0); show(); }}
            onKeyDown={onKeyDown}
          />
          <kbd className="kbd max-pc:hidden">/</kbd>
        </label>
        <IconButton className="search-closer" icon="close" label={t('search.close')} onClick={close} />
        {isOpen && (
          <div className="search-panel" onPointerDown={(event) => event.preventDefault()}>
            <ul id={`${id}list`} role="listbox" aria-label={t('search.results')}>
              {matches.map((item) => (
                <CoinOption key={item.symbolId} id={`${id}${item.symbolId}`} item={item} isActive={item === active} onPick={() => open(item)} />
              ))}
            </ul>
            {matches.length === 0 && <p className="p-3 text-ink-2">{isError ? t('search.failed') : isPending ? t('search.loading') : t('search.none')}</p>}
          </div>
        )}
      </div>
    </>
  );
}

function CoinOption({ id, item, isActive, onPick }: { id: string; item: SymbolItem; isActive: boolean; onPick(): void }) {
  const t = useText();
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li ref={option} id={id} role="option" aria-selected={isActive} className="search-option" onClick={onPick}>
      <Avatar src={item.iconUrl} name={item.baseSymbol} />
      <span className="font-semibold">
        <bdi>{item.baseSymbol}</bdi>
        <span className="font-normal text-ink-3">/{item.pricedSymbol}</span>
      </span>
      <span className="truncate text-12 text-ink-3">{item.name}</span>
      <span className="tag ms-auto">{t(businessLineOf(item.symbolId) === 2 ? 'nav.futures' : 'nav.spot')}</span>
    </li>
  );
}
