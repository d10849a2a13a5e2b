// Many alerts at once: turned on, off or deleted by one press, told as a file, and made from one.
import * as v from 'valibot';
import { call, count, filled, languageType, listOf, text } from './wire.ts';

const id = filled(64);

/** So many alerts are changed by one call. */
export const batchSize = 200;
export const batchActions = ['on', 'off', 'delete'] as const;
export type BatchAction = (typeof batchActions)[number];

/** A file of alerts: so many lines, in a request of so many bytes. A longer one, up to so many bytes, goes in parts of that size. */
export const alertFileRule = { rows: 1_000, bodyBytes: 256 * 1024, wholeBytes: 4 * 1024 * 1024, symbolLength: 64 } as const;
const alertFileFormats = ['csv', 'json'] as const;
export type AlertFileFormat = (typeof alertFileFormats)[number];
const format = v.picklist(alertFileFormats);

/** Why one of many was refused: a code of the catalogue, and what it says in the language of the caller; null: it was not. */
const why = { code: v.nullable(text(8)), msg: v.nullable(text(500)) };

/** unchanged: it was so already. */
const changedAlert = v.object({ id, outcome: v.picklist(['changed', 'unchanged', 'refused']), ...why });
export type ChangedAlert = v.InferOutput<typeof changedAlert>;

/** there: the same alert is there already, or this import made it before. */
const importedLine = v.object({
  /** Of the file, from 1; of JSON the place in the list. */
  line: count,
  /** As it stands in the file. */
  symbol: text(alertFileRule.symbolLength),
  outcome: v.picklist(['made', 'there', 'refused']),
  ...why,
});
export type ImportedLine = v.InferOutput<typeof importedLine>;

export const batchCalls = {
  changeAlerts: call({
    kind: 'write',
    method: 'POST',
    path: '/send/priceremindconfig/batch',
    who: 'user',
    never429: true,
    scope: 'alerts:write',
    weight: { field: 'ids', per: 50 },
    about: 'Turns alerts on or off, or deletes them, and says of each what came of it. One that is turned on starts anew.',
    input: v.object({ languageType, ids: v.pipe(listOf(id, batchSize), v.minLength(1)), action: v.picklist(batchActions) }),
    output: v.object({ items: listOf(changedAlert, batchSize), changed: count }),
  }),
  exportAlerts: call({
    kind: 'costly',
    method: 'POST',
    path: '/send/priceremindconfig/export',
    who: 'user',
    never429: true,
    scope: 'alerts:read',
    about:
      'All alerts of the user as a file, or, by its number from 1, a part of it: up to 1,000 alerts, as importAlerts takes them. Tells ' +
      'how many parts there are.',
    input: v.object({ languageType, format, part: v.optional(v.pipe(count, v.minValue(1))) }),
    /** As many alerts as can be kept, each with the longest values there are. */
    output: v.object({ content: text(4_000_000), count, parts: count }),
  }),
  importAlerts: call({
    kind: 'write',
    method: 'POST',
    path: '/send/priceremindconfig/import',
    who: 'user',
    never429: true,
    scope: 'alerts:write',
    weight: { field: 'content', per: 1_000 },
    about:
      'Makes the alerts of a file, each once however often it is sent, and says of every line what came of it. ' +
      'preview: says it and makes nothing. Up to 1,000 lines.',
    input: v.object({
      languageType,
      format,
      content: filled(alertFileRule.bodyBytes),
      /** Names this import: sent again with it, a line makes no second alert, even if the first was edited meanwhile. */
      importKey: filled(64),
      preview: v.optional(v.boolean(), false),
    }),
    output: v.object({ made: count, there: count, refused: count, items: listOf(importedLine, alertFileRule.rows) }),
  }),
} as const;
