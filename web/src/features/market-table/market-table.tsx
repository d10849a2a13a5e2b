// The live list: a real table with explicit roles, window-virtualised. Cells follow their own symbol; rows are put in
// order once a second at most.
import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { useSeededQuotes } from '#live/use-quote.tsx';
import type { Column } from './column.ts';
import { createListMoney, ListMoneyProvider } from './list-money.ts';
import { firstRows } from './list-queries.ts';
import type { ListOrder } from './list-url.ts';
import { MarketRow } from './market-row.tsx';
import type { OpenOf } from './select-rows.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { TableHead } from './table-head.tsx';
import { useLiveRows } from './use-live-rows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { createWorthOf } from './worth.ts';

interface MarketTableProps {
  readonly label: string;
  /** Everything the list knows; null while it loads. */
  readonly items: readonly SymbolItem[] | null;
  /** The rows to show of it. */
  readonly rows: readonly SymbolItem[];
  /** How many rows there are in all, shown or still to come. */
  readonly total: number;
  readonly columns: readonly Column[];
  /** All rows are there and may be put in order; a first page is shown as it came. */
  readonly isWhole: boolean;
  /** The markets the rows are of. */
  readonly instTypes: readonly InstType[];
  readonly order: ListOrder;
  /** Left out: the rows have an order of their own and keep it. */
  onOrder?(order: ListOrder): void;
  /** Opens a coin beside the list; without it a row leads to the coin's page. */
  onOpen?(symbolId: string): void;
  readonly currency: CurrencyCode;
  readonly changeBase: number;
  /** Every row is a favorite. */
  readonly areFavorites?: boolean;
  /** Opening prices on the change base; null for the last 24 hours. */
  readonly openOf: OpenOf | null;
  /** Of one USDT. */
  readonly rates: Readonly<Record<string, string>> | undefined;
}

export function MarketTable({
  label,
  items,
  rows,
  total,
  columns,
  isWhole,
  instTypes,
  order,
  onOrder,
  onOpen,
  currency,
  changeBase,
  areFavorites,
  openOf,
  rates,
}: MarketTableProps) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const wantsEnd = useRef(false);
  const quotes = useSeededQuotes(useMemo(() => (items ?? []).map(({ quote }) => quote), [items]));
  const worthOf = useMemo(() => createWorthOf(rates, (symbolId) => quotes.get(symbolId)?.last), [rates, quotes]);
  const money = useMemo(() => createListMoney(currency, rates, quotes, worthOf, openOf), [currency, rates, quotes, worthOf, openOf]);
  const ordered = useLiveRows({
    rows,
    order,
    instTypes,
    worthOf,
    openOf,
    figure: columns.find(({ sort }) => sort === order.sort)?.figure,
    isOrdered: isWhole && onOrder !== undefined,
    body,
  });
  const { from, to, before, after, isAlive, rowsPerPage, scrollTo } = useVirtualRows(ordered.length, firstRows, body);
  const tabStop = activeIndex >= from && activeIndex < to ? activeIndex : from;

  const wantedRow = useRef(-1);
  const hasFocus = useRef(false);
  const focusWanted = () => {
    const isHere = body.current?.contains(document.activeElement);
    hasFocus.current ||= isHere ?? false;
    // A user who has gone elsewhere meanwhile stays there.
    if (!hasFocus.current) return;
    const link = body.current!.querySelector<HTMLElement>(`[data-index="${wantedRow.current}"] .coin`);
    // A row that leaves while it has the focus leaves it to the list, or the next key would have no target.
    (link ?? (isHere ? null : body.current))?.focus({ preventScroll: true });
  };

  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const item = ordered[indexOf(link)!];
    if (onOpen && item && link.matches('.coin')) onOpen(item.symbolId);
    else void navigate(link.getAttribute('href')!);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event.target) ?? activeIndex;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const press = keys[event.key];
    if (press) (event.target as Element).closest('tr')?.querySelector<HTMLElement>(press)?.click();
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: rowsPerPage(),
      PageUp: -rowsPerPage(),
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    wantsEnd.current = event.key === 'End' && !isWhole;
    focusRow(Math.min(Math.max(at + step, 0), ordered.length - 1));
  };

  const focusRow = (index: number) => {
    wantedRow.current = index;
    scrollTo(index);
    focusWanted();
  };

  useLayoutEffect(() => {
    // However long it takes until the row is there.
    focusWanted();
    if (!isAlive || !body.current) return;
    // A user who went to the end of the first rows meant the end of the list.
    if (isWhole && wantsEnd.current) {
      wantsEnd.current = false;
      if (hasFocus.current) focusRow(ordered.length - 1);
    }
    // One row at a time takes the Tab key; before the page came alive, every row does. Written to the elements: it is not worth a render.
    for (const row of body.current.rows) {
      const tabIndex = Number(row.dataset.index) === tabStop ? 0 : -1;
      for (const stop of row.querySelectorAll<HTMLElement>('a, button')) if (stop.tabIndex !== tabIndex) stop.tabIndex = tabIndex;
    }
  });

  return (
    <table role="table" aria-label={items ? label : t('table.loading')} aria-busy={items === null} aria-rowcount={total + 1} className="mt">
      <TableHead columns={columns} order={order} onOrder={onOrder} changeBase={changeBase} />
      {items === null ? (
        <SkeletonRows columns={columns} count={20} />
      ) : (
        <ListMoneyProvider value={money}>
          <tbody
            ref={body}
            role="rowgroup"
            tabIndex={-1}
            className="mt-body"
            style={before || after ? { paddingBlock: `${before}px ${after}px` } : undefined}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => {
              hasFocus.current = true;
              const index = indexOf(target);
              if (index === null) return;
              wantedRow.current = -1;
              setActiveIndex(index);
            }}
            onBlur={() => (hasFocus.current = false)}
          >
            {ordered.slice(from, to).map((item, offset) => {
              const index = from + offset;
              return (
                <MarketRow
                  key={item.symbolId}
                  item={item}
                  index={index}
                  columns={columns}
                  isFavorite={areFavorites}
                  coinHref={href(locale, 'coin', { symbol: item.symbolId })}
                  alertHref={`${href(locale, 'priceAlert')}?symbol=${encodeURIComponent(item.symbolId)}`}
                />
              );
            })}
          </tbody>
        </ListMoneyProvider>
      )}
    </table>
  );
}

/** On the row that has the focus: f stars it, a sets an alert. */
const keys: Readonly<Record<string, string>> = { f: '.c-star button', a: '.c-act a' };

const indexOf = (target: EventTarget): number | null => {
  const row = (target as Element).closest<HTMLElement>('tr[data-index]');
  return row ? Number(row.dataset.index) : null;
};
