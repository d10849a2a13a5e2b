// What of an error may stand in a log. Libraries quote values in their messages: a failed query names its parameters, a parser its text, a
// mail server an address. Those messages are left out here, once for every room; class, code, names of tables and frames say what failed
// and where.
import { DatabaseAway } from './db/away.ts';

export interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** An SQLSTATE or a code of the system. */
  readonly code?: string | undefined;
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
  readonly cause?: DescribedError | undefined;
}

const deepestCause = 6;
const plainCode = /^[\w-]{1,40}$/;
const plainName = /^\w{1,80}$/;

const fieldOf = (error: object, name: string): unknown => (error as Record<string, unknown>)[name];
const has = (error: object, ...names: readonly string[]): boolean => names.every((name) => fieldOf(error, name) !== undefined);

/** A query builder's or the driver's own. */
const isOfDatabase = (error: Error): boolean =>
  !(error instanceof DatabaseAway) && (has(error, 'query', 'params') || has(error, 'severity', 'code'));
/** Quotes what a server on the way of a message answered, or the text that could not be parsed. */
const quotes = (error: Error): boolean =>
  error instanceof SyntaxError || has(error, 'endpoint') || has(error, 'response') || has(error, 'rejected');

function hasDatabaseCause(error: Error): boolean {
  let one: unknown = error;
  for (let depth = 0; one instanceof Error && depth < deepestCause; one = one.cause, depth++) if (isOfDatabase(one)) return true;
  return false;
}

const matching = (value: unknown, form: RegExp): string | undefined => (typeof value === 'string' && form.test(value) ? value : undefined);

/** What kind of failure it was: an SQLSTATE or a code of the system, however deep a room has wrapped it. */
export function errorCodeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > deepestCause) return undefined;
  return matching(fieldOf(error, 'code'), plainCode) ?? errorCodeOf(fieldOf(error, 'cause'), depth + 1);
}

export function describeError(error: Error, depth = 0): DescribedError {
  const type = matching(error.constructor?.name, plainName) ?? 'Error';
  const code = errorCodeOf(error);
  // An error that wraps a failed query may repeat its message.
  const isHidden = quotes(error) || (!(error instanceof DatabaseAway) && hasDatabaseCause(error));
  const message = isHidden ? (code === undefined ? 'not shown' : `not shown, code ${code}`) : error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error && depth < deepestCause ? describeError(error.cause, depth + 1) : undefined;
  const names = {
    code,
    table: matching(fieldOf(error, 'table'), plainName),
    constraint: matching(fieldOf(error, 'constraint'), plainName),
    cause,
  };
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...frames].join('\n'),
    ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)),
  };
}
