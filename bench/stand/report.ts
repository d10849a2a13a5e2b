// What a stand prints: one line for what visitors saw, one for each part of the machine.
import { percentile, type Totals } from './crowd-parts.ts';
import type { CrowdsReport } from './crowds.ts';
import { parts, type Part } from './servers.ts';
import type { Usage } from './usage.ts';

export type UsageByPart = Readonly<Record<Part | 'visitors', Usage>>;

export interface Measured {
  readonly seconds: number;
  /** Of bytes, frames and updates those that came meanwhile. */
  readonly report: CrowdsReport;
  readonly before: UsageByPart;
  readonly after: UsageByPart;
}

export interface Step {
  readonly count: number;
  readonly openedSeconds: number;
  /** Processor time of the web processes for each new one; where those before it are many, with what they cost meanwhile. */
  readonly openingMilliseconds: number;
  readonly measured: Measured;
  /** Before anybody came. */
  readonly idle: Measured;
  readonly tcpMegabytes: number;
}

export interface StepFigures {
  readonly kind: 'sockets';
  readonly sockets: number;
  readonly openedSeconds: number;
  readonly openingMilliseconds: number;
  readonly framesPerSecond: number;
  readonly framesPerVisitor: number;
  readonly bytesPerVisitor: number;
  readonly beatP50Ms: number;
  readonly beatP99Ms: number;
  readonly tickP50Ms: number;
  readonly tickP99Ms: number;
  readonly gaps: number;
  readonly errors: number;
  readonly tcpKilobytesPerSocket: number;
  /** cores: of one, all processes of the part together; perSocket: above what it takes with nobody there. */
  readonly parts: Readonly<Record<string, { cores: number; megabytes: number; microsecondsPerSocket: number; kilobytesPerSocket: number }>>;
}

export const coresOf = ({ before, after, seconds }: Measured, part: Part | 'visitors') =>
  (after[part].cpuSeconds - before[part].cpuSeconds) / seconds;
const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));

export function figuresOf({ count, openedSeconds, openingMilliseconds, measured, idle, tcpMegabytes }: Step): StepFigures {
  const { report, seconds, after } = measured;
  const { totals, beatDelays, tickDelays } = report;
  const ofParts = (Object.keys(after) as (Part | 'visitors')[]).map((part) => {
    const cores = coresOf(measured, part);
    const { megabytes } = after[part];
    const figures = {
      cores: rounded(cores, 3),
      megabytes: rounded(megabytes),
      microsecondsPerSocket: rounded(((cores - coresOf(idle, part)) / count) * 1e6, 1),
      kilobytesPerSocket: rounded(((megabytes - idle.after[part].megabytes) / count) * 1_024, 1),
    };
    return [part, figures] as const;
  });
  return {
    kind: 'sockets',
    sockets: totals.ready,
    openedSeconds: rounded(openedSeconds, 1),
    openingMilliseconds: rounded(openingMilliseconds, 2),
    framesPerSecond: rounded(totals.frames / seconds),
    framesPerVisitor: rounded(totals.frames / seconds / count, 1),
    bytesPerVisitor: rounded(totals.bytes / seconds / count),
    beatP50Ms: percentile(beatDelays, 0.5),
    beatP99Ms: percentile(beatDelays, 0.99),
    tickP50Ms: percentile(tickDelays, 0.5),
    tickP99Ms: percentile(tickDelays, 0.99),
    gaps: totals.gaps,
    errors: totals.errors,
    tcpKilobytesPerSocket: rounded((tcpMegabytes / count) * 1_024, 1),
    parts: Object.fromEntries(ofParts),
  };
}

