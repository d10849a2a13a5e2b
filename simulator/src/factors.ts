// The forces all coins share: the market (which is Bitcoin), the alt coins together, each sector, gold. Sizes are
// calibrated on a year of real daily moves; the realism test holds them.
import { dayMs } from '@tidemark/contract/time.ts';
import { sectors } from '@tidemark/source/coins/sectors.ts';
import { keyOf } from './draw.ts';
import { createMood, rememberMood, type Mood } from './mood.ts';
import { createSeries, type Series } from './series.ts';
import type { YearLimits } from './typical-year.ts';

export interface Factors {
  readonly market: Series;
  readonly alts: Series;
  readonly gold: Series;
  sector(slug: string): Series;
  /** The moods of a series by name: mostly the market's, the rest its own. */
  moodsOf(name: string): readonly Mood[];
}

const halfLifeDays = 80;
/** Deep history of the shared forces is asked for with every coin's. */
const keepDays = 4096;
const marketShare = 0.6;

/** Inside what is measured over a year, so that the cells and ticks laid over the days leave some room. */
const marketYears: YearLimits = {
  spread: [0.0198, 0.0268],
  kurtosis: [2.3, 9],
  cluster1: [0.07, 0.23],
  cluster20: [0.035, 0.3],
  memory: [-0.045, 0.045],
  above: 0.68,
};
const altYears: YearLimits = { spread: [0.0385, 0.0475], memory: [-0.02, 0.05] };
const usualBeta = 1.48;

/** What Bitcoin cost in the years people remember, against what it is known at: it rose, fell by three quarters, and rose again. */
const longPast = [
  [Date.UTC(2021, 0, 1), 29 / 104],
  [Date.UTC(2021, 10, 1), 58 / 104],
  [Date.UTC(2022, 10, 15), 18 / 104],
  [Date.UTC(2024, 3, 1), 62 / 104],
  [Date.UTC(2025, 5, 1), 1],
].map(([ms, share]) => [ms! / dayMs, Math.log(share!)] as const);

/** Straight in logarithms between those days; since the last of them there is none. */
function marketTrend(day: number): number {
  const next = longPast.findIndex(([at]) => at > day);
  if (next === -1) return 0;
  if (next === 0) return longPast[0]![1];
  const [[from, low], [to, high]] = [longPast[next - 1]!, longPast[next]!];
  return low + ((high - low) * (day - from)) / (to - from);
}

export function createFactors(seed: number): Factors {
  const moodOf = (name: string, share: number) => createMood((purpose) => keyOf(seed, `${name}/${purpose}`), share);
  const marketMood = rememberMood(moodOf('market', marketShare));
  const moodsOf = (name: string) => [marketMood, moodOf(name, Math.sqrt(1 - marketShare * marketShare))];
  const market = createSeries(seed, {
    name: 'market',
    sd: 0.024,
    hasFatTails: true,
    halfLifeDays,
    keepDays,
    moods: [moodOf('market', 1)],
    years: marketYears,
    trend: marketTrend,
    hasEvenHours: true,
  });
  const alts = createSeries(seed, {
    name: 'alts',
    sd: 0.0205,
    hasFatTails: true,
    skew: -0.2,
    halfLifeDays,
    keepDays,
    moods: moodsOf('alts'),
    years: altYears,
    beside: [{ series: market, loading: usualBeta }],
    hasEvenHours: true,
  });
  const create = (name: string, sd: number) => createSeries(seed, { name, sd, halfLifeDays, keepDays, moods: moodsOf(name) });
  const bySlug = new Map(sectors.map(({ slug }) => [slug, create(`sector/${slug}`, 0.0135)]));
  return {
    market,
    alts,
    gold: create('gold', 0.0095),
    sector: (slug) => bySlug.get(slug)!,
    moodsOf,
  };
}
