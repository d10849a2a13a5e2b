// Prometheus metrics with a registry of their own, so that two instances in one process (tests) do not collide.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  /** Asking for the same name twice throws: two owners of one figure is a mistake. */
  counter<L extends string = never>(name: string, help: string, labelNames?: readonly L[]): Counter<L>;
  /** onRead: sets it anew before each reading. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly L[],
    onRead?: (gauge: Gauge<L>) => Promise<void> | void,
  ): Gauge<L>;
  /** Buckets in the unit of the name; the default suits seconds of a request. */
  histogram<L extends string = never>(name: string, help: string, labelNames?: readonly L[], buckets?: readonly number[]): Histogram<L>;
  text(): Promise<string>;
  /** The sum over all labels; null: the figure was never set. */
  value(name: string): Promise<number | null>;
  readonly contentType: string;
}

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Each walks through everything that is open: with ten thousand connections a scrape would hold up the process for a tenth of a second. */
const dear = [
  'process_open_fds',
  ...['handles', 'requests', 'resources'].flatMap((kind) => [`nodejs_active_${kind}`, `nodejs_active_${kind}_total`]),
];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of dear) registry.removeSingleMetric(name);
  const common = <L extends string>(name: string, help: string, labelNames: readonly L[]) => ({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  });
  return {
    counter: (name, help, labelNames = []) => new Counter(common(name, help, labelNames)),
    gauge: (name, help, labelNames = [], onRead) => {
      const gauge: Gauge<(typeof labelNames)[number]> = new Gauge({
        ...common(name, help, labelNames),
        ...(onRead && { collect: () => onRead(gauge) }),
      });
      return gauge;
    },
    histogram: (name, help, labelNames = [], buckets = requestSeconds) =>
      new Histogram({ ...common(name, help, labelNames), buckets: [...buckets] }),
    text: () => registry.metrics(),
    async value(name) {
      const found = await registry.getSingleMetric(name)?.get();
      return found && found.values.length > 0 ? found.values.reduce((sum, { value }) => sum + value, 0) : null;
    },
    contentType: registry.contentType,
  };
}
