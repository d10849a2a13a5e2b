// node:test over many files, each in a process of its own, with a report of our own: one line as each file ends, failures
// in full, nothing else. Every file is a run of its own, because node's runner tells the results of many files in their
// order and would keep a finished one waiting behind a slow one; and so that one that hangs can be ended alone.
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { addTallies, type Tally } from './tally.ts';

interface RunOptions {
  readonly rootDir: string;
  /** Relative to rootDir. */
  readonly files: readonly string[];
  readonly say: (line: string) => void;
  readonly concurrency?: number;
  /** A file that reports nothing for so long is ended and has failed. */
  readonly silenceMs?: number;
}

interface TestEvent {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly type?: string; readonly error?: Error & { failureType?: string } };
}

interface FileReport {
  passed: number;
  failed: number;
  skipped: number;
  printed: string;
  readonly remarks: string[];
}

const indent = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));

const fail = (report: FileReport, title: string, error: unknown): void => {
  report.failed++;
  report.remarks.push(`${title}\n${indent(typeof error === 'string' ? error : inspect(error, { depth: 6 }), 2)}`);
};

const take = (report: FileReport, path: string, event: TestEvent, isPass: boolean): void => {
  const { name, details: { type, error }, skip, todo } = event;
  const cause = error?.cause ?? error;
  // Without a test of its own the file itself is reported as one: nothing ran, or all of it fell over.
  if (name === path) {
    if (isPass) fail(report, 'there is no test in this file', 'a file that proves nothing has failed');
    else fail(report, 'the file did not run to its end', cause);
  } else if (skip !== undefined || todo !== undefined) {
    report.skipped++;
    const why = skip ?? todo;
    report.remarks.push(`skipped: ${name}${typeof why === 'string' && why !== '' ? `: ${why}` : ''}`);
  } else if (!isPass) {
    // The parent of a failed test fails with it; the test itself has been counted.
    if (error?.failureType !== 'subtestsFailed') fail(report, `${name}  (line ${event.line ?? 0})`, cause);
  } else if (type !== 'suite') report.passed++;
};

const runFile = async (path: string, silenceMs: number): Promise<FileReport> => {
  const report: FileReport = { passed: 0, failed: 0, skipped: 0, printed: '', remarks: [] };
  const ending = new AbortController();
  const watchdog = setTimeout(() => ending.abort(), silenceMs);
  for await (const { type, data } of run({ files: [path], signal: ending.signal }) as AsyncIterable<{ type: string; data: unknown }>) {
    if (!ending.signal.aborted) watchdog.refresh();
    if (type === 'test:stdout' || type === 'test:stderr') report.printed += (data as { message: string }).message;
    else if ((type === 'test:pass' || type === 'test:fail') && !ending.signal.aborted) take(report, path, data as TestEvent, type === 'test:pass');
  }
  clearTimeout(watchdog);
  if (ending.signal.aborted) fail(report, 'the file did not end', `nothing was heard of it for ${silenceMs / 1000} s: a test waits for what never comes, or left a timer, server or process open`);
  return report;
};

const tell = (file: string, { passed, failed, skipped, remarks, printed }: FileReport, tookMs: number, say: (line: string) => void): void => {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean).join(', ');
  say(`${failed > 0 ? 'FAIL' : 'ok  '}  ${file}  ${counts}  (${(tookMs / 1000).toFixed(1)} s)`);
  for (const text of remarks) say(indent(text, 6));
  if (failed > 0 && printed.trim() !== '') say(indent(`it printed:\n${indent(printed.slice(-4000).trimEnd(), 2)}`, 6));
};

export const runNodeTests = async ({ rootDir, files, say, concurrency = availableParallelism(), silenceMs = 120_000 }: RunOptions): Promise<Tally> => {
  const waiting = [...files];
  const reports: FileReport[] = [];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const path = join(rootDir, file);
      const begin = performance.now();
      const report = await runFile(path, silenceMs);
      reports.push(report);
      tell(relative(rootDir, path), report, performance.now() - begin, say);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return addTallies(reports);
};
