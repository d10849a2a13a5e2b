// Inputs for the fuzz of all calls, drawn from a seed: what the description of a call allows, samples that are right, values learnt
// from earlier answers, and all of these with something hostile put into them.
import { samples } from './samples.ts';
import type { CallName } from '@tidemark/contract/calls.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface Random {
  /** From 0 to 1. */
  next(): number;
  below(max: number): number;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32: small, and the same everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return { next, below, pick: (from) => from[below(from.length)]! };
}

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Whatever somebody might put in place of a value. */
const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e15,
  2 ** 53,
  -(2 ** 63),
  1e308,
  Number.MIN_VALUE,
  4_294_967_296,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\ud83d',
  '\u202e\u2066',
  '\ufeff',
  'é\u0301\u0301\u0301',
  '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}',
  '比特币',
  'مرحبا',
  'x'.repeat(300),
  'x'.repeat(5_000),
  '\u{1F600}'.repeat(2_100),
  '9'.repeat(400),
  '-'.repeat(64),
  '1e400',
  'NaN',
  'Infinity',
  '0x10',
  '-0',
  '+1',
  '1_000',
  '٣',
  '1,2,,3',
  '../../etc/passwd',
  "' or 1=1 --",
  '"; drop table alert; --',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '${7*7}',
  '{0}',
  '{field}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '0195d3a1-7c00-7000-8000-000000000000',
  'BTCUSDT',
  'USDT_EUR',
  '2026-02-30',
  '\r\nset-cookie: a=b',
  'true',
  'null',
  '[]',
  '{}',
  [],
  [[]],
  {},
  [null],
  ['a', 1, {}],
  Array.from({ length: 3_000 }, (_, n) => n),
  { length: 1e9 },
  { toString: 'x' },
  JSON.parse('{"then":1}'),
  { valueOf: null },
  deep(40),
];

/** Bodies that are no object of ours at all. */
export const hostileBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  'true',
  '7',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  'NaN',
  '1e999',
  '-',
  '\ufeff{}',
  '{}\0',
  '\0',
  'undefined',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"params":{"__proto__":{"x":1}}}',
  '{"a":1,"a":2}',
  '{"":""}',
  '{"\\u0000":"\\u0000"}',
  '['.repeat(10_000),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `{"pageNum":${'9'.repeat(1_000)}}`,
  '{"pageNum":-0}',
  '{"pageSize":1e3}',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from('{"a":"\ud800"}', 'utf16le'),
  `{"keyword":"${'x'.repeat(70_000)}"}`,
  'a=1&b=2',
  '<xml/>',
];

/** Names and values that answers brought: ids of things that are there. */
export function createHarvest(random: Random) {
  const byName = new Map<string, unknown[]>();
  const keep = (name: string, value: unknown) => {
    const kept = byName.get(name) ?? [];
    if (kept.length < 50) byName.set(name, [...kept, value]);
    else kept[random.below(kept.length)] = value;
  };
  return {
    take(data: unknown) {
      let left = 200;
      const walk = (value: unknown, name: string, level: number): void => {
        if (left-- < 0 || level > 6) return;
        if (Array.isArray(value)) for (const item of value.slice(0, 5)) walk(item, name, level + 1);
        else if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) walk(inner, key, level + 1);
        else if ((typeof value === 'string' && value.length < 80) || typeof value === 'number') keep(name, value);
      };
      walk(data, '', 0);
    },
    /** For 'groupIds' also a 'groupId', for 'ids' also an 'id'. */
    find(name: string): unknown {
      const known = byName.get(name) ?? byName.get(name.replace(/s$/, ''));
      return known && random.pick(known);
    },
  };
}
export type Harvest = ReturnType<typeof createHarvest>;

export function createInputs(random: Random, harvest: Harvest) {
  const textFor = (schema: JsonSchema): string => {
    const { minLength = 0, maxLength = 20, pattern = '' } = schema;
    if (/\\d/.test(pattern) && !/[A-Za-z]{3}/.test(pattern.replace(/\\d/g, '')))
      return random.pick(['1', '0.5', '100', '123456', '0', '-1', '99999.99']);
    if (/A-Z/.test(pattern)) return random.pick(['BTCUSDT', 'BTC', 'DE', 'ETHUSDT', 'BTCUSDT_UMCBL', 'USDT']);
    const length = random.pick([minLength, Math.min(maxLength, 8), maxLength, maxLength + 1]);
    return random.pick(['a', 'Zz', '\u00e4', '\u{1F600}']).repeat(Math.min(length, 6_000)).slice(0, Math.max(1, length));
  };
  const fromSchema = (schema: JsonSchema, name: string, level = 0): unknown => {
    if (level > 5) return null;
    const learnt = random.next() < 0.4 ? harvest.find(name) : undefined;
    if (learnt !== undefined && (schema.type === typeof learnt || schema.type === undefined)) return learnt;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (branches) return fromSchema(random.pick(branches), name, level + 1);
    if (schema.properties) {
      const { required = [] } = schema;
      return Object.fromEntries(
        Object.entries(schema.properties)
          .filter(([key]) => required.includes(key) || random.next() < 0.4)
          .map(([key, inner]) => [key, fromSchema(inner, key, level + 1)]),
      );
    }
    if (schema.type === 'array')
      return Array.from({ length: random.pick([0, 1, 2, 3, Math.min(schema.maxItems ?? 5, 300) + 1]) }, () =>
        fromSchema(schema.items ?? {}, name, level + 1),
      );
    if (schema.type === 'boolean') return random.next() < 0.5;
    if (schema.type === 'integer' || schema.type === 'number') {
      const { minimum = -5, maximum = 1_000 } = schema;
      return random.pick([
        minimum,
        maximum,
        minimum - 1,
        maximum + 1,
        Math.floor(minimum + random.next() * Math.min(maximum - minimum, 50)),
        1,
        10,
      ]);
    }
    return textFor(schema);
  };

  /** A place inside a value, and what to do there. */
  const mutate = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return random.pick(hostile);
    if (Array.isArray(value)) {
      const place = random.below(value.length + 1);
      if (place === value.length) return [...value, random.pick(hostile)];
      return value.map((item: unknown, i) => (i === place ? mutate(item) : item));
    }
    const entries = Object.entries(value);
    const roll = random.next();
    if (roll < 0.1 || entries.length === 0)
      return Object.fromEntries([
        ...entries,
        [random.pick(['extra', 'pageSize', 'params', 'languageType', 'toString', '\0', 'symbolId']), random.pick(hostile)],
      ]);
    const place = random.below(entries.length);
    if (roll < 0.2) return Object.fromEntries(entries.filter((_, i) => i !== place));
    return Object.fromEntries(
      entries.map(([key, inner], i) => [
        key,
        i === place
          ? random.next() < 0.5
            ? mutate(inner)
            : random.pick([...hostile, [inner], { [key]: inner }, JSON.stringify(inner) ?? null])
          : inner,
      ]),
    );
  };

  return {
    /** As right as it gets. */
    plain: (name: string, schema: JsonSchema): unknown => {
      const sample = Object.hasOwn(samples, name) ? samples[name as CallName] : null;
      return sample && random.next() < 0.5
        ? structuredClone(random.pick<unknown>([...sample.good, ...sample.bad]))
        : fromSchema(schema, name);
    },
    mutate,
  };
}
