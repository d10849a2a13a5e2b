// What all charts of the page share: the moment under the crosshair and the stretch of time in sight. The stretch is kept by the
// address, a moment after somebody has let go of it.
import { useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useText } from '#i18n/text.tsx';
import { DrawnButton } from '#ui/chart/drawn-button.tsx';
import { SharedMomentContext } from '#ui/chart/use-crosshair.ts';
import { SharedWindowContext, zoomStep } from '#ui/chart/use-view-window.ts';
import { fitWindow, zoomWindow, type ViewWindow } from '#ui/chart/view-window.ts';
import { readWindow, withChoice } from './chosen.ts';
import { useChartTime } from './figures.ts';

const settleMs = 400;

const keptBy = (search: URLSearchParams): string => `${search.get('from')} ${search.get('to')}`;

export function SharedView({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<number | null>(null);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const newest = useRef(search);
  newest.current = search;
  const kept = keptBy(search);
  /** What somebody is moving counts until the address says otherwise. */
  const [moved, setMoved] = useState<{ readonly window: ViewWindow | null; readonly since: string } | null>(null);
  const window = useMemo(() => (moved && moved.since === kept ? moved.window : readWindow(newest.current)), [moved, kept]);
  const set = useCallback((next: ViewWindow | null) => {
    setMoved({ window: next, since: keptBy(newest.current) });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const change = { from: next && String(Math.round(next.from)), to: next && String(Math.round(next.to)) };
      void navigate(withChoice(newest.current, change), { replace: true, preventScrollReset: true });
    }, settleMs);
  }, [navigate]);
  return (
    <SharedWindowContext value={useMemo(() => ({ window, set }), [window, set])}>
      <SharedMomentContext value={useMemo(() => ({ at, set: setAt }), [at])}>{children}</SharedMomentContext>
    </SharedWindowContext>
  );
}

/** For those without a wheel, and for those who want to hear what they see. */
export function ZoomTools({ spanMs, asOf }: { spanMs: number; asOf: number | undefined }) {
  const t = useText();
  const shared = useContext(SharedWindowContext)!;
  const { window, set } = shared;
  const shownMs = window ? window.to - window.from : spanMs;
  const formatTime = useChartTime(shownMs);
  const whole = asOf === undefined ? null : { from: asOf - spanMs, to: asOf };
  const zoom = (factor: number) => {
    if (!whole) return;
    const shown = (window && fitWindow(window, whole)) ?? whole;
    // Towards the newest, unless somebody looks elsewhere.
    set(zoomWindow(shown, whole, factor, window ? (shown.from + shown.to) / 2 : shown.to));
  };
  return (
    <div className="zoom-tools" role="group" aria-label={t('trading.zoom')}>
      <DrawnButton drawing="zoomIn" label={t('trading.zoomIn')} onClick={() => zoom(zoomStep)} />
      <DrawnButton drawing="zoomOut" label={t('trading.zoomOut')} disabled={!window} onClick={() => zoom(1 / zoomStep)} />
      <DrawnButton drawing="whole" label={t('trading.zoomReset')} disabled={!window} onClick={() => set(null)} />
      <span className="sr-only" role="status">{window ? t('trading.inSight', { from: formatTime(window.from, 'full'), to: formatTime(window.to, 'full') }) : ''}</span>
    </div>
  );
}
