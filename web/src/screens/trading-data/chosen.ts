// What of the trading data the user looks at. All of it is in the address.
import { contractLineOf } from '@tidemark/contract/business-lines.ts';
import {
  pairMetricNames,
  pairMetrics,
  periodsFor,
  priceOverlay,
  tradingPeriods,
  tradingRanges,
  tradingTabs,
  type PairMetric,
  type TradingPeriod,
  type TradingRange,
  type TradingTab,
} from '@tidemark/contract/trading-data.ts';

export interface ChosenPair {
  readonly tab: TradingTab;
  readonly symbolId: string;
  readonly range: TradingRange;
  readonly period: TradingPeriod;
  /** null: nothing is laid over the charts. */
  readonly overlay: PairMetric | typeof priceOverlay | null;
  /** In what open interest is counted. */
  readonly unit: OpenInterestUnit;
}

export const openInterestUnits = ['usd', 'base', 'contracts'] as const satisfies readonly (keyof typeof pairMetrics.openInterest.fields)[];
export type OpenInterestUnit = (typeof openInterestUnits)[number];

const defaultSymbols: Readonly<Record<TradingTab, string>> = { spot: 'BTCUSDT', futures: 'BTCUSDT_UMCBL' };
const usualPeriod: Readonly<Record<TradingRange, TradingPeriod>> = {
  '1d': '15m',
  '3d': '1h',
  '7d': '1h',
  '30d': '4h',
  '90d': '1d',
  '1y': '1d',
};

const oneOf = <T extends string>(options: readonly T[], value: string | null): T | null =>
  options.find((option) => option === value) ?? null;

export function readPair(search: URLSearchParams): ChosenPair {
  const asked = search.get('symbol');
  const tab = oneOf(tradingTabs, search.get('tab')) ?? (asked !== null && contractLineOf(asked) === null ? 'spot' : 'futures');
  // A symbol of the other tab belongs to an old address.
  const symbolId =
    asked !== null && /^[\p{L}\p{N}$._-]{2,48}$/u.test(asked) && (contractLineOf(asked) === null) === (tab === 'spot')
      ? asked
      : defaultSymbols[tab];
  const { range, period } = readSpan(search);
  const overlay = search.get('overlay');
  return {
    tab,
    symbolId,
    range,
    period,
    unit: oneOf(openInterestUnits, search.get('unit')) ?? 'usd',
    overlay:
      overlay === 'none' ? null : (oneOf(metricsOf(tab), overlay) ?? (overlay === null || overlay === priceOverlay ? priceOverlay : null)),
  };
}

export const metricsOf = (tab: TradingTab): readonly PairMetric[] => pairMetricNames.filter((metric) => pairMetrics[metric].tab === tab);

export function readSpan(
  search: URLSearchParams,
  options: readonly TradingPeriod[] = tradingPeriods,
  fallback: TradingRange = '3d',
): { range: TradingRange; period: TradingPeriod } {
  const range = oneOf(tradingRanges, search.get('range')) ?? fallback;
  const fitting = periodsFor(range).filter((period) => options.includes(period));
  const period = oneOf(fitting, search.get('period')) ?? (fitting.includes(usualPeriod[range]) ? usualPeriod[range] : fitting[0]!);
  return { range, period };
}

/** The stretch of the range that is in sight; null: all of it. */
export function readWindow(search: URLSearchParams): { from: number; to: number } | null {
  const [from, to] = [Number(search.get('from') ?? NaN), Number(search.get('to') ?? NaN)];
  return from >= 0 && to > from && to < 1e14 ? { from, to } : null;
}

/** The address with one choice changed; what no longer fits falls away. */
export function withChoice(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `?${text}` : '?';
}
