// Several exchanges side by side: the source, and those that are read beside it (record 028). Answers what each of them tells; adding up is
// left to who asked.
import { fundingOfEightHours } from '@tidemark/contract/trading-data.ts';
import { ownVenue, venueNameOf, type VenueState } from '@tidemark/contract/venues.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, SeriesQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import type { FactReader } from '../fact-reader.ts';
import { usdtPer, type Facts } from '../facts.ts';
import { createVenueDesk, type VenueDeskDeps } from './venue-desk.ts';
import type { ToldBy, VenueFigures, VenueQuery, VenueReader, VenueSeries } from './venue-facts.ts';
import { readTaker, venueReaders, type VenueRead } from './venue-readers.ts';
import { awayAfterMs, type Venue } from './venue.ts';

export interface Venues {
  readonly reader: VenueReader;
  start(): void;
  stop(): void;
}

export interface VenuesDeps extends Omit<VenueDeskDeps, 'source'> {
  readonly source: Source;
  readonly facts: Facts;
  /** What the feed tells of its own source. */
  readonly own: Pick<FactReader, 'candles' | 'series'>;
  /** When the feed last took prices from its source; null = not yet. */
  tookAt(): number | null;
}

const hoursOfDay = 24;
const nothing = {
  turnover24h: null,
  openInterest: null,
  takerBuy24h: null,
  takerSell24h: null,
  liquidations24h: null,
  fundingOfEightHours: null,
  longShort: null,
};

