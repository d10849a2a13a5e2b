// The site as a whole: public config, time, rates, titles, banners, error reports, how pages feel.
// Owns site_setting, location_banner and error_report. Promises: a change of a setting or banner shows within half a
// minute and without a restart; a report is acknowledged only after its commit; reports are scrubbed before they are
// kept, and kept for 30 days or the newest 50,000. Refuses nothing a visitor may see; while the database is away it
// goes on with the settings it has.
import type { Locale } from '@tidemark/contract/locales.ts';
import type { Announcement } from '@tidemark/contract/pages.ts';
import type { siteCalls } from '@tidemark/contract/site.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Words } from '#words/index.ts';
import { createCalls } from './calls.ts';
import { createPageVitals } from './page-vitals.ts';
import type { RoomSettings } from './room-settings.ts';
import { createSiteOperator, type SiteOperator } from './operator.ts';
import { selectAnnouncement, showBanner, type BannerRow } from './rules.ts';
import { defaultSettings, readSettings, type SiteSettings } from './settings.ts';
import { createStore } from './store.ts';

export interface SiteDeps {
  db: Pick<Database, 'orm'>;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  words: Words;
  /** How much of each fiat one USDT is. */
  rates: () => Readonly<Record<string, number>>;
  publicUrl: string;
  /** Two-letter country of an address, where some source of it is connected. */
  countryOf?: (ip: string) => string | null;
  /** How many coins are listed; 0 = not known yet. */
  coins?: () => number;
  /** Settings of other rooms that are kept with ours. */
  others?: RoomSettings;
}

export interface Site {
  readonly calls: Handlers<typeof siteCalls>;
  hiddenCoins(): SiteSettings['hiddenCoins'];
  closedCountries(): SiteSettings['closedCountries'];
  hasOnchain(): boolean;
  /** The bar above every page, for readers of this language. */
  announcement(locale: Locale): Announcement | null;
  alertLimits(): SiteSettings['alertLimits'];
  /** For operators. */
  readonly operator: SiteOperator;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const refreshMs = 30_000;
const pruneMs = 3_600_000;
const keepReports = { days: 30, rows: 50_000 };

export function createSite(deps: SiteDeps): Site {
  const { db, clock, log, metrics, words, rates, publicUrl, countryOf = () => null, coins = () => 0, others } = deps;
  const otherKeys = new Set(others?.known.keys());
  const store = createStore(db.orm);
  let settings: SiteSettings = defaultSettings;
  let banners: readonly BannerRow[] = [];
  const logged = new Set<string>();
  const jobs = createJobs({ clock, log, room: 'site' });

  /** Once per problem: the row stays wrong until it is mended. */
  const tell = (problem: string) => {
    if (logged.has(problem)) return;
    logged.add(problem);
    log.warn({ room: 'site' }, problem);
  };

  const refresh = async () => {
    const [rows, bannerRows] = await Promise.all([store.loadSettings(), store.loadBanners(new Date(clock.now()))]);
    const read = readSettings(rows, otherKeys);
    settings = read.settings;
    banners = bannerRows;
    for (const problem of read.problems) tell(problem);
    for (const row of bannerRows)
      if (showBanner(row, publicUrl) === null) tell(`banner ${row.id} is not shown: its link, image or texts are not allowed`);
  };

  const prune = async () => {
    const before = new Date(clock.now() - keepReports.days * 24 * 3_600_000);
    const gone = await store.pruneReports({ before, keep: keepReports.rows });
    if (gone > 0) log.info({ room: 'site', gone }, 'old error reports removed');
  };

  return {
    calls: createCalls({
      settings: () => settings,
      banners: () => banners,
      store,
      words,
      clock,
      rates,
      countryOf,
      publicUrl,
      coins,
      countVitals: createPageVitals(metrics),
    }),
    hiddenCoins: () => settings.hiddenCoins,
    closedCountries: () => settings.closedCountries,
    hasOnchain: () => settings.onChainSwitch,
    announcement: (locale) => selectAnnouncement(banners, { locale, now: clock.now(), publicUrl }),
    alertLimits: () => settings.alertLimits,
    operator: createSiteOperator({
      store,
      clock,
      publicUrl,
      refresh: async () => void (await Promise.all([refresh(), others?.refresh()])),
      others: others ?? null,
    }),
    async start() {
      await refresh();
      jobs.every(refreshMs, 'reading site settings', refresh);
      void jobs.every(pruneMs, 'removing old error reports', prune)();
    },
    stop: jobs.stop,
  };
}
