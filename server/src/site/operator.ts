// What those who run the site see and set of it. A wrong value is refused with its reason, and the last good one stays.
import { refuse } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { showBanner, type BannerRow } from './rules.ts';
import { defaultSettings, readSettings, settingProblem } from './settings.ts';
import type { Store } from './store.ts';

export interface SiteOperator {
  settings(): Promise<readonly { key: string; value: unknown; usual: unknown; isSet: boolean }[]>;
  /** What was set, as it was written; null: nothing was. */
  setting(key: string): Promise<unknown>;
  /** null: back to what is usual. */
  set(key: string, value: unknown): Promise<void>;
  banners(): Promise<readonly BannerRow[]>;
  banner(id: string): Promise<BannerRow | null>;
  /** null: takes it down. */
  setBanner(id: string, row: BannerRow | null): Promise<void>;
}

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Shows here at once; other processes read it within half a minute. */
  readonly refresh: () => Promise<void>;
}

export function createSiteOperator({ store, clock, publicUrl, refresh }: Deps): SiteOperator {
  return {
    async settings() {
      const rows = await store.loadSettings();
      const { settings } = readSettings(rows);
      return Object.entries(defaultSettings).map(([key, usual]) => ({
        key,
        value: settings[key as keyof typeof settings],
        usual,
        isSet: rows.has(key),
      }));
    },
    setting: async (key) => (await store.loadSettings()).get(key) ?? null,
    async set(key, value) {
      const problem = value === null && Object.hasOwn(defaultSettings, key) ? null : settingProblem(key, value);
      if (problem !== null) refuse('badInput', { field: key, reason: problem });
      await store.saveSetting(key, value ?? undefined, new Date(clock.now()));
      await refresh();
    },
    banners: () => store.loadBanners(new Date(clock.now())),
    banner: store.banner,
    async setBanner(id, row) {
      if (row === null) await store.removeBanner(id);
      else if (showBanner(row, publicUrl) === null)
        refuse('badInput', { field: 'banner', reason: 'has a link, image or text that is not allowed' });
      else await store.saveBanner(row);
      await refresh();
    },
  };
}
