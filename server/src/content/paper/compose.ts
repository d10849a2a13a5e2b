import { dayMs } from '@tidemark/contract/time.ts';
import { dayFacts } from '../notes/day-facts.ts';
import { type MarketPast } from '../notes/market-past.ts';
import type { CoinChange } from '../notes/note.ts';
import type { PaperFacts } from './paper-facts.ts';

export interface PaperInput {
  readonly past: MarketPast;
  readonly mood: ReadonlyMap<number, number>;
  readonly day: number;
  readonly headlines: { readonly count: number; readonly coins: readonly string[] };
  readonly events: PaperFacts['events'];
}

const mostCoins = 3;
const mostEvents = 5;
const majors = ['BTC', 'ETH'];

/** null = nothing is known of that day. */
export function composePaper({ past, mood, day, headlines, events }: PaperInput): PaperFacts | null {
  const facts = dayFacts(past, day);
  if (!facts) return null;
  const { coins, rising, falling, median, sectors } = facts;
  const byChange = coins.toSorted((a, b) => b.change - a.change);
  const [up, down, best, worst] = [byChange[0], byChange.at(-1), sectors[0], sectors.at(-1)];
  const toChange = ({ coin, change }: CoinChange): CoinChange => ({ coin, change });
  const value = mood.get(day);
  return {
    majors: majors.flatMap((ticker) => {
      const found = coins.find(({ coin }) => coin === ticker);
      return found ? [{ ...toChange(found), close: found.candle.close }] : [];
    }),
    breadth: coins.length < 10 ? null : { rising, falling, coins: coins.length, median },
    sectors:
      best && worst && best !== worst ? { best: best.slug, bestChange: best.change, worst: worst.slug, worstChange: worst.change } : null,
    movers: up && down && up !== down ? { up: toChange(up), down: toChange(down) } : null,
    mood: value === undefined ? null : { value, before: mood.get(day - dayMs) ?? null },
    contracts: contractsOf(past, day),
    headlines: { count: headlines.count, coins: headlines.coins.slice(0, mostCoins) },
    events: events.slice(0, mostEvents),
  };
}

function contractsOf({ contracts }: MarketPast, day: number): PaperFacts['contracts'] {
  const known = contracts.flatMap(({ funding, openInterest }) => {
    const [value, before] = [openInterest.get(day + dayMs), openInterest.get(day)];
    const rates = funding.filter(({ ts }) => ts > day && ts <= day + dayMs).map(({ rate }) => rate);
    return value === undefined || before === undefined
      ? []
      : [{ value, before, rate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length }];
  });
  if (known.length === 0) return null;
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  const [value, before] = [sum(known.map((one) => one.value)), sum(known.map((one) => one.before))];
  const rated = known.filter((one) => one.rate !== null);
  return {
    count: known.length,
    value,
    change: value / before - 1,
    funding: rated.length === 0 ? null : sum(rated.map((one) => one.rate! * one.value)) / sum(rated.map((one) => one.value)),
  };
}
