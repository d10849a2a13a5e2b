import { createSimulator } from '@tidemark/simulator/index.ts';
import type { ScenarioName } from '@tidemark/simulator/scenarios.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createCcxtSource } from './ccxt/index.ts';
import type { ExchangeName } from './ccxt/exchange.ts';
import { venueMetrics } from '../venues/venue-metrics.ts';
import { loadSourceModule } from './module/index.ts';
import { createReplay } from './replay/index.ts';

export interface SourceChoice {
  /** After 'module:' comes an absolute path. */
  readonly source: 'simulator' | 'replay' | `ccxt:${ExchangeName}` | `module:${string}`;
  /** Exchanges that are read beside it; the simulator plays some of its own. */
  readonly venues: readonly ExchangeName[];
  readonly simSeed: number;
  readonly simTicksPerSecond: number;
  readonly simCoins: number;
  readonly simSpeed: number;
  readonly simScenario: ScenarioName | null;
  /** Given when the source is the replay. */
  readonly replayFile: string | null;
  readonly replaySpeed: number;
  readonly ccxtBaseUrl: string | null;
}

interface SourceDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Trading data change slowly, and three exchanges more should cost less than the one that is listed. */
const besideEveryMs = 30_000;

/** The source, with those that are read beside it. */
export async function chooseSource(choice: SourceChoice, deps: SourceDeps): Promise<Source> {
  const source = await chooseMain(choice, deps);
  if (choice.venues.length === 0) return source;
  const beside = choice.venues.map((name) =>
    createCcxtSource({
      ...deps,
      name,
      baseUrl: choice.ccxtBaseUrl,
      pollEveryMs: besideEveryMs,
      metrics: venueMetrics(deps.metrics, name),
    }),
  );
  return { ...source, beside };
}

async function chooseMain(choice: SourceChoice, { clock, log, metrics }: SourceDeps): Promise<Source> {
  const { source } = choice;
  if (source.startsWith('module:')) return loadSourceModule(source.slice('module:'.length), { clock, log });
  if (source === 'simulator')
    return createSimulator({
      clock,
      seed: choice.simSeed,
      ticksPerSecond: choice.simTicksPerSecond,
      coins: choice.simCoins,
      speed: choice.simSpeed,
      scenario: choice.simScenario,
    });
  if (source === 'replay') return createReplay({ clock, log, metrics, file: choice.replayFile!, speed: choice.replaySpeed });
  return createCcxtSource({ name: source.slice('ccxt:'.length) as ExchangeName, clock, log, metrics, baseUrl: choice.ccxtBaseUrl });
}
