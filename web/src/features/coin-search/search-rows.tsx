// What the box shows: groups of rows, each a coin and its star. Which cell is chosen is the box's to say; it keeps the focus.
import { businessLineOf, deliveryDayOf } from '@tidemark/contract/business-lines.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { useChange } from '#api/use-change.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useIsStarred } from '#session/stars.ts';
import { useQuote } from '#live/use-quote.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Change, Price } from '#ui/number.tsx';
import { StarButton } from '#ui/star-button.tsx';
import type { SearchRow } from './use-search-coins.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly SearchRow[];
}

/** Which row of all, and whether its star is meant. */
export interface Chosen {
  readonly at: number;
  readonly isStar: boolean;
}

export const cellId = (prefix: string, { at, isStar }: Chosen): string => `${prefix}${at}${isStar ? 's' : 'c'}`;

interface SearchRowsProps {
  readonly prefix: string;
  readonly label: string;
  readonly sections: readonly Section[];
  readonly chosen: Chosen;
  /** What changes are measured from. */
  readonly changeBase: number;
  /** Stands beside the title of what was searched before. */
  readonly recentTool: ReactNode;
  onPick(row: SearchRow): void;
  onStar(row: SearchRow): void;
}

export function SearchRows({ prefix, label, sections, chosen, changeBase, recentTool, onPick, onStar }: SearchRowsProps) {
  return (
    <div id={`${prefix}grid`} role="grid" aria-label={label} className={sections.length > 1 ? 'search-sections' : undefined}>
      {sections.map(({ id, title, rows }, section) => {
        const first = sections.slice(0, section).reduce((sum, before) => sum + before.rows.length, 0);
        return (
          <div key={id} role="rowgroup" aria-label={title} className={`search-section ${id}`}>
            {sections.length > 1 && (
              <div className="search-title" role="presentation">
                <span aria-hidden="true">{title}</span>
                {id === 'recent' && recentTool}
              </div>
            )}
            {rows.map((row, i) => (
              <Row
                key={row.symbolId}
                changeBase={changeBase}
                prefix={prefix}
                row={row}
                at={first + i}
                chosen={chosen.at === first + i ? chosen : null}
                onPick={() => onPick(row)}
                onStar={() => onStar(row)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Row({
  changeBase,
  prefix,
  row,
  at,
  chosen,
  onPick,
  onStar,
}: {
  changeBase: number;
  prefix: string;
  row: SearchRow;
  at: number;
  chosen: Chosen | null;
  onPick(): void;
  onStar(): void;
}) {
  const t = useText();
  const format = useFormat();
  const element = useRef<HTMLDivElement>(null);
  const { symbolId, baseSymbol, pricedSymbol, name, iconUrl } = row;
  const quote = useQuote(symbolId);
  const day = deliveryDayOf(symbolId);
  const last = quote?.last ?? row.last;
  const { text, direction } = format.change(useChange({ symbolId, last, open24h: quote?.open24h ?? row.open24h }, changeBase));
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <div ref={element} role="row" className="search-option" aria-selected={chosen !== null} onClick={onPick}>
      <div role="gridcell" id={cellId(prefix, { at, isStar: false })} className="search-coin">
        <Avatar src={iconUrl} name={baseSymbol} />
        <span className="search-name">
          <span>
            <bdi>
              <b>{baseSymbol}</b>
              <span className="text-ink-3">/{pricedSymbol}</span>
            </bdi>
            {businessLineOf(symbolId) === 2 && <span className="tag ms-1.5">{t('nav.futures')}</span>}
            {/* A contract that ends is told from the others by its day. */}
            {day !== null && <span className="tag num ms-1">{format.time(day, 'date', 'UTC')}</span>}
          </span>
          <span className="truncate text-12 text-ink-3">{name}</span>
        </span>
        <span className="search-figures">
          <Price text={format.price(last)} />
          <Change text={text} direction={direction} />
        </span>
      </div>
      <div
        role="gridcell"
        id={cellId(prefix, { at, isStar: true })}
        className={chosen?.isStar ? 'is-chosen' : undefined}
        onClick={(event) => event.stopPropagation()}
      >
        <StarButton
          label={t('table.star', { pair: `${baseSymbol}/${pricedSymbol}` })}
          isOn={useIsStarred(symbolId)}
          tabIndex={-1}
          onPress={onStar}
        />
      </div>
    </div>
  );
}
