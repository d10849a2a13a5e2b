// Alerts over the candles of their pair: lines that are moved to change their price, marks where they triggered. Prices are placed by
// hand at every drawing of the chart, as React would come too late for it.
import { useQuery } from '@tanstack/react-query';
import type { AlertItem, AlertLogItem } from '@tidemark/contract/alerts.ts';
import { businessLineOf } from '@tidemark/contract/business-lines.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { useTime } from '#i18n/use-time.ts';
import type { PlotFrame, PricePlot } from '#ui/chart/price-plot.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { alertsOfPair, logOfPair } from './alert-queries.ts';
import { changedBy, linesOf, movedBy, type AlertLine } from './chart-lines.ts';
import { useCondition } from './condition.ts';
import { openAlertDialog } from './open-alert-dialog.ts';
import { useMoveAlert, type MoveAlert } from './use-move-alert.ts';
import 'virtual:words/alerts';
import '#styles/alerts.css';

interface ChartAlertsProps {
  readonly plot: PricePlot;
  readonly symbolId: string;
  readonly pricePrecision: number;
}

export function ChartAlerts({ plot, symbolId, pricePrecision }: ChartAlertsProps) {
  const t = useText();
  const api = useApi();
  const { data: alerts } = useQuery(alertsOfPair(api, symbolId));
  const { data: log } = useQuery(logOfPair(api, symbolId));
  const [toldId, setToldId] = useState<string | null>(null);
  const move = useMoveAlert();
  const root = useRef<HTMLDivElement>(null);
  const frame = usePlaces(plot, root);
  useScalePress(plot, frame, (price, last) =>
    openAlertDialog({
      mode: 'add',
      businessLine: businessLineOf(symbolId),
      symbolId,
      toward: price > last ? 'up' : 'down',
      price: price.toFixed(pricePrecision),
    }),
  );
  const told = log?.items.find(({ id }) => id === toldId);
  return (
    <div ref={root} className="chart-alerts" role="group" aria-label={t('alerts.title')}>
      {alerts?.items.flatMap((alert) =>
        linesOf(alert).map((line) => <Line key={`${alert.id} ${line.field}`} {...{ alert, line, plot, frame, pricePrecision, move }} />),
      )}
      {log?.items
        .filter(({ suppressedBy }) => suppressedBy === null)
        .map((item) => (
          <Mark key={item.id} item={item} isTold={item.id === toldId} onTurn={() => setToldId(item.id === toldId ? null : item.id)} />
        ))}
      {told && <Story item={told} onClose={() => setToldId(null)} />}
    </div>
  );
}

/** Where each price and each moment is at this drawing; what is out of sight is not there for the keyboard either. */
function usePlaces(plot: PricePlot, root: RefObject<HTMLDivElement | null>): RefObject<PlotFrame | null> {
  const frame = useRef<PlotFrame | null>(null);
  const place = useEffectEvent(() => {
    const [drawn, box] = [frame.current, root.current];
    if (!drawn || !box) return;
    Object.assign(box.style, { width: `${drawn.width}px`, height: `${drawn.height}px` });
    for (const line of box.querySelectorAll<HTMLElement>('[data-price]')) {
      const y = drawn.yOf(Number(line.dataset['price']));
      line.hidden = y === null || y < 0 || y > drawn.height;
      line.style.top = `${y}px`;
    }
    const stacked = new Map<number, number>();
    for (const mark of box.querySelectorAll<HTMLElement>('[data-at]')) {
      const candle = drawn.candleAt(Number(mark.dataset['at']));
      mark.hidden = candle === null || candle.x < 0 || candle.x > drawn.width;
      if (candle === null) continue;
      const below = stacked.get(candle.x) ?? 0;
      stacked.set(candle.x, below + 1);
      Object.assign(mark.style, { left: `${candle.x}px`, top: `${Math.max(24, candle.top - 4 - below * markHeight)}px` });
    }
  });
  useEffect(
    () =>
      plot.watch((drawn) => {
        frame.current = drawn;
        place();
      }),
    [plot],
  );
  useLayoutEffect(() => place());
  return frame;
}
const markHeight = 22;

const longPressMs = 500;
/** A finger is never quite still. */
const stillPx = 10;

