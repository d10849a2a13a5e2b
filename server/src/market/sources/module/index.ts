// An exchange's own engine as a source: a module that exports how it is made. It is trusted code of the operator; what it tells is
// judged like the word of any other source. How it fails to begin is said in one sentence.
import { pathToFileURL } from 'node:url';
import type { SourceHost, CreateSource } from '@tidemark/source/source-module.ts';
import type { Source } from '@tidemark/source/source.ts';
import { SourceError } from '../source-error.ts';

const needed = ['catalog', 'start', 'stop'] as const satisfies readonly (keyof Source)[];
/** Those that answer by a promise: what they throw at once is an answer, too. */
const answering = [
  'catalog',
  'prepare',
  'candles',
  'ticks',
  'orderBook',
  'series',
  'funding',
  'p2pAds',
  'blocks',
  'onchain',
  'fiatRates',
] as const satisfies readonly (keyof Source)[];
const telling = ['start', 'stop', 'onCatalogChange', 'onSamples', 'madeFromTrades', 'follow'] as const satisfies readonly (keyof Source)[];

export async function loadSourceModule(path: string, host: SourceHost): Promise<Source> {
  const fail = (text: string, cause?: unknown): never => {
    throw new SourceError(`The source module ${path} ${text}`, { cause });
  };
  let create: unknown;
  try {
    ({ default: create } = (await import(pathToFileURL(path).href)) as { default?: unknown });
  } catch (error) {
    fail(`could not be loaded: ${messageOf(error)}`, error);
  }
  if (typeof create !== 'function') return fail('must export by default a function that makes the source.');
  let source: unknown;
  try {
    source = await (create as CreateSource)(host);
  } catch (error) {
    fail(`did not make its source: ${messageOf(error)}`, error);
  }
  if (typeof source !== 'object' || source === null) return fail('made no source.');
  const made = source as Source;
  if (typeof made.name !== 'string' || made.name === '') fail('made a source without a name.');
  if (typeof made.simulated !== 'boolean') fail('made a source that does not say whether its prices are simulated.');
  const missing = needed.filter((name) => typeof made[name] !== 'function');
  if (missing.length > 0) fail(`made a source without ${missing.join(', ')}.`);
  return unfold(made);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Method = (...args: unknown[]) => unknown;

/** As an object that can be taken apart, whether it was one or of a class: its methods keep their own `this`. */
function unfold(source: Source): Source {
  const bound = telling.flatMap((name) => (source[name] ? [[name, (source[name] as Method).bind(source)] as const] : []));
  const answers = answering.flatMap((name) => {
    const own = source[name] as Method | undefined;
    return own ? [[name, async (...args: unknown[]) => own.apply(source, args)] as const] : [];
  });
  const { name, simulated, tellsAllTicks, candlesKeptAs, trades, liquidations, world } = source;
  return {
    name,
    simulated,
    ...(tellsAllTicks !== undefined && { tellsAllTicks }),
    ...(candlesKeptAs !== undefined && { candlesKeptAs }),
    ...(trades && { trades: { range: async (query) => trades.range(query), watch: trades.watch.bind(trades) } }),
    ...(liquidations && {
      liquidations: {
        watch: liquidations.watch.bind(liquidations),
        ...(liquidations.range && { range: async (query) => liquidations.range!(query) }),
      },
    }),
    ...(world && { world }),
    ...(Object.fromEntries([...bound, ...answers]) as unknown as Pick<Source, (typeof needed)[number]>),
  };
}
