// From what one socket, tick, page and firing was seen to cost to what a crowd would: cores, memory, machines, traffic, money. It only
// multiplies; where costs stop being proportional is said in docs/scale.md.
import type { RestFigures, StandFigures, StepFigures } from '../stand/report.ts';

export interface Measured {
  readonly command: string;
  readonly date: string;
  readonly machine: string;
  readonly figures: readonly StandFigures[];
}

/** What is not measured but supposed; prices are round numbers to be replaced by those of a contract. */
export const assumptions = {
  /** How many of a hundred visitors open a page in a minute. */
  pagesPerMinute: 50,
  /** How many of a hundred pages are answered by a cache in front. */
  pagesFromCache: 80,
  memberShare: 0.1,
  firingsPerMemberAndDay: 2,
  /** Of a core, so that a process that dies leaves room for its visitors. */
  usedShare: 0.5,
  machineCores: 8,
  machineGigabytes: 32,
  machineDollarsPerMonth: 200,
  trafficDollarsPerTerabyte: 10,
  database: { machines: 2, dollarsPerMonth: 400 },
  bus: { machines: 3, dollarsPerMonth: 100 },
} as const;

export interface Plan {
  readonly visitors: number;
  readonly webCores: number;
  readonly webProcesses: number;
  readonly webGigabytes: number;
  readonly otherCores: number;
  readonly webMachines: number;
  readonly gigabitsPerSecond: number;
  readonly terabytesPerMonth: number;
  readonly machineDollars: number;
  readonly trafficDollars: number;
}

const secondsPerMonth = 30 * 86_400;

export function planFor(visitors: number, rest: RestFigures, sockets: StepFigures): Plan {
  const { pagesPerMinute, pagesFromCache, memberShare, firingsPerMemberAndDay, usedShare, machineCores, machineGigabytes } = assumptions;
  const web = sockets.parts['web']!;
  const pages = (visitors * pagesPerMinute) / 100 / 60;
  const renderedHere = pages * (1 - pagesFromCache / 100);
  const firings = (visitors * memberShare * firingsPerMemberAndDay) / 86_400;
  const ownCores = (visitors * web.microsecondsPerSocket) / 1e6 + (renderedHere * rest.pageMilliseconds) / 1_000;
  const coresOfTicks = (part: string) => (rest.ticksPerSecond * rest.tickMicroseconds[part]!) / 1e6;
  // Every web process follows the whole market, whoever looks at it.
  const webProcesses = Math.max(2, Math.ceil(ownCores / Math.max(0.05, usedShare - coresOfTicks('web'))));
  const webCores = ownCores + webProcesses * coresOfTicks('web');
  const webGigabytes = (webProcesses * rest.megabytes['web']!) / 1_024 + (visitors * web.kilobytesPerSocket) / 2 ** 20;
  const otherCores =
    ['feed', 'alerts', 'delivery'].reduce((sum, part) => sum + 2 * coresOfTicks(part), 0) + (firings * rest.firingMilliseconds) / 1_000;
  const webMachines = Math.max(2, Math.ceil(webProcesses / machineCores), Math.ceil(webGigabytes / (machineGigabytes / 2)));
  const bytesPerSecond = visitors * sockets.bytesPerVisitor + pages * rest.pageBytes;
  const terabytesPerMonth = (bytesPerSecond * secondsPerMonth) / 1e12;
  const otherMachines = Math.max(2, Math.ceil(otherCores / usedShare / machineCores));
  const { database, bus, machineDollarsPerMonth, trafficDollarsPerTerabyte } = assumptions;
  return {
    visitors,
    webCores,
    webProcesses,
    webGigabytes,
    otherCores,
    webMachines,
    gigabitsPerSecond: (bytesPerSecond * 8) / 1e9,
    terabytesPerMonth,
    machineDollars:
      (webMachines + otherMachines) * machineDollarsPerMonth +
      database.machines * database.dollarsPerMonth +
      bus.machines * bus.dollarsPerMonth,
    trafficDollars: terabytesPerMonth * trafficDollarsPerTerabyte,
  };
}
