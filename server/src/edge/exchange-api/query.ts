// What was asked, as that exchange reads it: numbers are texts, limits are cut rather than refused.

/** A request that cannot be answered; becomes Bitget's envelope with its code. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export type Query = Readonly<Record<string, string | undefined>>;

export const unknownPath = () => new ApiRefusal('40404', 'Request URL NOT FOUND', 404);
export const badParameter = (name: string) => new ApiRefusal('40020', `Parameter ${name} error`);

export function wholeOf(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badParameter(name);
  return Number(text);
}

export const limitOf = (query: Query, usual: number, most: number): number => Math.max(1, Math.min(most, wholeOf(query, 'limit') ?? usual));
