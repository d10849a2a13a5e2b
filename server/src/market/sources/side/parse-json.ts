import * as v from 'valibot';
import { BadAnswer } from './polled.ts';

/** Text of another server as what it should be, or BadAnswer. */
export function parseJson<S extends v.GenericSchema>(text: string | null, shape: S): v.InferOutput<S> {
  let data: unknown;
  try {
    data = JSON.parse(text ?? '');
  } catch (error) {
    throw new BadAnswer('not JSON', { cause: error });
  }
  const parsed = v.safeParse(shape, data);
  if (!parsed.success) throw new BadAnswer(v.summarize(parsed.issues).slice(0, 500));
  return parsed.output;
}

/** A number, or the text of one; everything else is refused. */
export const figure = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i), v.transform(Number))]),
  v.number(),
  v.finite(),
);
export const amount = v.pipe(figure, v.minValue(0));
export const maybe = <S extends v.GenericSchema>(shape: S) => v.fallback(v.nullish(shape), null);
