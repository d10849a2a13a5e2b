// Exchanges write numbers as strings or numbers, and nothing at all as '', null or a missing field.
export function readNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** A field that may be left out: undefined then, and NaN when it is there and no number. */
export const readOptional = (value: unknown): number | undefined =>
  value === undefined || value === null || value === '' ? undefined : readNumber(value);

/** Prices and times, of which zero is another word for nothing. */
export const readPositive = (value: unknown): number | undefined => {
  const number = readNumber(value);
  return number > 0 ? number : undefined;
};

export const fieldOf = (row: unknown, name: string | number): unknown =>
  typeof row === 'object' && row !== null ? (row as Record<string | number, unknown>)[name] : undefined;

/** Only what was told, and is a number. */
export const dropAbsent = <T extends object>(fields: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => Number.isFinite(value))) as Partial<T>;
