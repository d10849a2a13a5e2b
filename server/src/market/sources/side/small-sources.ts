// Three that tell one thing each: alternative.me its fear and greed index, mempool.space the chain of Bitcoin, a rates service
// how much of each currency a dollar buys.
import * as v from 'valibot';
import { currencyCodes } from '@tidemark/contract/money.ts';
import type { Blocks } from '@tidemark/source/source.ts';
import type { WorldMoodDay } from '@tidemark/source/world-facts.ts';
import type { FetchText } from './fetch-text.ts';
import { amount, figure, parseJson } from './parse-json.ts';
import { BadAnswer } from './polled.ts';

/** As far back as our own index goes. */
const daysAsked = 731;
const fearGreedShape = v.object({
  data: v.pipe(
    v.array(v.object({ value: v.pipe(figure, v.minValue(0), v.maxValue(100)), timestamp: v.pipe(figure, v.minValue(1)) })),
    v.minLength(1),
  ),
});

/** Oldest first. */
export async function loadFearGreed(baseUrl: string, fetchText: FetchText): Promise<readonly WorldMoodDay[]> {
  const { data } = parseJson((await fetchText(`${baseUrl}/fng/?limit=${daysAsked}`)).text, fearGreedShape);
  return data.map(({ value, timestamp }) => ({ ts: timestamp * 1_000, value })).sort((a, b) => a.ts - b.ts);
}

const height = v.pipe(figure, v.integer(), v.minValue(1), v.maxValue(100_000_000));
const recentShape = v.pipe(v.array(v.object({ height, timestamp: v.pipe(figure, v.minValue(1)) })), v.minLength(1));
const usualIntervalMs = 600_000;

export async function loadBlocks(baseUrl: string, fetchText: FetchText): Promise<Blocks> {
  const tip = parseJson((await fetchText(`${baseUrl}/api/blocks/tip/height`)).text, height);
  const recent = parseJson((await fetchText(`${baseUrl}/api/blocks`)).text, recentShape)
    .map((block) => ({ height: block.height, at: block.timestamp * 1_000 }))
    .sort((a, b) => b.height - a.height);
  const { timeAvg } = parseJson((await fetchText(`${baseUrl}/api/v1/difficulty-adjustment`)).text, v.object({ timeAvg: amount }));
  if (Math.abs(tip - recent[0]!.height) > 10) throw new BadAnswer(`the tip ${tip} is not among the recent blocks`);
  // Minutes of an average block lie within known bounds; any other value is a mistake of the server's units.
  const isSane = timeAvg > usualIntervalMs / 4 && timeAvg < usualIntervalMs * 4;
  return { height: Math.max(tip, recent[0]!.height), recent, averageIntervalMs: isSane ? timeAvg : usualIntervalMs };
}

const ratesShape = v.object({ rates: v.record(v.string(), v.unknown()) });

/** Units that one US dollar buys, for the currencies of the site; one USDT is taken for a dollar. */
export async function loadFiatRates(url: string, fetchText: FetchText): Promise<Readonly<Record<string, number>>> {
  const { rates } = parseJson((await fetchText(url)).text, ratesShape);
  const found = currencyCodes.flatMap((code) => {
    const parsed = v.safeParse(v.pipe(figure, v.gtValue(0)), code === 'USD' ? 1 : rates[code]);
    return parsed.success ? [[code, parsed.output] as const] : [];
  });
  if (found.length < 2) throw new BadAnswer('no rate of any currency of the site');
  return Object.fromEntries(found);
}