export function createVenues({ source, facts, own, tookAt, ...deps }: VenuesDeps): Venues {
  const { clock, log } = deps;
  const desks = (source.beside ?? []).map((one) => createVenueDesk({ ...deps, source: one }));
  const venues: readonly Venue[] = [ownVenueOf({ source, facts, own, tookAt, clock }), ...desks];
  /** By venue and question: since when it did not answer. */
  const silentSince = new Map<string, number>();

  const worth = ({ pricedSymbol }: MarketSymbol): number => usdtPer(facts, pricedSymbol) ?? NaN;

  /** What a venue answers; undefined = it did not. */
  const orSilent = async <T>({ venue }: Venue, what: string, ask: () => Promise<T>): Promise<T | undefined> => {
    const key = `${venue} ${what}`;
    try {
      const answer = await ask();
      silentSince.delete(key);
      return answer;
    } catch (error) {
      log.debug({ err: error, venue, what }, 'an exchange that is compared did not answer');
      if (!silentSince.has(key)) silentSince.set(key, clock.now());
      return undefined;
    }
  };
  const since = ({ venue }: Venue, whats: readonly string[]): number | null => {
    const times = whats.flatMap((what) => silentSince.get(`${venue} ${what}`) ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  };

  const told = ({ venue, name }: Venue, state: VenueState, awaySince: number | null): ToldBy => ({
    venue,
    name,
    state,
    awaySince: state === 'away' ? awaySince : null,
  });

  const seriesOf = async (venue: Venue, { symbolId, metric, period, limit }: VenueQuery): Promise<VenueSeries> => {
    const listed = facts.catalog.symbol(symbolId);
    const symbol = listed && venue.same(listed);
    const awaySince = venue.awaySince(symbol?.instType);
    if (!symbol) return { ...told(venue, awaySince === null ? 'notListed' : 'away', awaySince), points: [] };
    const read: VenueRead = { venue, symbol, period, limit, usd: worth(symbol), now: clock.now() };
    const what = `${metric} ${symbolId}`;
    const answer = await orSilent(venue, what, () => venueReaders[metric](read));
    const points = answer?.filter(([, figure]) => Number.isFinite(figure)) ?? [];
    if (awaySince !== null || answer === undefined) return { ...told(venue, 'away', awaySince ?? since(venue, [what])), points };
    return { ...told(venue, points.length > 0 ? 'told' : 'notTold', null), points };
  };

  const heldOf = ({ openInterest, mark, last }: Tick): number | null => (openInterest === undefined ? null : openInterest * (mark ?? last));

  const figuresOf = async (venue: Venue, symbolId: string): Promise<VenueFigures> => {
    const listed = facts.catalog.symbol(symbolId);
    const symbol = listed && venue.same(listed);
    const awaySince = venue.awaySince(symbol?.instType);
    if (!symbol || awaySince !== null) return { ...told(venue, awaySince === null ? 'notListed' : 'away', awaySince), ...nothing };
    const usd = worth(symbol);
    const read: VenueRead = { venue, symbol, period: '1h', limit: hoursOfDay, usd, now: clock.now() };
    const whats = ['takers', 'closed', 'sides', 'open'].map((what) => `${what} ${symbolId}`);
    const [taker, closed, sides, held] = await Promise.all([
      orSilent(venue, whats[0]!, () => readTaker(read)),
      orSilent(venue, whats[1]!, () => venueReaders.liquidations(read)),
      orSilent(venue, whats[2]!, () => venueReaders.longShort({ ...read, limit: 2 })),
      orSilent(venue, whats[3]!, () => venueReaders.openInterest({ ...read, period: '5m', limit: 3 })),
    ]);
    const silent = since(venue, whats);
    const tick = venue.tick(symbol.symbolId);
    const heldNow = tick ? heldOf(tick) : null;
    const day = <T extends readonly number[]>(points: readonly T[] | null | undefined, at: number): number | null =>
      points && points.length >= hoursOfDay ? points.reduce((sum, point) => sum + point[at]!, 0) : null;
    const hours = symbol.fundingIntervalHours;
    return {
      // What it does tell stands; of what it does not answer there is no sum.
      ...told(venue, silent === null ? 'told' : 'away', silent),
      turnover24h: finite(tick && tick.turnover24h * usd),
      openInterest: finite(heldNow === null ? held?.at(-1)?.[1] : heldNow * usd),
      takerBuy24h: finite(day(taker, 1)),
      takerSell24h: finite(day(taker, 2)),
      liquidations24h: finite(day(closed, 1)),
      fundingOfEightHours: finite(tick?.fundingRate !== undefined && hours ? fundingOfEightHours(tick.fundingRate, hours) : null),
      longShort: finite(sides?.at(-1)?.[1]),
    };
  };

  /** Of everything it lists: what its lists tell. */
  const figuresOfAll = (venue: Venue): VenueFigures => {
    const awaySince = venue.awaySince();
    if (awaySince !== null) return { ...told(venue, 'away', awaySince), ...nothing };
    let [turnover, held, weighted, weight]: [number | null, number | null, number, number] = [null, null, 0, 0];
    for (const symbol of venue.contracts()) {
      const tick = venue.tick(symbol.symbolId);
      const usd = worth(symbol);
      if (!tick || Number.isNaN(usd)) continue;
      turnover = (turnover ?? 0) + tick.turnover24h * usd;
      const open = heldOf(tick);
      if (open === null) continue;
      held = (held ?? 0) + open * usd;
      if (tick.fundingRate === undefined || !symbol.fundingIntervalHours) continue;
      weighted += fundingOfEightHours(tick.fundingRate, symbol.fundingIntervalHours) * open * usd;
      weight += open * usd;
    }
    return {
      ...told(venue, turnover === null ? 'notTold' : 'told', null),
      ...nothing,
      turnover24h: turnover,
      openInterest: held,
      fundingOfEightHours: weight > 0 ? weighted / weight : null,
    };
  };

  return {
    reader: {
      venueSeries: async (query) => (desks.length === 0 ? null : Promise.all(venues.map((venue) => seriesOf(venue, query)))),
      async venueFigures({ symbolId }) {
        if (desks.length === 0) return null;
        return symbolId === null ? venues.map(figuresOfAll) : Promise.all(venues.map((venue) => figuresOf(venue, symbolId)));
      },
    },
    start: () => desks.forEach((desk) => desk.start()),
    stop: () => desks.forEach((desk) => desk.stop()),
  };
}

const finite = (figure: number | null | undefined): number | null =>
  figure !== null && figure !== undefined && Number.isFinite(figure) ? figure : null;

function ownVenueOf({
  source,
  facts,
  own,
  tookAt,
  clock,
}: Pick<VenuesDeps, 'source' | 'facts' | 'own' | 'tookAt'> & { clock: Clock }): Venue {
  const beganAt = clock.now();
  return {
    venue: ownVenue,
    name: source.name.startsWith('ccxt:') ? venueNameOf(source.name.slice('ccxt:'.length)) : null,
    same: (symbol) => symbol,
    contracts: () => facts.catalog.data.symbols.filter(({ instType, status }) => instType !== 'sp' && status === 'online'),
    tick: facts.board.quote,
    awaySince() {
      const at = tookAt();
      return at !== null && clock.now() - at <= awayAfterMs ? null : (at ?? beganAt);
    },
    series: async <M extends Metric>(query: SeriesQuery<M>) => (await own.series([query]))?.[0] ?? null,
    candles: async (query) => (await own.candles([query]))?.[0] ?? null,
  };
}
