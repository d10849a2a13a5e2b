// No string from outside may hold what no database keeps: every call's input is walked, so that a new one cannot forget it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { calls } from './calls.ts';
import { clientFrame } from './socket.ts';
import { characters, filled, isStorable, queryList, text, type CallTable, type Schema } from './wire.ts';

type Part = Record<string, unknown> & { type?: string; kind?: string };
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
const isChecked = (part: unknown): boolean =>
  isPart(part) && (part.requirement === isStorable || (Array.isArray(part.pipe) && part.pipe.some(isChecked)));

/** Where a string is let through as it is. What the schema makes of it later needs no check of its own. */
function openStrings(schema: unknown, path: string, found: string[] = [], depth = 0): string[] {
  if (!isPart(schema) || depth > 40) return found;
  if (schema.kind !== 'schema') return found;
  if (schema.type === 'string' && !isChecked(schema)) found.push(path);
  if (['any', 'unknown', 'custom', 'lazy', 'instance', 'blob', 'file'].includes(schema.type!)) found.push(`${path} (${schema.type})`);
  const go = (part: unknown, name: string) => openStrings(part, `${path}.${name}`, found, depth + 1);
  for (const [name, entry] of Object.entries((schema.entries as object | undefined) ?? {})) go(entry, name);
  for (const name of ['wrapped', 'item', 'key', 'value', 'rest'] as const) go(schema[name], name);
  for (const option of [...((schema.options as unknown[] | undefined) ?? []), ...((schema.items as unknown[] | undefined) ?? [])])
    go(option, '|');
  // Only what takes the value in first: later schemas of a pipe see what the earlier ones let through.
  const [first] = (schema.pipe as unknown[] | undefined) ?? [];
  if (isPart(first) && first.type !== schema.type) openStrings(first, path, found, depth + 1);
  return found;
}

test('no input of any call, and no frame of a socket, lets a NUL or half a surrogate pair through', () => {
  const found = Object.entries(calls as CallTable).flatMap(([name, call]) => openStrings(call.input, name));
  assert.deepEqual([...found, ...openStrings(clientFrame, 'frame')], []);
});

test('the walk finds a string that was forgotten, wherever it is', () => {
  const forgotten = v.object({
    a: v.optional(v.string()),
    b: v.array(v.object({ c: v.pipe(v.string(), v.maxLength(3)) })),
    d: v.union([v.number(), v.string()]),
    e: v.record(characters, v.unknown()),
    f: v.pipe(
      v.object({ g: v.string() }),
      v.check(() => true),
    ),
    h: text(3),
  });
  assert.deepEqual(openStrings(forgotten, ''), ['.a.wrapped', '.b.item.c', '.d.|', '.e.value (unknown)', '.f.g']);
});

test('what can be kept passes, in any script; what cannot is refused', () => {
  const forms: Schema[] = [characters, text(10), filled(10), queryList(filled(10), 3)];
  for (const form of forms) {
    for (const fine of ['a', 'Zoé', '你好', '🌊🌊', '\u0001\t\n', '\uFFFD']) assert.ok(v.is(form, fine), fine);
    for (const broken of ['a\0', '\0', '\uD83C', '\uDF0A\uD83C', 'x\uDF0Ay']) assert.ok(!v.is(form, broken), JSON.stringify(broken));
  }
});
