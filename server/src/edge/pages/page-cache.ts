// Whole pages for visitors, kept for a breath. One render serves all visitors who ask for the same page in the same
// second; a page a little older is still served while one fresh render runs. A page that cannot be rendered again now, because that
// failed or there is no room for it, is served as it was, however old. Bounded by bytes; the page not asked for the longest leaves first.
import type { Clock } from '#platform/clock.ts';

export interface CachedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Compressed forms, made once when first asked for. */
  readonly encoded: Map<string, Promise<Buffer>>;
  /** Its ETag for clients that have the page already, made when first sent. */
  tag?: string;
  /** It says that something went wrong: an older page that is whole is better. */
  readonly isFailure?: true;
}

interface Entry {
  page: CachedPage;
  renderedAt: number;
}

export interface PageCache {
  /** admit: a page instead of a render, where there is no room for one; null lets it begin. */
  get(key: string, render: () => Promise<CachedPage>, admit?: () => CachedPage | null): Promise<CachedPage>;
  stats(): { entries: number; bytes: number };
}

export function createPageCache(deps: {
  clock: Clock;
  freshMs: number;
  staleMs: number;
  maxBytes: number;
  isCacheable: (page: CachedPage) => boolean;
}): PageCache {
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
    entries.set(key, { page, renderedAt: deps.clock.now() });
    bytes += page.body.length;
    for (const oldest of entries.keys()) {
      if (bytes <= deps.maxBytes) break;
      drop(oldest);
    }
  };

  const lastGood = (key: string, instead: CachedPage): CachedPage => entries.get(key)?.page ?? instead;

  const renderOnce = (key: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const promise = render()
      .then(
        (page) => {
          if (page.isFailure) return lastGood(key, page);
          if (deps.isCacheable(page)) keep(key, page);
          else drop(key);
          return page;
        },
        (error: unknown) => {
          const entry = entries.get(key);
          if (!entry) throw error;
          return entry.page;
        },
      )
      .finally(() => rendering.delete(key));
    rendering.set(key, promise);
    return promise;
  };

  return {
    async get(key, render, admit = () => null) {
      const entry = entries.get(key);
      if (entry) {
        // A Map keeps the order of entry: a page that is asked for goes to the end, so that the first is the least recently used.
        entries.delete(key);
        entries.set(key, entry);
      }
      const ageMs = entry ? deps.clock.now() - entry.renderedAt : Infinity;
      if (entry && ageMs <= deps.freshMs) return entry.page;
      let fresh = rendering.get(key);
      if (!fresh) {
        const refused = admit();
        if (refused) return entry?.page ?? refused;
        fresh = renderOnce(key, render);
      }
      if (!entry || ageMs > deps.staleMs) return fresh;
      // The request that started it gets the old page now.
      fresh.catch(() => {});
      return entry.page;
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}
