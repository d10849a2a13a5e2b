// What all charts of the page share: the moment under the crosshair and the stretch of time in sight. The stretch is kept by the
// address, a moment after the user has let go of it.
import { useCallback, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useText } from '#i18n/text.tsx';
import { DrawnButton } from '#ui/chart/drawn-button.tsx';
import { SharedMomentContext } from '#ui/chart/use-crosshair.ts';
import { createSharedWindow } from '#ui/chart/shared-window.ts';
import { SharedWindowContext, zoomStep } from '#ui/chart/use-view-window.ts';
import { fitWindow, zoomWindow, type ViewWindow } from '#ui/chart/view-window.ts';
import { readWindow, withChoice } from './chosen.ts';
import { useChartTime } from './figures.ts';

const settleMs = 400;

export function SharedView({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<number | null>(null);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const newest = useRef(search);
  newest.current = search;
  const keep = useCallback(
    (next: ViewWindow | null) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        const change = { from: next && String(Math.round(next.from)), to: next && String(Math.round(next.to)) };
        void navigate(withChoice(newest.current, change), { replace: true, preventScrollReset: true });
      }, settleMs);
    },
    [navigate],
  );
  const latest = useRef(keep);
  latest.current = keep;
  const [store] = useState(() => createSharedWindow(readWindow(search), (next) => latest.current(next)));
  const { from, to } = readWindow(search) ?? {};
  // Another range, or the way back: the address counts, unless the user is moving the charts right now.
  useEffect(() => {
    if (timer.current !== undefined) return;
    store.set(from === undefined || to === undefined ? null : { from, to });
    clearTimeout(timer.current);
    timer.current = undefined;
  }, [store, from, to]);
  return (
    <SharedWindowContext value={store}>
      <SharedMomentContext value={useMemo(() => ({ at, set: setAt }), [at])}>{children}</SharedMomentContext>
    </SharedWindowContext>
  );
}

/** For users without a wheel, and for screen readers. */
export function ZoomTools({ spanMs, asOf }: { spanMs: number; asOf: number | undefined }) {
  const t = useText();
  const { get, set, watch } = useContext(SharedWindowContext)!;
  const isZoomed = useSyncExternalStore(
    watch,
    () => get() !== null,
    () => get() !== null,
  );
  // Told once it has come to rest.
  const [search] = useSearchParams();
  const kept = readWindow(search);
  const formatTime = useChartTime(spanMs);
  const whole = asOf === undefined ? null : { from: asOf - spanMs, to: asOf };
  const zoom = (factor: number) => {
    if (!whole) return;
    const window = get();
    const shown = (window && fitWindow(window, whole)) ?? whole;
    // Towards the newest, unless the user looks elsewhere.
    set(zoomWindow(shown, whole, factor, window ? (shown.from + shown.to) / 2 : shown.to));
  };
  return (
    <div className="zoom-tools" role="group" aria-label={t('trading.zoom')}>
      <DrawnButton drawing="zoomIn" label={t('trading.zoomIn')} onClick={() => zoom(zoomStep)} />
      <DrawnButton drawing="zoomOut" label={t('trading.zoomOut')} disabled={!isZoomed} onClick={() => zoom(1 / zoomStep)} />
      <DrawnButton drawing="whole" label={t('trading.zoomReset')} disabled={!isZoomed} onClick={() => set(null)} />
      <span className="sr-only" role="status">
        {kept ? t('trading.inSight', { from: formatTime(kept.from, 'full'), to: formatTime(kept.to, 'full') }) : ''}
      </span>
    </div>
  );
}
