// Kills a program with everything it started, at once, as a power cut would: nobody gets to say goodbye.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** [pid, parent] of every process; /proc where it exists, because small systems have no ps. */
const everyProcess = (): (readonly [number, number])[] => {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The command may hold spaces and brackets; what follows its last bracket is state and parent.
        const [, parent] =
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .split(/\) (?!.*\) )/s)[1]
            ?.split(' ') ?? [];
        return [[Number(name), Number(parent)] as const];
      } catch {
        return [];
      }
    });
};

const childrenByParent = (): Map<number, number[]> => {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of everyProcess()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  return children;
};

const withDescendants = (pid: number, children: ReadonlyMap<number, readonly number[]>): number[] => [
  pid,
  ...(children.get(pid) ?? []).flatMap((child) => withDescendants(child, children)),
];

/** A database server detaches itself from its parent; its pid file says who it is. */
const databasePids = (dataDir: string): number[] =>
  globSync(join(dataDir, '**/postmaster.pid')).map((file) => Number(readFileSync(file, 'utf8').split('\n')[0]));

const programOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // Gone meanwhile, or a system without /proc.
    return '';
  }
};

/** Those of a program by this name that a process has started, each with what it started itself. */
export const startedBy = (parent: number, program: string): number[] => {
  const children = childrenByParent();
  return (children.get(parent) ?? []).filter((pid) => programOf(pid) === program).flatMap((pid) => withDescendants(pid, children));
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const treeOf = (pid: number, dataDir: string): Set<number> => {
  const children = childrenByParent();
  return new Set([pid, ...databasePids(dataDir)].flatMap((root) => withDescendants(root, children)));
};

const ticksPerSecond = 100;

/** Seconds of processor that one process with all its threads has used so far; NaN where /proc does not tell. */
export const ownProcessorSeconds = (pid: number): number => {
  if (!existsSync('/proc/self/stat')) return NaN;
  try {
    const fields =
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .split(/\) (?!.*\) )/s)[1]
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    // Gone meanwhile, and its time with it.
    return 0;
  }
};

/** The same of a program, what it started and its database. */
export const processorSeconds = (pid: number, dataDir: string): number =>
  [...treeOf(pid, dataDir)].reduce((sum, one) => sum + ownProcessorSeconds(one), 0);

export const killTree = async (pid: number, dataDir: string): Promise<void> => {
  const doomed = treeOf(pid, dataDir);
  for (const one of doomed) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  while ([...doomed].some(isAlive)) await delay(10);
};