export function linesOf(step: StepFigures): string[] {
  return [
    `${step.sockets} sockets (opened in ${step.openedSeconds} s, ${step.openingMilliseconds} ms of web each): ` +
      `${step.framesPerSecond} frames/s, ${step.framesPerVisitor} frames/s and ` +
      `${step.bytesPerVisitor} bytes/s a visitor; beat to client p50 ${step.beatP50Ms} ms, p99 ${step.beatP99Ms} ms; tick to client ` +
      `p50 ${step.tickP50Ms} ms, p99 ${step.tickP99Ms} ms; ${step.gaps} gaps, ${step.errors} refused frames; ` +
      `kernel ${step.tcpKilobytesPerSocket} kB a socket, both ends`,
    ...Object.entries(step.parts).map(
      ([part, { cores, megabytes, microsecondsPerSocket, kilobytesPerSocket }]) =>
        `  ${part.padEnd(8)} ${cores.toFixed(3)} cores, ${megabytes} MB; ` +
        `a socket: ${microsecondsPerSocket} µs/s, ${kilobytesPerSocket} kB`,
    ),
  ];
}

/** A process that nobody has come to yet. */
export interface RestFigures {
  readonly kind: 'rest';
  readonly ticksPerSecond: number;
  readonly tickMicroseconds: Readonly<Record<string, number>>;
  readonly megabytes: Readonly<Record<string, number>>;
  readonly pageMilliseconds: number;
  readonly pageBytes: number;
  readonly firings: number;
  /** Of judging, keeping and sending together. */
  readonly firingMilliseconds: number;
}

interface Cost<T> {
  readonly result: T;
  readonly cpuSeconds: number;
}
export function restOf(seen: {
  idle: Measured;
  ticksPerSecond: number;
  pages: Cost<{ count: number; bytes: number }>;
  alerts: Cost<number>;
}): RestFigures {
  const { idle, ticksPerSecond, pages, alerts } = seen;
  const of = (figure: (part: Part) => number) =>
    Object.fromEntries(parts.map((part) => [part, rounded(figure(part), 1)])) as Record<string, number>;
  return {
    kind: 'rest',
    ticksPerSecond,
    tickMicroseconds: of((part) => (coresOf(idle, part) * 1e6) / ticksPerSecond),
    megabytes: of((part) => idle.after[part].megabytes),
    pageMilliseconds: rounded((pages.cpuSeconds * 1_000) / pages.result.count, 2),
    pageBytes: pages.result.bytes,
    firings: alerts.result,
    firingMilliseconds: rounded((alerts.cpuSeconds * 1_000) / Math.max(1, alerts.result), 2),
  };
}

export const restLines = (rest: RestFigures): string[] => [
  `at rest, ${rest.ticksPerSecond} ticks/s:`,
  ...parts.map((part) => `  ${part.padEnd(8)} ${rest.tickMicroseconds[part]} µs a tick, ${rest.megabytes[part]} MB`),
  `a page from the cache: ${rest.pageMilliseconds} ms, ${rest.pageBytes} bytes`,
  `a firing: ${rest.firingMilliseconds} ms (${rest.firings} of them)`,
];

export interface StormFigures {
  readonly kind: 'storm';
  readonly sockets: number;
  readonly awaySeconds: number;
  readonly backSeconds: number;
  readonly refused: number;
  readonly loggedIn: number;
  readonly failedLogins: number;
  readonly tokenRetries: number;
}

export function stormOf(storm: { awaySeconds: number; backSeconds: number; before: Totals; after: Totals }): StormFigures {
  const { awaySeconds, backSeconds, before, after } = storm;
  return {
    kind: 'storm',
    sockets: after.ready,
    awaySeconds: rounded(awaySeconds, 1),
    backSeconds: rounded(backSeconds, 1),
    refused: after.refused - before.refused,
    loggedIn: after.loggedIn,
    failedLogins: after.failedLogins - before.failedLogins,
    tokenRetries: after.tokenRetries - before.tokenRetries,
  };
}

export const stormLine = (storm: StormFigures): string =>
  `storm: web killed, away for ${storm.awaySeconds} s; ${storm.backSeconds} s after its start ${storm.sockets} sockets are back, ` +
  `${storm.loggedIn} of them logged in; ${storm.failedLogins} log-ins refused, ${storm.refused} connections told to come later, ` +
  `${storm.tokenRetries} tokens asked for again`;

/** What `--json` prints, a line each. */
export type StandFigures = RestFigures | StepFigures | StormFigures;
