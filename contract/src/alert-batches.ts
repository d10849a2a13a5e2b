// Many alerts at once: turned on, off or deleted by one press, told as a file, and made from one.
import * as v from 'valibot';
import { call, count, filled, languageType, listOf, text } from './wire.ts';

const id = filled(64);

/** So many alerts are changed by one call. */
export const batchSize = 200;
export const batchActions = ['on', 'off', 'delete'] as const;
export type BatchAction = (typeof batchActions)[number];

/** Why one of many was refused: a code of the catalogue, and what it says in the language of the caller; null: it was not. */
const why = { code: v.nullable(text(8)), msg: v.nullable(text(500)) };

/** unchanged: it was so already. */
const changedAlert = v.object({ id, outcome: v.picklist(['changed', 'unchanged', 'refused']), ...why });
export type ChangedAlert = v.InferOutput<typeof changedAlert>;

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
} as const;
