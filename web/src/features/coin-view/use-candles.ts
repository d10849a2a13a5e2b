import { useQuery } from '@tanstack/react-query';
import { candleAt, instTypeOf, type CandleInterval, type CandleRow } from '@tidemark/contract/market.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useLive } from '#live/use-quote.tsx';
import { candles, candlesAtOnce } from './coin-queries.ts';
import { isCandleRow, mergeCandles } from './candle-series.ts';

export interface CandleSeries {
  /** Oldest first; null while the first of them are on their way. */
  readonly rows: readonly CandleRow[] | null;
  readonly isFailed: boolean;
  retry(): void;
  /** Somebody looks at the oldest of them. */
  loadOlder(): void;
}

export function useCandles(symbolId: string, interval: CandleInterval): CandleSeries {
  const api = useApi();
  const { socket } = useLive();
  const query = useQuery(candles(api, symbolId, interval));
  const [told, setTold] = useState<readonly CandleRow[]>([]);
  const isAsking = useRef(false);
  const isAtStart = useRef(false);
  const key = `${symbolId} ${interval}`;
  const shownKey = useRef(key);
  if (shownKey.current !== key) {
    shownKey.current = key;
    isAtStart.current = false;
    if (told.length > 0) setTold([]);
  }

  useEffect(() => {
    // A snapshot opens every subscription, so what was missed while the connection was lost comes with it.
    const leave = socket?.subscribe({ topic: 'candle', instType: instTypeOf(symbolId), instId: symbolId, channel: interval }, ({ data }) => {
      const rows = data.filter(isCandleRow);
      if (shownKey.current === `${symbolId} ${interval}`) setTold((before) => mergeCandles(before, rows));
    });
    return leave;
  }, [socket, symbolId, interval]);

  const rows = useMemo(() => (query.data ? mergeCandles(query.data, told) : null), [query.data, told]);
  const oldest = rows?.[0]?.[candleAt.openTime];
  const loadOlder = useCallback(() => {
    if (isAsking.current || isAtStart.current || oldest === undefined) return;
    isAsking.current = true;
    void api.call('getMoreKlineData', { symbolId, interval, to: oldest - 1, limit: candlesAtOnce }).then(
      ({ candles: older }) => {
        isAsking.current = false;
        if (shownKey.current !== `${symbolId} ${interval}`) return;
        isAtStart.current = older.length === 0;
        setTold((before) => mergeCandles(older, before));
      },
      // Looking there again asks again.
      () => void (isAsking.current = false),
    );
  }, [api, symbolId, interval, oldest]);

  return { rows, isFailed: query.isError && !query.data, retry: () => void query.refetch(), loadOlder };
}
