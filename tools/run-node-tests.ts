// node:test over many files with a reporter of our own: one line as each file ends, failures in full, nothing else.
import { relative } from 'node:path';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { emptyTally, type Tally } from './tally.ts';

/** A file that hangs is a failure, not a run without end. */
const fileTimeoutMs = 300_000;

interface FileRecord {
  passed: number;
  failed: number;
  skipped: number;
  begin: number;
  failures: string[];
  printed: string;
}

interface RunOptions {
  readonly rootDir: string;
  /** Relative to rootDir. */
  readonly files: readonly string[];
  readonly say: (line: string) => void;
  readonly concurrency?: number;
}

interface TestEvent {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly type?: string; readonly error?: Error & { failureType?: string; cause?: unknown } };
}

const reasonOf = (text: string | boolean | undefined): string => (typeof text === 'string' && text !== '' ? `: ${text}` : '');

export const runNodeTests = async ({ rootDir, files, say, concurrency = availableParallelism() }: RunOptions): Promise<Tally> => {
  const records = new Map<string, FileRecord>();
  const recordOf = (file: string): FileRecord => {
    const known = records.get(file) ?? { passed: 0, failed: 0, skipped: 0, begin: performance.now(), failures: [], printed: '' };
    records.set(file, known);
    return known;
  };
  const shown = (file: string): string => relative(rootDir, file);

  const close = (file: string): void => {
    const record = recordOf(file);
    const { passed, failed, skipped, begin, failures, printed } = record;
    const took = `${((performance.now() - begin) / 1000).toFixed(1)} s`;
    say(`${failed > 0 ? 'FAIL' : 'ok  '}  ${shown(file)}  ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}  (${took})`);
    for (const text of failures.splice(0)) say(text);
    if (failed > 0 && printed.trim() !== '') say(`      it printed:\n${printed.slice(-4000).trimEnd().replace(/^/gm, '        ')}`);
  };
  const fail = (file: string, title: string, error: unknown): void => {
    const record = recordOf(file);
    record.failed++;
    record.failures.push(`      ${title}\n${inspect(error, { depth: 6 }).replace(/^/gm, '        ')}`);
  };
  const skip = (file: string, { name, skip: why, todo }: TestEvent): void => {
    const record = recordOf(file);
    record.skipped++;
    record.failures.push(`      skipped: ${name}${reasonOf(why ?? todo)}`);
  };

  const onResult = (event: TestEvent, isPass: boolean): void => {
    const { name, file = name, details } = event;
    const error = details.error;
    // Without a test of its own the file itself is reported as one; that means nothing ran, or all of it fell over.
    if (name === file) {
      fail(file, isPass ? 'there is no test in this file' : 'the file did not run to its end', isPass ? 'zero tests' : (error?.cause ?? error));
      close(file);
    } else if (event.skip !== undefined || event.todo !== undefined) skip(file, event);
    else if (!isPass) {
      // The parent of a failed test fails with it; the test itself has been counted.
      if (error?.failureType !== 'subtestsFailed') fail(file, `${name}  (${shown(file)}:${event.line ?? 0})`, error?.cause ?? error);
    } else if (details.type !== 'suite') recordOf(file).passed++;
  };

  const stream = run({ files: files.map((file) => `${rootDir}/${file}`), concurrency, timeout: fileTimeoutMs });
  for await (const { type, data } of stream as AsyncIterable<{ type: string; data: unknown }>) {
    if (type === 'test:dequeue') recordOf((data as TestEvent).file ?? (data as TestEvent).name);
    else if (type === 'test:pass' || type === 'test:fail') onResult(data as TestEvent, type === 'test:pass');
    else if (type === 'test:stdout' || type === 'test:stderr') {
      const { file, message } = data as { file: string; message: string };
      recordOf(file).printed += message;
    } else if (type === 'test:summary') {
      const { file } = data as { file?: string };
      if (file !== undefined) close(file);
    }
  }
  return [...records.values()].reduce<Tally>(
    (sum, { passed, failed, skipped }) => ({ passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }),
    emptyTally,
  );
};
