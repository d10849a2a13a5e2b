// Figures of exchanges that are read beside the source: named apart from its own, and told by venue. The code that counts for one of
// them does so as for the source itself.
import type { Counter, Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

type Told = Counter | Gauge;

/** One figure of all venues, made by the first of them that asks. */
const shared = new WeakMap<Metrics, Map<string, Told>>();

export function venueMetrics(metrics: Metrics, venue: string): Metrics {
  let told = shared.get(metrics);
  if (!told) shared.set(metrics, (told = new Map()));
  const known = told;
  const of = (name: string, make: (name: string) => Told): Told => {
    const own = name.replace(/^market_(?:source_)?/, 'market_venue_');
    let figure = known.get(own);
    if (!figure) known.set(own, (figure = make(own)));
    return figure;
  };
  const labelled = (labels: unknown): Record<string, string> => ({ ...(typeof labels === 'object' ? labels : {}), venue });
  const valueOf = (labels: unknown, value: unknown): number | undefined =>
    typeof labels === 'number' ? labels : (value as number | undefined);
  return {
    ...metrics,
    counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []) {
      const figure = of(name, (own) => metrics.counter<string>(own, `${help}, by venue`, [...labelNames, 'venue'])) as Counter;
      // Callers use no other method of a counter.
      const counted = { inc: (labels?: unknown, value?: unknown) => figure.inc(labelled(labels), valueOf(labels, value)) };
      return counted as unknown as Counter<L>;
    },
    gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []) {
      const figure = of(name, (own) => metrics.gauge<string>(own, `${help}, by venue`, [...labelNames, 'venue'])) as Gauge;
      const measured = { set: (labels: unknown, value?: unknown) => figure.set(labelled(labels), valueOf(labels, value)!) };
      return measured as unknown as Gauge<L>;
    },
  };
}
