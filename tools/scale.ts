// `npm run scale`: writes into docs/scale.md what was measured (bench/scale/figures.json, as `npm run stand -- --json` printed it) and what
// follows from it for larger crowds. `npm run scale -- add FILE` takes in what the stand printed into a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { assumptions, planFor, type Measured } from '../bench/scale/model.ts';
import type { RestFigures, StandFigures, StepFigures } from '../bench/stand/report.ts';
import { rootDir } from './run-command.ts';

const figuresFile = join(rootDir, 'bench/scale/figures.json');
const document = join(rootDir, 'docs/scale.md');
const [begin, end] = ['<!-- figures -->', '<!-- /figures -->'];
const crowds = [1_000, 10_000, 50_000, 100_000, 250_000, 1_000_000];
const webMemoryPromiseGigabytes = 2;

const readMeasured = (): Measured[] => JSON.parse(readFileSync(figuresFile, 'utf8')) as Measured[];
const many = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function seenTable({ command, date, machine, figures }: Measured): string {
  const steps = figures.filter((one) => one.kind === 'sockets');
  const head = [
    'Sockets',
    'Frames/s',
    'Bytes/s a visitor',
    'Beat to client p50, p99',
    'Tick to client p50, p99',
    'Web: µs/s, kB a socket',
    'Opening',
    'Gaps',
  ];
  const rows = steps.map((step) => [
    many(step.sockets),
    many(step.framesPerSecond),
    many(step.bytesPerVisitor),
    `${step.beatP50Ms}, ${step.beatP99Ms} ms`,
    `${step.tickP50Ms}, ${step.tickP99Ms} ms`,
    `${step.parts['web']!.microsecondsPerSocket}, ${step.parts['web']!.kilobytesPerSocket}`,
    `${step.openingMilliseconds} ms`,
    String(step.gaps),
  ]);
  const lines = figures.flatMap((one) => {
    if (one.kind === 'rest') {
      const ticks = Object.entries(one.tickMicroseconds).map(
        ([part, microseconds]) => `${part} ${microseconds} µs, ${one.megabytes[part]} MB`,
      );
      return [
        `Before anybody came, ${many(one.ticksPerSecond)} ticks/s: of a tick ${ticks.join('; ')}. A page from the cache: ` +
          `${one.pageMilliseconds} ms, ${many(one.pageBytes)} bytes. A firing, from judging to sending: ${one.firingMilliseconds} ms ` +
          `(${many(one.firings)} of them).`,
      ];
    }
    if (one.kind === 'storm')
      return [
        `Web killed and started again: away for ${one.awaySeconds} s, then ${many(one.sockets)} sockets back within ` +
          `${one.backSeconds} s, ${many(one.loggedIn)} of them logged in, ${one.failedLogins} log-ins refused.`,
      ];
    return [];
  });
  return [`\`${command}\`, ${date}, ${machine}:`, ...(rows.length > 0 ? [table(head, rows)] : []), ...lines].join('\n\n');
}

function planTable(rest: RestFigures, step: StepFigures): string {
  const head = [
    'Visitors at once',
    'Web cores',
    'Web processes',
    'Web memory',
    'Other cores',
    'Web machines',
    'Traffic',
    'Machines a month',
    'Traffic a month',
  ];
  const rows = crowds.map((visitors) => {
    const plan = planFor(visitors, rest, step);
    return [
      many(visitors),
      many(plan.webCores, 1),
      many(plan.webProcesses),
      `${many(plan.webGigabytes, 1)} GB`,
      many(plan.otherCores, 1),
      many(plan.webMachines),
      `${many(plan.gigabitsPerSecond, 2)} Gbit/s`,
      `$${many(plan.machineDollars)}`,
      `${many(plan.terabytesPerMonth)} TB, $${many(plan.trafficDollars)}`,
    ];
  });
  return table(head, rows);
}

/** The last word on each counts: the newest measurement, and of its crowds the largest. */
function makeFigures(measured: readonly Measured[]): string {
  const all = measured.flatMap(({ figures }) => figures);
  const rest = all.findLast((one) => one.kind === 'rest')!;
  const step = all.findLast((one) => one.kind === 'sockets')!;
  const web = step.parts['web']!;
  const { database, bus } = assumptions;
  const supposed = [
    `${assumptions.pagesPerMinute} of 100 visitors open a page in a minute`,
    `${assumptions.pagesFromCache} of 100 pages come from a cache in front`,
    `${assumptions.memberShare * 100} of 100 are logged in, each with ${assumptions.firingsPerMemberAndDay} firings a day`,
    `a core is used to ${assumptions.usedShare * 100} %; feed, alerts and delivery stand twice`,
    `a machine of ${assumptions.machineCores} cores and ${assumptions.machineGigabytes} GB ` +
      `at $${assumptions.machineDollarsPerMonth} a month, ` +
      `Postgres on ${database.machines} at $${database.dollarsPerMonth}, NATS on ${bus.machines} at $${bus.dollarsPerMonth}, ` +
      `traffic at $${assumptions.trafficDollarsPerTerabyte} a TB`,
  ];
  const perProcess = Math.floor(((webMemoryPromiseGigabytes * 1_024 - rest.megabytes['web']!) * 1_024) / web.kilobytesPerSocket);
  return [
    '## Measured',
    ...measured.map(seenTable),
    '## What follows',
    `From ${many(step.sockets)} sockets: a web process of ${webMemoryPromiseGigabytes} GB has memory for ` +
      `${many(perProcess)} sockets, and a core has time for ${many(Math.floor(1e6 / web.microsecondsPerSocket))} of them. ` +
      `Supposed: ${supposed.join('; ')}.`,
    planTable(rest, step),
  ].join('\n\n');
}

export function withFigures(text: string, figures: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`docs/scale.md needs ${begin} and ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`;
}

function add(file: string): void {
  const told = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"kind":'))
    .map((line) => JSON.parse(line) as StandFigures | { kind: 'command'; command: string });
  const command = told.find((one) => one.kind === 'command')?.command;
  const figures = told.filter((one) => one.kind !== 'command');
  if (figures.length === 0 || command === undefined) throw new Error(`${file} is not what npm run stand -- --json printed`);
  const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const machine = `${cpus().length} cores (${cpus()[0]!.model}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  writeFileSync(figuresFile, `${JSON.stringify([...readMeasured(), { command, date, machine, figures }], null, 2)}\n`);
}

export const measuredFigures = (): string => makeFigures(readMeasured());

if (import.meta.main) {
  const [verb, file] = process.argv.slice(2);
  if (verb === 'add' && file !== undefined) add(file);
  writeFileSync(document, withFigures(readFileSync(document, 'utf8'), measuredFigures()));
  console.log(`${document} is written`);
}
