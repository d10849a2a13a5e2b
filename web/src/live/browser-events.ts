export type BrowserEvent = 'online' | 'offline' | 'visible';

/** What happens around a connection in a browser. Outside one (tests, servers) nothing ever does. */
export function watchBrowser(onEvent: (event: BrowserEvent) => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('online', () => onEvent('online'), { signal });
  window.addEventListener('offline', () => onEvent('offline'), { signal });
  // Timers of a hidden page run late or not at all: look after the connection when the page is seen again.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onEvent('visible'), { signal });
  return () => ending.abort();
}

/** Where it is not known, it is worth a try. */
export const browserIsOnline = (): boolean => typeof window === 'undefined' || navigator.onLine;
