// A failed query names its values: addresses, hashes. Whoever logs what this room throws must not learn them.
import { Refusal } from '@tidemark/contract/errors.ts';
import { databaseAwayOf } from '#platform/db/away.ts';

class UsersFailed extends Error {
  readonly code: string | undefined;
  constructor(call: string, error: unknown) {
    const code = codeOf(error);
    super(`'${call}' failed${code ? `: ${code}` : ''}`);
    this.name = 'UsersFailed';
    this.code = code;
    const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
    this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n');
  }
}

/** What kind of failure it was: an SQLSTATE or a code of the system. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[\w-]{1,40}$/.test(code)) return code;
  return cause === undefined ? undefined : codeOf(cause);
}

type AnyCalls = Readonly<Record<string, (...given: any[]) => unknown>>;

export const hush = <G extends unknown[], T>(name: string, work: (...given: G) => T | Promise<T>) => async (...given: G): Promise<T> => {
  try {
    return await work(...given);
  } catch (error) {
    throw error instanceof Refusal ? error : (databaseAwayOf(error) ?? new UsersFailed(name, error));
  }
};

export const hushCalls = <T extends AnyCalls>(calls: T): T => Object.fromEntries(Object.entries(calls).map(([name, handle]) => [name, hush(name, handle)])) as unknown as T;
