// The newest points of an open chart, as the socket tells them, put into the answer the chart was drawn from.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { candleAt, type CandleRow } from '@tidemark/contract/market.ts';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import { fundingChannel, networkInstId, nowChannel, type FundingTail, type SeriesTail } from '@tidemark/contract/trading-data.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import { useEffect } from 'react';
import { useLive } from '#live/use-quote.tsx';
import { joinFunding, joinTail, type FundingAnswer } from './series-tail.ts';

/** instId: a symbol, or the network. */
export function useLiveSeries(instId: string, channel: string, queryKey: QueryKey): void {
  const arg: SubscriptionArg =
    instId === networkInstId ? { topic: 'series', instId, channel } : { topic: 'series', instType: instTypeOf(instId), instId, channel };
  useLiveAnswer<SeriesTail, SeriesTail>(arg, queryKey, joinTail);
}

export function useLiveNow(symbolId: string, queryKey: QueryKey): void {
  useLiveAnswer<object, object>(
    { topic: 'series', instType: instTypeOf(symbolId), instId: symbolId, channel: nowChannel },
    queryKey,
    replace,
  );
}

export function useLiveFunding(queryKey: QueryKey): void {
  useLiveAnswer<FundingAnswer, FundingTail>({ topic: 'series', instId: networkInstId, channel: fundingChannel }, queryKey, joinFunding);
}

/** The price laid over the charts follows the running candle. */
export function useLivePrices(symbolId: string, interval: string, queryKey: QueryKey, isWanted: boolean): void {
  const arg: SubscriptionArg | null = isWanted
    ? { topic: 'candle', instType: instTypeOf(symbolId), instId: symbolId, channel: interval }
    : null;
  useLiveAnswer<Candles, CandleRow>(arg, queryKey, joinCandle);
}

interface Candles {
  readonly candles: readonly CandleRow[];
}

const replace = (_: object, incoming: object): object => incoming;

function joinCandle(known: Candles, incoming: CandleRow): Candles {
  const last = known.candles.at(-1);
  const open = incoming[candleAt.openTime];
  if (!last || open < last[candleAt.openTime]) return known;
  return { ...known, candles: [...(open === last[candleAt.openTime] ? known.candles.slice(0, -1) : known.candles.slice(1)), incoming] };
}

/** join keeps its identity. It answers null when what was told does not follow on what is known: then everything is asked for again. */
function useLiveAnswer<Answer extends object, Row>(
  arg: SubscriptionArg | null,
  queryKey: QueryKey,
  join: (known: Answer, incoming: Row) => Answer | null,
): void {
  const { socket } = useLive();
  const client = useQueryClient();
  const [argText, keyText] = [arg && JSON.stringify(arg), JSON.stringify(queryKey)];
  useEffect(() => {
    if (argText === null) return;
    const key = JSON.parse(keyText) as QueryKey;
    return socket?.subscribe(JSON.parse(argText) as SubscriptionArg, ({ data }) => {
      for (const row of data as Row[]) {
        const known = client.getQueryData<Answer>(key);
        if (!known) return;
        const next = join(known, row);
        if (next) client.setQueryData<Answer>(key, next);
        else void client.invalidateQueries({ queryKey: key });
      }
    });
  }, [socket, client, argText, keyText, join]);
}
