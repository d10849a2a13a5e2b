import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPath, useNavigation } from 'react-router';
import 'virtual:words/settings';
import { useText } from '#i18n/text.tsx';
import { whenReachable } from '#page/when-reachable.ts';
import { Band } from '#ui/states.tsx';

function watchOnline(listener: () => void): () => void {
  const ending = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, listener, { signal: ending.signal });
  return () => ending.abort();
}

const openAnew = (place: string): void => void whenReachable(() => location.assign(place));

/**
 * The router waits without end for a page whose code or data cannot be loaded; this says so. A module that failed once may never load
 * in this document again, so trying again loads the page anew, by itself when the browser is back online.
 */
export function OfflineBand() {
  const t = useText();
  const { location: wanted } = useNavigation();
  const isOnline = useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  );
  const place = wanted && createPath(wanted);
  const [blocked, setBlocked] = useState<string>();
  // Until the navigation is over: the browser may be back online before the page can be loaded anew.
  const nowBlocked = isOnline ? place && blocked : place;
  if (nowBlocked !== blocked) setBlocked(nowBlocked);
  const isBlocked = place !== undefined && place === blocked;
  useEffect(() => {
    if (isOnline && isBlocked) openAnew(place);
  }, [isOnline, isBlocked, place]);
  if (!isBlocked) return null;
  return (
    <div className="stale-band" role="alert">
      <Band kind="warn" text={t('settings.offlinePage')} action={{ label: t('action.retry'), onClick: () => openAnew(place) }} />
    </div>
  );
}
