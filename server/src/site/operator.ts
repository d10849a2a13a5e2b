// What operators see and set of the site. A wrong value is refused with its reason, and the last good one stays.
import { refuse } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { showBanner, type BannerRow } from './rules.ts';
import type { RoomSettings } from './room-settings.ts';
import { defaultSettings, readSettings, settingProblem, settingWith } from './settings.ts';
import type { Store } from './store.ts';

export interface SiteOperator {
  settings(): Promise<readonly { key: string; value: unknown; usual: unknown; isSet: boolean }[]>;
  /** What was set, as it was written; null: nothing was. */
  setting(key: string): Promise<unknown>;
  /** What would hold with this value, and what is wrong with it; changes nothing. */
  preview(key: string, value: unknown): Promise<{ before: unknown; after: unknown; problem: string | null }>;
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
  readonly others: Pick<RoomSettings, 'known' | 'value'> | null;
}

export function createSiteOperator({ store, clock, publicUrl, refresh, others }: Deps): SiteOperator {
  const isOurs = (key: string) => Object.hasOwn(defaultSettings, key);
  const problemOf = (key: string, value: unknown): string | null => {
    const other = others?.known.get(key);
    if (value === null && (other || isOurs(key))) return null;
    return other ? other.problem(value) : settingProblem(key, value);
  };
  const settings: SiteOperator['settings'] = async () => {
    const rows = await store.loadSettings();
    const known = new Set(others?.known.keys());
    const read = readSettings(rows, known).settings;
    return [
      ...Object.entries(defaultSettings).map(([key, usual]) => ({
        key,
        value: read[key as keyof typeof read],
        usual,
        isSet: rows.has(key),
      })),
      ...[...(others?.known ?? [])].map(([key, { usual }]) => ({
        key,
        value: withUsual(usual, others!.value(key)),
        usual,
        isSet: rows.has(key),
      })),
    ];
  };
  return {
    settings,
    async preview(key, value) {
      const { value: before = null, usual = null } = (await settings()).find((setting) => setting.key === key) ?? {};
      const problem = problemOf(key, value);
      if (problem !== null) return { before, after: before, problem };
      return { before, after: value === null ? usual : isOurs(key) ? settingWith(key, value) : withUsual(usual, value), problem };
    },
    setting: async (key) => (await store.loadSettings()).get(key) ?? null,
    async set(key, value) {
      const problem = problemOf(key, value);
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

/** Fields that are not named stay usual; a list is whole or not there. */
const withUsual = (usual: unknown, given: unknown): unknown =>
  given === null ? usual : isFields(usual) && isFields(given) ? { ...usual, ...given } : given;
const isFields = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
