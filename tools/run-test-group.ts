// Runs test files in this process and writes one line of JSON per finished test. A control character opens each line, so
// that the output of the tests themselves can be told from it. A program and not a flag of Node: a flag would be
// passed on to every process that a test forks.
//   node tools/run-test-group.ts <file> ...
import { realpathSync } from 'node:fs';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { computedMs } from './computed-time.ts';

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

/** What a test wants to be seen on every run. */
export interface FigureLine {
  readonly file: string;
  readonly figure: string;
}

/** What the group and all it had started have computed by its end. */
export interface ComputedLine {
  readonly computedMs: number;
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

const writeLine = (line: TestLine | FigureLine | ComputedLine): void => void process.stdout.write(`${eventMark}${JSON.stringify(line)}\n`);

const runGroup = async (files: readonly string[]): Promise<void> => {
  const events = run({ files: [...files], isolation: 'none' }) as AsyncIterable<{ type: string; data: unknown }>;
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic') {
      const { file, message } = data as { file?: string; message: string };
      // Without a file the runner of node:test itself speaks: its sums, and what went wrong after a test had ended.
      if (file !== undefined || message.startsWith('Error: ')) writeLine({ file: file ?? '', figure: message });
    }
    if (type === 'test:pass' || type === 'test:fail') writeLine(lineOf(data as TestEvent, type === 'test:pass'));
  }
  writeLine({ computedMs: computedMs() });
};

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) await runGroup(process.argv.slice(2));
