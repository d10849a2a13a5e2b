// A reporter for node:test that writes one line of JSON per finished test. A control character opens each line, so that
// whatever the tests print themselves can be told from it.
import { inspect } from 'node:util';

export const eventMark = '\u0001';

export interface TestLine {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly isPass: boolean;
  readonly isSuite: boolean;
  readonly ms: number;
  /** Why it was skipped; '' without a reason, null when it ran. */
  readonly skipped: string | null;
  /** In full, for people; null for a pass, and for a parent that only failed with its children. */
  readonly failure: string | null;
}

interface TestEvent {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly type?: string; readonly duration_ms: number; readonly error?: Error & { failureType?: string } };
}

const lineOf = ({ name, file = '', line = 0, skip, todo, details }: TestEvent, isPass: boolean): TestLine => {
  const { type, duration_ms: ms, error } = details;
  const why = skip ?? todo;
  const skipped = why === undefined ? null : String(why === true ? '' : why);
  const failed = isPass || error?.failureType === 'subtestsFailed' ? null : (error?.cause ?? error ?? 'failed');
  const failure = failed === null || typeof failed === 'string' ? failed : inspect(failed, { depth: 6 });
  return { name, file, line, isPass, isSuite: type === 'suite', ms, skipped, failure };
};

export default async function* eventLines(events: AsyncIterable<{ type: string; data: unknown }>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') yield `${eventMark}${JSON.stringify(lineOf(data as TestEvent, type === 'test:pass'))}\n`;
  }
}
