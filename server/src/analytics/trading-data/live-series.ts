// The newest points of the charts that have subscribers, made once for all subscribers of the same chart. A chart without subscribers
// is not computed and not asked of the source.
import {
  fundingChannel,
  networkInstId,
  nowChannel,
  readNetworkChannel,
  readPairChannel,
  type FundingTail,
  type SeriesTail,
  type tradingDataCalls,
} from '@tidemark/contract/trading-data.ts';
import type { Caller, Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

export interface LiveSeries {
  has(instId: string, channel: string): boolean;
  /** Until the returned function is called. */
  open(instId: string, channel: string): () => void;
  /** JSON text; null while there is none. */
  encode(key: string): string | null;
  /** Called with the key of a chart that has something new. */
  onNews(listener: (key: string) => void): () => void;
}

export interface LiveSeriesDeps {
  readonly calls: Handlers<typeof tradingDataCalls>;
  readonly market: Pick<Market, 'catalog' | 'simulated'>;
  /** People look in real time. */
  readonly wallClock: Clock;
  readonly log: Log;
}

const liveSeriesKey = (instId: string, channel: string): string => `${instId} ${channel}`;

/** The running point and the one before it, which may have just closed. */
const tailPoints = 2;
/** What is computed here can be told often; an exchange allows a call a second, for everything. */
const everyMs = { near: 2_000, far: 15_000, network: 60_000, funding: 15_000 } as const;
/** The handlers do not look at their caller. */
const nobody = null as unknown as Caller;

export function createLiveSeries({ calls, market, wallClock, log }: LiveSeriesDeps): LiveSeries {
  const texts = new Map<string, string>();
  const listeners = new Set<(key: string) => void>();

  const tailOf = ({ points, forming, partial, asOf }: SeriesTail): SeriesTail => ({ points, forming, partial, asOf });
  const readFunding = async (): Promise<FundingTail> => {
    const { items, asOf } = await calls.fundingTable(nobody, {});
    return {
      rows: items.map(({ symbolId, rate, nextAt, openInterestUsd }) => [
        symbolId,
        rate,
        nextAt,
        openInterestUsd && Number(openInterestUsd).toFixed(0),
      ]),
      asOf,
    };
  };
  const isOfNetwork = (channel: string) => channel === fundingChannel || readNetworkChannel(channel) !== null;
  const lookEveryMs = (instId: string, channel: string) =>
    instId === networkInstId
      ? channel === fundingChannel
        ? everyMs.funding
        : everyMs.network
      : market.simulated
        ? everyMs.near
        : everyMs.far;
  const read = async (instId: string, channel: string): Promise<unknown> => {
    if (instId === networkInstId && channel === fundingChannel) return readFunding();
    if (instId === networkInstId)
      return tailOf(
        await calls.networkSeries(nobody, { ...readNetworkChannel(channel)!, from: undefined, to: undefined, limit: tailPoints }),
      );
    if (channel === nowChannel) return calls.tradingNow(nobody, { symbolId: instId });
    return tailOf(
      await calls.tradingSeries(nobody, {
        ...readPairChannel(channel)!,
        symbolId: instId,
        from: undefined,
        to: undefined,
        limit: tailPoints,
      }),
    );
  };

  return {
    has: (instId, channel) =>
      instId === networkInstId
        ? isOfNetwork(channel)
        : market.catalog.symbol(instId) !== undefined && (channel === nowChannel || readPairChannel(channel) !== null),
    open(instId, channel) {
      const key = liveSeriesKey(instId, channel);
      let isOpen = true;
      let isAsking = false;
      let known = '';
      const look = async () => {
        if (isAsking) return;
        isAsking = true;
        try {
          const answer = await read(instId, channel);
          // When it was asked is no news.
          const text = JSON.stringify({ ...(answer as object), asOf: 0 });
          if (!isOpen || text === known) return;
          known = text;
          texts.set(key, JSON.stringify(answer));
          for (const listener of listeners) listener(key);
        } catch (error) {
          log.debug({ err: error, key }, 'the newest points of a chart could not be had; the next look tries again');
        } finally {
          isAsking = false;
        }
      };
      void look();
      const cancel = wallClock.every(lookEveryMs(instId, channel), () => void look());
      return () => {
        isOpen = false;
        cancel();
        texts.delete(key);
      };
    },
    encode: (key) => texts.get(key) ?? null,
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