/** A right click or a long press on the scale of prices. Phones tell of the second in different ways: as a menu, or not at all. */
function useScalePress({ box }: PricePlot, frame: RefObject<PlotFrame | null>, onPress: (price: number, last: number) => void): void {
  const press = useEffectEvent((clientX: number, clientY: number): boolean => {
    const { left, top } = box.getBoundingClientRect();
    const drawn = frame.current;
    const isOnScale = drawn !== null && clientX - left > drawn.width && clientY - top < drawn.height;
    const price = isOnScale ? drawn.priceAt(clientY - top) : null;
    if (price === null || !(price > 0) || drawn?.last == null) return false;
    onPress(price, drawn.last);
    return true;
  });
  useEffect(() => {
    const over = new AbortController();
    let held: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | null = null;
    const letGo = () => {
      clearTimeout(held?.timer);
      held = null;
    };
    const on = <K extends keyof HTMLElementEventMap>(name: K, heard: (event: HTMLElementEventMap[K]) => void) =>
      box.addEventListener(name, heard, { signal: over.signal, capture: true });
    on('contextmenu', (event) => {
      letGo();
      if (press(event.clientX, event.clientY)) event.preventDefault();
    });
    on('pointerdown', ({ pointerType, clientX: x, clientY: y }) => {
      letGo();
      if (pointerType === 'touch') held = { x, y, timer: setTimeout(() => press(x, y), longPressMs) };
    });
    on('pointermove', ({ clientX, clientY }) => held && Math.hypot(clientX - held.x, clientY - held.y) > stillPx && letGo());
    on('pointerup', letGo);
    on('pointercancel', letGo);
    return () => {
      letGo();
      over.abort();
    };
  }, [box]);
}

interface LineProps {
  readonly alert: AlertItem;
  readonly line: AlertLine;
  readonly plot: PricePlot;
  readonly frame: RefObject<PlotFrame | null>;
  readonly pricePrecision: number;
  readonly move: MoveAlert;
}

function Line({ alert, line, plot, frame, pricePrecision, move }: LineProps) {
  const t = useText();
  const condition = useCondition();
  const [isBusy, setBusy] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  /** Where on the label it was taken hold of, and how far it came; what is drawn may be a movement behind. */
  const grip = useRef<{ readonly offset: number; readonly price: string | null } | null>(null);
  /** What was let go of last, so that leaving the line does not send it again. */
  const letGoAt = useRef<string | null>(null);
  const shown = moved ?? line.price;
  const text = condition(moved === null ? alert : changedBy(alert, line, moved));
  const { field } = line;
  if (field === null)
    return (
      <div className="chart-alert" data-price={shown}>
        <span dir="auto">{text}</span>
      </div>
    );
  const keep = async (price: string | null) => {
    grip.current = null;
    letGoAt.current = price;
    if (price !== null) {
      setBusy(true);
      await move(alert, field, price);
      setBusy(false);
    }
    // It may have been moved on meanwhile.
    setMoved((now) => (price === null || now === price ? null : now));
  };
  const yIn = ({ clientY }: PointerEvent) => clientY - plot.box.getBoundingClientRect().top;
  const moveTo = (price: string | null) => {
    letGoAt.current = null;
    setMoved(price);
  };
  const drag = (event: PointerEvent, offset: number) => {
    const price = frame.current?.priceAt(yIn(event) - offset);
    grip.current = { offset, price: price != null && price > 0 ? price.toFixed(pricePrecision) : null };
    moveTo(grip.current.price);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The chart has keys of its own.
    event.stopPropagation();
    const next = movedBy(event.key, shown, pricePrecision);
    if (next !== null) moveTo(next);
    else if (event.key === 'Enter') void keep(moved);
    else if (event.key === 'Escape' && moved !== null) void keep(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className="chart-alert" data-price={shown} data-moved={moved === null ? undefined : ''}>
      <button
        type="button"
        role="slider"
        aria-orientation="vertical"
        aria-label={t('alerts.chart.move', { condition: condition(alert) })}
        aria-valuenow={Number(shown)}
        aria-valuetext={text}
        aria-busy={isBusy}
        title={t('alerts.chart.keys')}
        dir="auto"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          // A press that moves nothing keeps the price as it was typed.
          grip.current = { offset: yIn(event) - (frame.current?.yOf(Number(shown)) ?? yIn(event)), price: moved };
        }}
        onPointerMove={(event) => grip.current && drag(event, grip.current.offset)}
        onPointerUp={() => grip.current && void keep(grip.current.price)}
        onPointerCancel={() => void keep(null)}
        onKeyDown={onKeyDown}
        onBlur={() => void (moved !== null && moved !== letGoAt.current && keep(moved))}
      >
        {text}
      </button>
    </div>
  );
}

function Mark({ item, isTold, onTurn }: { readonly item: AlertLogItem; readonly isTold: boolean; onTurn(): void }) {
  const time = useTime();
  return (
    <button
      type="button"
      className="alert-mark"
      data-at={item.happenedAt}
      aria-expanded={isTold}
      aria-label={`${item.title}, ${time(item.happenedAt)}`}
      title={item.title}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={onTurn}
    >
      <Icon name="bell" size="small" />
    </button>
  );
}

function Story({ item, onClose }: { readonly item: AlertLogItem; onClose(): void }) {
  const t = useText();
  return (
    <div className="chart-story" role="status" dir="auto">
      <b>{item.title}</b>
      <p>{item.content}</p>
      <IconButton icon="close" label={t('action.close')} onClick={onClose} />
    </div>
  );
}
