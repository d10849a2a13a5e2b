// The forces all coins share: the market (which is Bitcoin), the alt coins together, each sector, gold. Sizes are
// calibrated on a year of real daily moves; the realism test holds them.
import { sectors } from '../../catalog/sectors.ts';
import { keyOf } from './draw.ts';
import { createMood, rememberMood, type Mood } from './mood.ts';
import { createSeries, type Series } from './series.ts';

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

export function createFactors(seed: number): Factors {
  const moodOf = (name: string, share: number) => createMood((purpose) => keyOf(seed, `${name}/${purpose}`), share);
  const marketMood = rememberMood(moodOf('market', marketShare));
  const moodsOf = (name: string) => [marketMood, moodOf(name, Math.sqrt(1 - marketShare * marketShare))];
  const create = (name: string, sd: number) => createSeries(seed, { name, sd, halfLifeDays, keepDays, moods: moodsOf(name) });
  const bySlug = new Map(sectors.map(({ slug }) => [slug, create(`sector/${slug}`, 0.0135)]));
  return {
    market: createSeries(seed, { name: 'market', sd: 0.024, halfLifeDays, keepDays, moods: [moodOf('market', 1)] }),
    alts: create('alts', 0.0255),
    gold: create('gold', 0.0095),
    sector: (slug) => bySlug.get(slug)!,
    moodsOf,
  };
}
