// What Playwright's JSON report says of a run of the journeys: counts, the time of each test, and one line for each file.
import { stripVTControlCharacters } from 'node:util';
import { isAllowedSkip, type Tally, type Timing } from './tally.ts';

interface ReportedTest {
  readonly projectName: string;
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[];
}

interface ReportedSuite {
  readonly title: string;
  readonly file?: string;
  readonly specs?: readonly { readonly title: string; readonly file: string; readonly tests: readonly ReportedTest[] }[];
  readonly suites?: readonly ReportedSuite[];
}

export interface JourneyReport {
  readonly suites: readonly ReportedSuite[];
  /** What went wrong outside of any test. */
  readonly errors: readonly unknown[];
}

interface Journey {
  readonly file: string;
  readonly name: string;
  readonly ms: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly remark: string | null;
  /** What a failed one said of itself. */
  readonly reason: string;
}

export interface Journeys {
  readonly tally: Tally & { readonly timings: readonly Timing[]; readonly failures: readonly string[] };
  readonly all: readonly Journey[];
}

const judge = ({ status, annotations }: ReportedTest): Pick<Journey, 'outcome' | 'remark'> => {
  if (status === 'expected') return { outcome: 'passed', remark: null };
  if (status !== 'skipped') return { outcome: 'failed', remark: null };
  const why = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'it did not run';
  return { outcome: isAllowedSkip(why) ? 'skipped' : 'failed', remark: `skipped: ${why}` };
};

const journeysOf = ({ specs = [], suites = [] }: ReportedSuite, groups: readonly string[] = []): Journey[] => {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map((test): Journey => {
      const name = groups.concat(test.projectName === 'desktop' ? title : `${title} (${test.projectName})`).join(': ');
      const reason = stripVTControlCharacters(test.results.find(({ error }) => error)?.error?.message ?? '');
      return { file, name, ms: test.results.reduce((sum, { duration }) => sum + duration, 0), reason, ...judge(test) };
    }),
  );
  // The outermost suites are the files, and need no name.
  return own.concat(suites.flatMap((suite) => journeysOf(suite, groups.concat(suite.title))));
};

export const readJourneyReport = ({ suites, errors }: JourneyReport): Journeys => {
  const all = suites.flatMap((suite) => journeysOf(suite));
  const count = (outcome: Journey['outcome']): number => all.filter((journey) => journey.outcome === outcome).length;
  const timings = all.map(({ file, name, ms }) => ({ name: `e2e/journeys/${file}: ${name}`, ms }));
  const failures = all
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, name, remark, reason }) => `e2e/journeys/${file}: ${name}\n${remark ?? reason}`)
    .concat(errors.map((error) => `journeys, outside of any test: ${JSON.stringify(error)}`));
  return { all, tally: { passed: count('passed'), failed: failures.length, skipped: count('skipped'), timings, failures } };
};

/** The expected and the actual value, without the place in the code and the picture of the page. */
const firstLines = (reason: string): string =>
  reason
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 6)
    .join(' | ')
    .slice(0, 600);

const tellFile = (file: string, journeys: readonly Journey[]): readonly string[] => {
  const count = (outcome: Journey['outcome']): number => journeys.filter((journey) => journey.outcome === outcome).length;
  const counts = [
    `${count('passed')} passed`,
    count('failed') > 0 && `${count('failed')} failed`,
    count('skipped') > 0 && `${count('skipped')} skipped`,
  ]
    .filter(Boolean)
    .join(', ');
  const ms = journeys.reduce((sum, journey) => sum + journey.ms, 0);
  const line = `${count('failed') > 0 ? 'FAIL' : 'ok  '}  e2e/journeys/${file}  ${counts}  (${(ms / 1000).toFixed(1)} s)`;
  // A failure is named here as well as at the end: of a long run often only a part is kept.
  const toName = journeys.filter(({ remark, outcome }) => remark !== null || outcome === 'failed');
  return [line].concat(toName.map(({ name, remark, reason }) => `      ${name}: ${remark ?? firstLines(reason)}`));
};

export const tellFiles = ({ all }: Journeys): readonly string[] =>
  [...Map.groupBy(all, ({ file }) => file)].flatMap(([file, journeys]) => tellFile(file, journeys));
