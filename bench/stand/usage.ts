// What the processes of a stand take of the machine, as the system counts it.
import { readFileSync } from 'node:fs';
import { ownProcessorSeconds } from '../../e2e/harness/process-tree.ts';

export interface Usage {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

export const usageOf = (pids: readonly number[]): Usage => ({
  cpuSeconds: pids.reduce((sum, pid) => sum + ownProcessorSeconds(pid), 0),
  megabytes: pids.reduce((sum, pid) => sum + residentMegabytes(pid), 0),
});

/** What several processes share counts for each of them in part, or Postgres would have its buffers a dozen times. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    // Gone meanwhile.
    return 0;
  }
}

/** What the kernel keeps for all TCP connections of the machine; both ends of every one of ours are among them. */
export function tcpMegabytes(): number {
  const pages = /^TCP:.* mem (\d+)/m.exec(readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return (Number(pages ?? 0) * 4_096) / 2 ** 20;
}
