// Zoom and pan of a plot: wheel with a modifier, two fingers, drag, and keys. Charts side by side show the same stretch.
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { createSharedWindow, type SharedWindow } from './shared-window.ts';
import { fitWindow, panWindow, pinchWindow, widened, zoomWindow, type ViewWindow, type Whole } from './view-window.ts';

/** Without it each chart has its own. */
export const SharedWindowContext = createContext<SharedWindow | null>(null);

export interface PannedView {
  readonly shown: ViewWindow;
  readonly whole: Whole;
  set(window: ViewWindow | null): void;
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onDoubleClick(): void;
  };
  /** True: the key was for this. */
  onKey(event: KeyboardEvent<HTMLElement>, at: number | null): boolean;
}

export const zoomStep = 0.7;
const panShare = 0.2;
const wheelSpeed = 0.0025;
const nearbyMargin = '100px';

interface Finger {
  readonly id: number;
  x: number;
}

/** room: what the outermost bars need on either side. */
export function useViewWindow(times: readonly number[], area: RefObject<HTMLElement | null>, room: number): PannedView {
  const shared = useContext(SharedWindowContext);
  const [own] = useState(() => createSharedWindow(null));
  const store = shared ?? own;
  const window = useSyncExternalStore(useSeen(store, area), store.get, store.get);
  const [begin, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  const whole = useMemo(() => ({ ...widened({ from: begin, to: end }, room), room }), [begin, end, room]);
  const shown = useMemo(() => fitOr(window, whole), [window, whole]);
  const set = useCallback((next: ViewWindow | null) => store.set(next && widened(next, -room)), [store, room]);
  const fingers = useRef<Finger[]>([]);
  /** Events come faster than pictures: each builds on what the last one asked for. */
  const change = useCallback(
    (next: (shown: ViewWindow, whole: Whole) => ViewWindow | null) => set(next(fitOr(store.get(), whole), whole)),
    [store, set, whole],
  );

  // React's own wheel listeners are passive: the page would zoom as well.
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { left, width } = element.getBoundingClientRect();
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (event.ctrlKey || event.metaKey) {
        const share = (event.clientX - left) / width;
        change((from, all) => zoomWindow(from, all, Math.exp(event.deltaY * wheelSpeed), from.from + share * (from.to - from.from)));
      } else if (event.shiftKey || isSideways) {
        const moved = isSideways ? event.deltaX : event.deltaY;
        change((from, all) => panWindow(from, all, (moved / width) * (from.to - from.from)));
      } else return;
      event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, change]);

  const move = (event: PointerEvent<HTMLElement>) => {
    const held = fingers.current;
    const finger = held.find(({ id }) => id === event.pointerId);
    if (!finger) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const before = finger.x;
    finger.x = event.clientX;
    if (held.length === 2) {
      const shareOf = (x: number) => (x - left) / width;
      const other = shareOf(held.find((one) => one !== finger)!.x);
      change((from, all) => pinchWindow(from, all, [shareOf(before), other], [shareOf(finger.x), other]));
    } else if (event.pointerType !== 'touch')
      change((from, all) => panWindow(from, all, ((before - finger.x) / width) * (from.to - from.from)));
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    fingers.current = fingers.current.filter(({ id }) => id !== event.pointerId);
  };

  return {
    shown,
    whole,
    set,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        fingers.current = [...fingers.current.slice(-1), { id: event.pointerId, x: event.clientX }];
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: () => set(null),
    },
    onKey(event, at) {
      const middle = at ?? (shown.from + shown.to) / 2;
      const next = keyed(event, shown, whole, middle);
      if (next === undefined) return false;
      event.preventDefault();
      set(next);
      return true;
    },
  };
}

/** A plot out of sight is told when it comes into sight. */
function useSeen(store: SharedWindow, area: RefObject<HTMLElement | null>): SharedWindow['watch'] {
  return useCallback(
    (listener) => {
      let isSeen = true;
      let isBehind = false;
      const observer = new IntersectionObserver(
        (entries) => {
          isSeen = entries.at(-1)!.isIntersecting;
          if (!isSeen || !isBehind) return;
          isBehind = false;
          listener();
        },
        { rootMargin: nearbyMargin },
      );
      if (area.current) observer.observe(area.current);
      const unwatch = store.watch(() => {
        if (isSeen) listener();
        else isBehind = true;
      });
      return () => {
        observer.disconnect();
        unwatch();
      };
    },
    [store, area],
  );
}

function keyed(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  shown: ViewWindow,
  whole: Whole,
  at: number,
): ViewWindow | null | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === '+' || key === '=') return zoomWindow(shown, whole, zoomStep, at);
  if (key === '-' || key === '_') return zoomWindow(shown, whole, 1 / zoomStep, at);
  if (key === '0') return null;
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  return panWindow(shown, whole, (key === 'ArrowLeft' ? -panShare : panShare) * (shown.to - shown.from));
}

const fitOr = (window: ViewWindow | null, whole: Whole): ViewWindow =>
  (window && fitWindow(widened(window, whole.room ?? 0), whole)) ?? whole;
