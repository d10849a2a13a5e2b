// The live list: a real table with explicit roles, window-virtualised. Cells follow their own symbol; rows are put in
// order once a second at most.
import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { pressStar } from '#live/stars.ts';
import { useSeededQuotes } from '#live/use-quote.tsx';
import { createListMoney, ListMoneyProvider } from './list-money.ts';
import { firstRows } from './list-queries.ts';
import type { ListOrder } from './list-url.ts';
import { MarketRow } from './market-row.tsx';
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
  readonly isWhole: boolean;
  readonly instType: InstType;
  readonly order: ListOrder;
  onOrder(order: ListOrder): void;
  readonly currency: CurrencyCode;
  /** Of one USDT. */
  readonly rates: Readonly<Record<string, string>> | undefined;
}

export function MarketTable({ label, items, rows, total, isWhole, instType, order, onOrder, currency, rates }: MarketTableProps) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const quotes = useSeededQuotes(useMemo(() => (items ?? []).map(({ quote }) => quote), [items]));
  const worthOf = useMemo(() => createWorthOf(rates, (symbolId) => quotes.get(symbolId)?.last), [rates, quotes]);
  const money = useMemo(() => createListMoney(currency, rates, worthOf), [currency, rates, worthOf]);
  const ordered = useLiveRows({ rows, order, instType, worthOf, isWhole, body });
  const { from, to, before, after, isAlive, rowsPerPage, scrollTo } = useVirtualRows(ordered.length, firstRows, body);
  const tabStop = activeIndex >= from && activeIndex < to ? activeIndex : from;

  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(link.getAttribute('href')!);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = indexOf(event.target);
    if (at !== null && event.key === 'f' && !event.ctrlKey && !event.metaKey && !event.altKey) return pressStar(ordered[at]!.symbolId);
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: rowsPerPage(), PageUp: -rowsPerPage(), Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (at === null || step === undefined) return;
    event.preventDefault();
    focusRow(Math.min(Math.max(at + step, 0), ordered.length - 1));
  };

  const focusRow = (index: number) => {
    scrollTo(index);
    const look = (framesLeft: number) => {
      const link = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] .coin`);
      if (link) link.focus({ preventScroll: true });
      else if (framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1));
    };
    look(30);
  };

  return (
    <table role="table" aria-label={items ? label : t('table.loading')} aria-busy={items === null} aria-rowcount={total + 1} className="mt">
      <TableHead order={order} onOrder={onOrder} />
      {items === null ? (
        <SkeletonRows count={20} />
      ) : (
        <ListMoneyProvider value={money}>
          <tbody
            ref={body}
            role="rowgroup"
            className="mt-body"
            style={before || after ? { paddingBlock: `${before}px ${after}px` } : undefined}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => setActiveIndex(indexOf(target) ?? 0)}
          >
            {ordered.slice(from, to).map((item, offset) => {
              const index = from + offset;
              return (
                <MarketRow
                  key={item.symbolId}
                  item={item}
                  index={index}
                  tabIndex={isAlive ? (index === tabStop ? 0 : -1) : undefined}
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

const indexOf = (target: EventTarget): number | null => {
  const row = (target as Element).closest<HTMLElement>('tr[data-index]');
  return row ? Number(row.dataset.index) : null;
};
