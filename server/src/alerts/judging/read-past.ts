// A stretch that no judge saw, as far as the market can tell it: by ticks where the feed or the source kept them, by minutes where not.
import type { FactReader } from '#market/fact-reader.ts';
import type { PastStretch, PastTicksAsk } from '#market/past-ticks.ts';
import type { MissedMinute } from '../engine/missed.ts';
import type { MissedAsk, PastPiece, SeriesPast } from './messages.ts';
import { readMissedMinutes, type PastMarket as MinutesMarket } from './missed-minutes.ts';

export type PastMarket = MinutesMarket & Pick<FactReader, 'pastTicks'>;

interface Told {
  readonly stretches: readonly PastStretch[];
  /** Every quote up to this number is among them. */
  readonly upTo: number;
  /** What has yet to be asked for; null: nothing. */
  readonly rest: PastTicksAsk | null;
  /** Of the feed that told it. */
  readonly epoch: number;
}
/** By symbol. */
export type ToldPast = Map<string, Told>;

const isAwayIn = ({ stretches }: Told): boolean => stretches.some((stretch) => stretch.kind === 'unknown' && stretch.isAway === true);

/**
 * Rejects as long as no feed answers. minutesOf: the candles of a stretch; null: they are not known. told: what an earlier try was told of
 * these asks, which is not asked for again but where the source was away; whatever was missed since is asked for after it.
 */
export async function readPast(
  market: PastMarket,
  asks: readonly MissedAsk[],
  minutesOf: (ask: MissedAsk, until: number) => Promise<readonly MissedMinute[] | null>,
  told: ToldPast = new Map(),
): Promise<SeriesPast[]> {
  for (const [symbolId, known] of told) if (isAwayIn(known)) told.delete(symbolId);
  const wanted: PastTicksAsk[] = [...Map.groupBy(asks, ({ symbolId }) => symbolId)].map(([symbolId, series]) => ({
    symbolId,
    after: series.some(({ after }) => after === null) ? null : Math.min(...series.map(({ after }) => after!)),
    from: Math.min(...series.map(({ from }) => from)),
    heardAt: series[0]!.heardAt,
    mayBeCut: true,
  }));
  const nextAsks = (): PastTicksAsk[] =>
    wanted.flatMap((ask) => {
      const known = told.get(ask.symbolId);
      return known ? (known.rest ?? []) : [ask];
    });
  for (let open = nextAsks(); open.length > 0; open = nextAsks()) {
    const { answers, upTo, epoch, rest = null } = await market.pastTicks(open);
    if (answers.length === 0) throw new Error('the feed answered nothing of a missed stretch');
    for (const [at, stretches] of answers.entries()) {
      const { symbolId } = open[at]!;
      const before = told.get(symbolId);
      // Another feed has other gaps: what it tells may begin before the end of what was told.
      if (before && before.epoch !== epoch) told.delete(symbolId);
      else
        told.set(symbolId, {
          stretches: [...(before?.stretches ?? []), ...stretches],
          upTo,
          rest: at === answers.length - 1 ? rest : null,
          epoch,
        });
    }
  }
  const data = new Map<PastStretch, Float64Array>();
  const pieceOf = async (ask: MissedAsk, stretch: PastStretch): Promise<PastPiece> => {
    if (stretch.kind === 'ticks' && (!stretch.isPriceOnly || ask.kind === 'last')) {
      let rows = data.get(stretch);
      if (!rows) data.set(stretch, (rows = Float64Array.from(stretch.rows, (value) => value ?? NaN)));
      return { kind: 'ticks', data: rows };
    }
    return { kind: 'minutes', minutes: await minutesOf({ ...ask, from: Math.max(ask.from, stretch.from) }, stretch.to), until: stretch.to };
  };
  return Promise.all(
    asks.map(async (ask) => {
      const { stretches, upTo } = told.get(ask.symbolId)!;
      const pieces: PastPiece[] = [];
      for (const stretch of stretches) pieces.push(await pieceOf(ask, stretch));
      const isAway = stretches.some((stretch, at) => {
        const piece = pieces[at]!;
        return stretch.kind === 'unknown' && stretch.isAway === true && piece.kind === 'minutes' && piece.minutes === null;
      });
      return { pieces, upTo, isAway };
    }),
  );
}

/** The candles of one series. A source without a single one of a stretch does not know it: a price that rested has candles, too. */
export async function readMinutes(market: MinutesMarket, ask: MissedAsk, until: number): Promise<readonly MissedMinute[] | null> {
  const [minutes] = await readMissedMinutes(market, [ask], until);
  return minutes && minutes.length > 0 ? minutes : null;
}
