// What listeners in this process want to hear of as it happens. The feed streams a trade, forms a candle or asks for ads only
// while there is a listener, so every wish is counted; those of other processes arrive over the bus as an Interest.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { P2pAd, Trade } from '@tidemark/source/source.ts';
import type { Unsubscribe } from '#platform/bus/bus.ts';
import type { P2pPair } from './fact-reader.ts';

/** By kind: what is told. Quotes are told to every process anyway; wanting one makes the source hurry with it. */
export interface LiveFacts {
  /** Of symbols with an alert: where a source cannot hurry with all, these come before what pages show. */
  alertQuotes: never;
  quotes: never;
  /** New ones, oldest first. */
  trades: readonly Trade[];
  /** The running candle, after the one that has just closed. */
  candles: readonly Candle[];
  /** All ads of the pair. */
  p2pAds: readonly P2pAd[];
}
export type LiveKind = keyof LiveFacts;
export const liveKinds = ['alertQuotes', 'quotes', 'trades', 'candles', 'p2pAds'] as const satisfies readonly LiveKind[];

/** Keys by kind, the one claimed last at the end: a symbol, 'BTCUSDT 1m', 'EUR USDT'. */
export type Interest = Readonly<Record<LiveKind, readonly string[]>>;
export const noInterest: Interest = { alertQuotes: [], quotes: [], trades: [], candles: [], p2pAds: [] };

/** As it travels over the bus. */
type FactKind = Exclude<LiveKind, 'alertQuotes' | 'quotes'>;
export type LiveFact = { readonly [K in FactKind]: { readonly kind: K; readonly key: string; readonly value: LiveFacts[K] } }[FactKind];

export const candleKey = (symbolId: string, interval: CandleInterval): string => `${symbolId} ${interval}`;
export const readCandleKey = (key: string): { symbolId: string; interval: CandleInterval } => {
  const [symbolId, interval] = key.split(' ');
  return { symbolId: symbolId!, interval: interval as CandleInterval };
};
export const p2pKey = ({ fiat, coin }: P2pPair): string => `${fiat} ${coin}`;
export const readP2pKey = (key: string): P2pPair => {
  const [fiat, coin] = key.split(' ');
  return { fiat: fiat!, coin: coin! };
};

type Listener = (value: never) => void;

export interface Watches {
  claim<K extends LiveKind>(kind: K, key: string, listener?: (value: LiveFacts[K]) => void): Unsubscribe;
  tell(fact: LiveFact): void;
  interest(): Interest;
  /** Called when a key is wanted, wanted again, or no longer. */
  onInterest(listener: () => void): Unsubscribe;
}

export function createWatches({ onError }: { onError(error: unknown): void }): Watches {
  /** For listeners that come later; trades are no state and not kept. */
  const last = new Map<string, unknown>();
  const claims: Record<LiveKind, Map<string, Set<{ readonly listener: Listener | undefined }>>> = {
    alertQuotes: new Map(),
    quotes: new Map(),
    trades: new Map(),
    candles: new Map(),
    p2pAds: new Map(),
  };
  const interestListeners = new Set<() => void>();
  const interestChanged = () => {
    for (const listener of interestListeners) listener();
  };
  const tellOne = (listener: Listener | undefined, value: unknown) => {
    try {
      listener?.(value as never);
    } catch (error) {
      onError(error);
    }
  };
  return {
    claim(kind, key, listener) {
      const byKey = claims[kind];
      const claim = { listener: listener as Listener | undefined };
      const held = byKey.get(key);
      if (held) {
        held.add(claim);
        // A Map keeps the order of entry: claimed again it goes to the end.
        byKey.delete(key);
        byKey.set(key, held);
        const known = last.get(`${kind} ${key}`);
        if (known !== undefined) queueMicrotask(() => void (held.has(claim) && tellOne(claim.listener, known)));
      } else byKey.set(key, new Set([claim]));
      interestChanged();
      return () => {
        const holders = byKey.get(key);
        if (!holders?.delete(claim) || holders.size > 0) return;
        byKey.delete(key);
        last.delete(`${kind} ${key}`);
        interestChanged();
      };
    },
    tell({ kind, key, value }) {
      const holders = claims[kind].get(key);
      if (!holders) return;
      if (kind !== 'trades') last.set(`${kind} ${key}`, value);
      for (const { listener } of [...holders]) tellOne(listener, value);
    },
    interest: () => Object.fromEntries(liveKinds.map((kind) => [kind, [...claims[kind].keys()]])) as Record<LiveKind, string[]>,
    onInterest(listener) {
      interestListeners.add(listener);
      return () => void interestListeners.delete(listener);
    },
  };
}
