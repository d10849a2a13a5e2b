// What is counted of every call, whichever way it was answered.
import type { Metrics } from '#platform/metrics.ts';

export interface CallFigures {
  count(name: string, code: string, seconds: number): void;
}

export function createCallFigures(metrics: Metrics): CallFigures {
  const answers = metrics.counter('calls_total', 'Calls answered, by name and answer code', ['call', 'code']);
  const seconds = metrics.histogram('call_seconds', 'Time to answer a call', ['call']);
  // Found once: looking up a figure by its labels costs more than counting.
  const countOf = remembered((name: string) => remembered((code: string) => answers.labels({ call: name, code })));
  const secondsOf = remembered((name: string) => seconds.labels({ call: name }));
  return {
    count(name, code, took) {
      countOf(name)(code).inc();
      secondsOf(name).observe(took);
    },
  };
}

function remembered<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
