// What a stand is made of, as its command says it. Every number has a bound, so that no typing error fills a machine.
import { parseArgs } from 'node:util';

export const roles = ['feed', 'alerts', 'delivery', 'web'] as const;
export type Role = (typeof roles)[number];

export interface StandOptions {
  /** Held one after another, each on top of the one before. */
  readonly sockets: readonly number[];
  /** How long each of them is measured. */
  readonly seconds: number;
  readonly rows: number;
  /** Also the slow channel of the whole line, as a page does that keeps a list in order. */
  readonly hasLine: boolean;
  /** How many of a hundred visitors are logged in. */
  readonly members: number;
  readonly processes: Readonly<Record<Role, number>>;
  readonly openingsPerSecond: number;
  readonly ticksPerSecond: number;
  readonly coins: number;
  /** At the end every web process is killed and started again. */
  readonly hasStorm: boolean;
  /** Whatever happens, it is over after so many. */
  readonly minutes: number;
  readonly json: boolean;
}

const numbers = {
  seconds: { fallback: 20, min: 1, max: 3_600 },
  rows: { fallback: 60, min: 1, max: 200 },
  members: { fallback: 10, min: 0, max: 100 },
  web: { fallback: 1, min: 1, max: 16 },
  feed: { fallback: 1, min: 1, max: 4 },
  alerts: { fallback: 1, min: 0, max: 8 },
  delivery: { fallback: 1, min: 0, max: 8 },
  openings: { fallback: 2_000, min: 1, max: 20_000 },
  ticks: { fallback: 400, min: 1, max: 20_000 },
  coins: { fallback: 1_000, min: 20, max: 1_000 },
  minutes: { fallback: 15, min: 1, max: 120 },
} as const;
const mostSockets = 200_000;

export const usage = `npm run stand -- [--sockets 1000,5000] [--line] [--storm] [--json] ${Object.entries(numbers)
  .map(([name, { fallback }]) => `[--${name} ${fallback}]`)
  .join(' ')}`;

export class WrongOption extends Error {}

export function readOptions(args: readonly string[]): StandOptions {
  const { values } = parse(args);
  const read = (name: keyof typeof numbers): number => {
    const { fallback, min, max } = numbers[name];
    return wholeNumber(`--${name}`, values[name] ?? String(fallback), min, max);
  };
  return {
    sockets: values.sockets.split(',').map((text) => wholeNumber('--sockets', text, 1, mostSockets)),
    seconds: read('seconds'),
    rows: read('rows'),
    hasLine: values.line,
    members: read('members'),
    processes: { feed: read('feed'), alerts: read('alerts'), delivery: read('delivery'), web: read('web') },
    openingsPerSecond: read('openings'),
    ticksPerSecond: read('ticks'),
    coins: read('coins'),
    hasStorm: values.storm,
    minutes: read('minutes'),
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        sockets: { type: 'string', default: '1000' },
        line: flag,
        storm: flag,
        json: flag,
        seconds: text,
        rows: text,
        members: text,
        web: text,
        feed: text,
        alerts: text,
        delivery: text,
        openings: text,
        ticks: text,
        coins: text,
        minutes: text,
      },
    });
  } catch (error) {
    throw new WrongOption((error as Error).message);
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new WrongOption(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`);
}
