// node:test over many files with a report of our own: one line as each file ends, failures in full, nothing else. Files
// come in groups; a group is one process, so that one that hangs can be ended alone, and small files share their start.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addTallies, isAllowedSkip, type Tally, type Timing } from './tally.ts';
import { eventMark, type ComputedLine, type FigureLine, type TestLine } from './run-test-group.ts';

interface RunOptions {
  readonly rootDir: string;
  /** Relative to rootDir; each group runs in a process of its own, in this order. */
  readonly groups: readonly (readonly string[])[];
  readonly say: (line: string) => void;
  readonly concurrency?: number;
  /** A group that reports nothing for so long is ended and has failed. */
  readonly silenceMs?: number;
}

interface FileReport {
  passed: number;
  failed: number;
  skipped: number;
  ms: number;
  readonly remarks: string[];
  readonly timings: Timing[];
  readonly computed: Timing[];
  readonly failures: string[];
}

const program = fileURLToPath(new URL('./run-test-group.ts', import.meta.url));
const quickStart = new URL('./quick-start.ts', import.meta.url).href;
/** Beside the packages: no surprise in the temporary folder of a test. Known from the start, it spares the stripping of types too. */
const compiledDir = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

const indent = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));

const emptyReport = (): FileReport => ({ passed: 0, failed: 0, skipped: 0, ms: 0, remarks: [], timings: [], computed: [], failures: [] });

const fail = (report: FileReport, file: string, title: string, reason: string): void => {
  report.failed++;
  report.failures.push(`${file}: ${title}\n${reason}`);
  report.remarks.push(`${title}\n${indent(reason, 2)}`);
};

const addLine = (report: FileReport, file: string, { name, file: path, line, isPass, isSuite, ms, skipped, failure }: TestLine): void => {
  // Without a test of its own the file itself is reported as one: nothing ran, or all of it fell over.
  if (name === path) {
    if (isPass) fail(report, file, 'there is no test in this file', 'a file that proves nothing has failed');
    else fail(report, file, 'the file did not run to its end', failure ?? '');
  } else if (skipped !== null) {
    const title = `skipped: ${name}${skipped === '' ? '' : `: ${skipped}`}`;
    if (!isAllowedSkip(skipped)) return fail(report, file, title, 'a test that is skipped proves nothing');
    report.skipped++;
    report.remarks.push(title);
  } else if (!isPass) {
    // The parent of a failed test fails with it; the test itself has been counted.
    if (failure !== null) fail(report, file, `${name}  (line ${line})`, failure);
  } else if (!isSuite) {
    report.passed++;
    report.ms += ms;
    report.timings.push({ name: `${file}: ${name}`, ms });
  }
};

interface GroupEnd {
  readonly code: number | null;
  readonly isSilent: boolean;
  readonly printed: string;
}

/** Tells each finished test as it comes, and how the process ended. */
const runProcess = (
  paths: readonly string[],
  rootDir: string,
  silenceMs: number,
  onLine: (line: TestLine | FigureLine | ComputedLine) => void,
): Promise<GroupEnd> => {
  // A run inside a run would be taken for a subtest of it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', quickStart, program, ...paths], {
    cwd: rootDir,
    env: { ...env, NODE_COMPILE_CACHE: compiledDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // No other process ends it when this run is told to stop.
  const endWithUs = (): void => void child.kill();
  process.once('exit', endWithUs);
  let isSilent = false;
  let printed = '';
  let rest = '';
  const watchdog = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
  }, silenceMs);
  const print = (text: string): void => {
    printed = (printed + text).slice(-8000);
  };
  child.stderr.setEncoding('utf8').on('data', print);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    watchdog.refresh();
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const at = line.indexOf(eventMark);
      if (at > 0) print(line.slice(0, at));
      if (at < 0) print(`${line}\n`);
      else onLine(JSON.parse(line.slice(at + 1)) as TestLine | FigureLine | ComputedLine);
    }
  });
  return new Promise((resolve) => {
    const end = (code: number | null): void => {
      clearTimeout(watchdog);
      process.off('exit', endWithUs);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve({ code, isSilent, printed: printed + rest });
    };
    child.on('error', (error) => {
      print(error.message);
      end(null);
    });
    child.on('close', end);
    // A process that it left behind may keep its output open for ever; what it said itself has come by then.
    child.on('exit', (code) => setTimeout(() => end(code), 5_000).unref());
  });
};

const tell = (
  file: string,
  { passed, failed, skipped, remarks }: FileReport,
  ms: number,
  printed: string,
  say: (line: string) => void,
): void => {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean).join(', ');
  say(`${failed > 0 ? 'FAIL' : 'ok  '}  ${file}  ${counts}  (${(ms / 1000).toFixed(1)} s)`);
  for (const text of remarks) say(indent(text, 6));
  if (failed > 0 && printed.trim() !== '') say(indent(`it printed:\n${indent(printed.slice(-4000).trimEnd(), 2)}`, 6));
};

const nameOfGroup = ([first, ...others]: readonly string[]): string =>
  others.length === 0 ? first! : `${first} and ${others.length} more`;

const runGroup = async (files: readonly string[], { rootDir, say, silenceMs = 300_000 }: RunOptions): Promise<readonly FileReport[]> => {
  const begin = performance.now();
  const reports = new Map(files.map((file) => [file, emptyReport()]));
  const first = reports.get(files[0]!)!;
  const reportOf = (path: string): [string, FileReport] => {
    const file = relative(rootDir, path);
    // What is told without a place of its own belongs to the group, and the group's first file speaks for it.
    const known = reports.has(file) ? file : files[0]!;
    return [known, reports.get(known)!];
  };
  const { code, isSilent, printed } = await runProcess(
    files.map((file) => join(rootDir, file)),
    rootDir,
    silenceMs,
    (line) => {
      if ('computedMs' in line) return void first.computed.push({ name: nameOfGroup(files), ms: line.computedMs });
      const [file, report] = reportOf(line.file);
      if ('figure' in line) report.remarks.push(line.figure);
      else addLine(report, file, line);
    },
  );
  const hasFailed = [...reports.values()].some(({ failed }) => failed > 0);
  if (isSilent) {
    fail(
      first,
      files[0]!,
      'the file did not end',
      `nothing was heard of it for ${silenceMs / 1000} s: a test waits for what never comes, or left a timer, server or process open`,
    );
  } else if (code !== 0 && !hasFailed) fail(first, files[0]!, 'the file did not run to its end', `exit code ${code}`);
  for (const [file, report] of reports) {
    tell(file, report, files.length === 1 ? performance.now() - begin : report.ms, printed, say);
  }
  return [...reports.values()];
};

export const runNodeTests = async (options: RunOptions): Promise<Tally> => {
  const waiting = [...options.groups];
  const reports: FileReport[] = [];
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) reports.push(...(await runGroup(group, options)));
  };
  // Most files wait for a database, a program or a clock more than they compute.
  await Promise.all(Array.from({ length: options.concurrency ?? 2 * availableParallelism() }, work));
  return addTallies(reports);
};
