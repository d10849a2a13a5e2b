// All visitors of a stand: some ten thousand in a process, each process before one web process.
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noTotals, type CrowdReport, type CrowdRequest, type CrowdTask, type NewVisitor, type Totals } from './crowd-parts.ts';
import type { StandNetwork } from './network.ts';

const visitorsPerProcess = 20_000;

export interface CrowdsReport {
  readonly totals: Totals;
  /** Since the last report. */
  readonly beatDelays: readonly [number, number][];
  readonly tickDelays: readonly [number, number][];
}

export interface Crowds {
  open(visitors: readonly NewVisitor[], perSecond: number): void;
  report(): Promise<CrowdsReport>;
  pids(): number[];
  close(): void;
}

export function openCrowds(
  network: StandNetwork,
  webPorts: readonly number[],
  most: number,
  task: Omit<CrowdTask, 'host' | 'port'>,
): Crowds {
  const perWeb = Math.ceil(most / webPorts.length / visitorsPerProcess);
  const children = webPorts.flatMap((port) =>
    Array.from({ length: perWeb }, () => startOne(network, { ...task, host: network.host, port })),
  );
  const ask = (child: ChildProcess) =>
    new Promise<CrowdReport>((resolve, reject) => {
      child.once('message', (report) => resolve(report as CrowdReport));
      tell(child, { kind: 'report' }, reject);
    });
  return {
    open(visitors, perSecond) {
      children.forEach((child, at) => {
        const own = visitors.filter((_, visitor) => visitor % children.length === at);
        tell(child, { kind: 'open', visitors: own, perSecond: perSecond / children.length }, fail);
      });
    },
    async report() {
      const reports = await Promise.all(children.map(ask));
      const totals = noTotals();
      for (const report of reports) for (const name of Object.keys(totals) as (keyof Totals)[]) totals[name] += report.totals[name];
      return {
        totals,
        beatDelays: reports.flatMap(({ beatDelays }) => beatDelays),
        tickDelays: reports.flatMap(({ tickDelays }) => tickDelays),
      };
    },
    pids: () => children.flatMap(({ pid }) => pid ?? []),
    close: () => children.forEach((child) => child.disconnect()),
  };
}

function startOne(network: StandNetwork, task: CrowdTask): ChildProcess {
  const program = fileURLToPath(new URL('crowd.ts', import.meta.url));
  const [command, ...args] = [...network.enter.visitors, process.execPath, program];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.once('exit', (code) => void (code && fail(new Error('A process of visitors has failed.'))));
  tell(child, { kind: 'begin', task }, fail);
  return child;
}

const tell = (child: ChildProcess, request: CrowdRequest, onError: (error: Error) => void): void => {
  child.send(request, (error) => void (error && onError(error)));
};
const fail = (error: Error): never => {
  throw error;
};
