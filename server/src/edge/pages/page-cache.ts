// Whole pages for visitors, kept for a breath. One render serves everybody who asks for the same page in the same
// second; a page a little older is still served while one fresh render runs. Bounded by bytes; the oldest leave first.
import type { Clock } from '#platform/clock.ts';

export interface CachedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Compressed forms, made once when first asked for. */
  readonly encoded: Map<string, Promise<Buffer>>;
}

interface Entry {
  page: CachedPage;
  renderedAt: number;
}

export interface PageCache {
  get(key: string, render: () => Promise<CachedPage>): Promise<CachedPage>;
  stats(): { entries: number; bytes: number };
}

export function createPageCache(deps: { clock: Clock; freshMs: number; staleMs: number; maxBytes: number; isCacheable: (page: CachedPage) => boolean }): PageCache {
  const entries = new Map<string, Entry>();
  const rendering = new Map<string, Promise<CachedPage>>();
  let bytes = 0;

  const drop = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    bytes -= entry.page.body.length;
    entries.delete(key);
  };

  const keep = (key: string, page: CachedPage) => {
    drop(key);
    if (!deps.isCacheable(page)) return;
    entries.set(key, { page, renderedAt: deps.clock.now() });
    bytes += page.body.length;
    for (const oldest of entries.keys()) {
      if (bytes <= deps.maxBytes) break;
      drop(oldest);
    }
  };

  const renderOnce = (key: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const running = rendering.get(key);
    if (running) return running;
    const promise = render()
      .then((page) => {
        keep(key, page);
        return page;
      })
      .finally(() => rendering.delete(key));
    rendering.set(key, promise);
    return promise;
  };

  return {
    get(key, render) {
      const entry = entries.get(key);
      const ageMs = entry ? deps.clock.now() - entry.renderedAt : Infinity;
      if (entry && ageMs <= deps.freshMs) return Promise.resolve(entry.page);
      const fresh = renderOnce(key, render);
      if (!entry || ageMs > deps.staleMs) return fresh;
      // The visitor gets the old page now; a failed refresh must not become an unhandled rejection.
      fresh.catch(() => drop(key));
      return Promise.resolve(entry.page);
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}
