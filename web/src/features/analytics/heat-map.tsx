// The heat map: area by size, colour by change, by sector or all in one. Tiles are links in the order of their size; arrow
// keys go to the neighbour. The line below tells about the tile that is pointed at, so nothing covers the map.
import type { ReactNode } from 'react';
import { memo, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useLive, useNow, useQuote } from '#live/use-quote.tsx';
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { heatEdges, heatShapes, heatStep, layoutHeat, type Box } from './heat-layout.ts';
import { changeOf } from './live-change.ts';
import 'virtual:words/analytics';

export interface HeatMapTile {
  readonly id: string;
  readonly label: string;
  /** Said beside the label by screen readers. */
  readonly name: string;
  readonly to: string;
  readonly size: number;
  readonly group: string | null;
  readonly change: number;
  /** Follows its symbol; without it the change stands. */
  readonly quote: QuoteRow | null;
}

interface HeatMapProps {
  readonly label: string;
  readonly tiles: readonly HeatMapTile[];
  readonly isGrouped: boolean;
  groupName(group: string): string;
  groupHref?(group: string): string;
  /** About the tile that is pointed at. */
  detail(id: string): ReactNode;
  /** Sizes follow prices. */
  readonly isSizedByPrice: boolean;
}

const layoutEveryMs = 15_000;

export function HeatMap({ label, tiles, isGrouped, groupName, groupHref, detail, isSizedByPrice }: HeatMapProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const { quotes } = useLive();
  const beat = useNow(layoutEveryMs);
  // Before the page came alive every tile takes the Tab key.
  const isAlive = beat !== null;

  const items = useMemo(
    () =>
      tiles.map(({ id, size, group, quote }) => {
        const live = isSizedByPrice && quote && beat !== null ? quotes.get(quote[quoteAt.symbolId]) : undefined;
        return { id, group, size: live && quote ? (size * Number(live.last)) / Number(quote[quoteAt.last]) : size };
      }),
    [tiles, isSizedByPrice, beat, quotes],
  );
  const wide = useMemo(() => layoutHeat(items, heatShapes.wide, isGrouped), [items, isGrouped]);
  const tall = useMemo(() => layoutHeat(items, heatShapes.tall, isGrouped), [items, isGrouped]);
  const tallGroups = new Map(tall.groups.map(({ group, box: place }) => [group, place]));
  const first = tiles[0]?.id ?? null;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbourOf(event.key, event.target as Element, box.current);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div className="heat-map">
      <div ref={box} className="heat" role="group" aria-label={label} onKeyDown={onKeyDown} onPointerLeave={() => setActiveId(null)}>
        {wide.groups.map(({ group, box: place }) => {
          const style = placed(place, tallGroups.get(group) ?? place);
          return groupHref ? (
            <Link key={group} className="sec" to={groupHref(group)} style={style} tabIndex={isAlive ? -1 : undefined}>
              <span>{groupName(group)}</span>
            </Link>
          ) : (
            <span key={group} className="sec" style={style}>
              <span>{groupName(group)}</span>
            </span>
          );
        })}
        {tiles.map((tile) => {
          const place = wide.tiles.get(tile.id);
          if (!place) return null;
          const shown = {
            tile,
            wide: place,
            tall: tall.tiles.get(tile.id) ?? place,
            tabIndex: isAlive ? (tile.id === (activeId ?? first) ? (0 as const) : (-1 as const)) : undefined,
            onActive: setActiveId,
          };
          return tile.quote ? (
            <LiveTile key={tile.id} {...shown} quote={tile.quote} />
          ) : (
            <Tile key={tile.id} {...shown} change={tile.change} />
          );
        })}
      </div>
      <div className="heat-foot">
        <div className="heat-detail">
          {activeId === null ? <span className="small-note">{t('analytics.heat.hint')}</span> : detail(activeId)}
        </div>
        <HeatScale />
      </div>
    </div>
  );
}

interface TileProps {
  readonly tile: HeatMapTile;
  readonly wide: Box;
  readonly tall: Box;
  readonly tabIndex: 0 | -1 | undefined;
  onActive(id: string): void;
}

const LiveTile = memo(function LiveTile({ quote, ...shown }: TileProps & { quote: QuoteRow }) {
  return <Tile {...shown} change={changeOf(quote, useQuote(quote[quoteAt.symbolId], quote)) ?? 0} />;
});

const Tile = memo(function Tile({ tile, wide, tall, tabIndex, onActive, change }: TileProps & { change: number }) {
  const { text } = useFormat().change(change);
  return (
    <Link
      className={`tile ${heatStep(change)}`}
      to={tile.to}
      style={placed(wide, tall)}
      tabIndex={tabIndex}
      onPointerEnter={() => onActive(tile.id)}
      onFocus={() => onActive(tile.id)}
    >
      <span className="face" aria-hidden="true">
        <b>{tile.label}</b>
        <em className="num">{text}</em>
      </span>
      <span className="sr-only">{`${tile.name} ${text}`}</span>
    </Link>
  );
});

const placed = (wide: Box, tall: Box): CSSProperties =>
  ({
    '--x': wide.x,
    '--y': wide.y,
    '--w': wide.w,
    '--q': wide.h,
    '--mx': tall.x,
    '--my': tall.y,
    '--mw': tall.w,
    '--mq': tall.h,
  }) as CSSProperties;

/** Always visible: what the colours say. */
function HeatScale() {
  const t = useText();
  const { price } = useFormat();
  const percent = usePercent();
  const text = (change: number) => {
    // The sign of per cent at both ends is enough: nine of them would not fit a phone.
    if (Math.abs(change) === heatEdges.at(-1)) return percent(change);
    return price(100 * change, { precision: Math.abs(change) < 0.03 && change !== 0 ? 1 : 0 });
  };
  return (
    <span className="scale" role="img" aria-label={t('analytics.heat.scale')}>
      {[...heatEdges.map((edge) => -edge).toReversed(), 0, ...heatEdges].map((change) => (
        <i key={change} className={heatStep(change)}>
          {text(change)}
        </i>
      ))}
    </span>
  );
}

/** The tile whose middle is nearest in the direction of the key. */
function neighbourOf(key: string, from: Element, box: HTMLElement | null): HTMLElement | null {
  const tiles = [...(box?.querySelectorAll<HTMLElement>('.tile') ?? [])];
  if (key === 'Home') return tiles[0] ?? null;
  if (key === 'End') return tiles.at(-1) ?? null;
  const across = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const down = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (across === 0 && down === 0) return null;
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const here = middle(from);
  let best: HTMLElement | null = null;
  let bestAway = Infinity;
  for (const tile of tiles) {
    if (tile === from) continue;
    const { x, y } = middle(tile);
    const along = across !== 0 ? (x - here.x) * across : (y - here.y) * down;
    const aside = across !== 0 ? Math.abs(y - here.y) : Math.abs(x - here.x);
    if (along <= 1) continue;
    const away = along + 2 * aside;
    if (away < bestAway) [best, bestAway] = [tile, away];
  }
  return best;
}
