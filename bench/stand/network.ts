// Where a stand lives: two network namespaces of its own with a cable between them, servers in one and visitors in the other, so that no
// port, address or socket of it meets anything else on the machine. Without the right to make them it is the loopback, and says so.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export type Side = 'servers' | 'visitors';

export interface StandNetwork {
  readonly kind: string;
  /** Where visitors find the servers. */
  readonly host: string;
  /** The first two numbers of the visitors' addresses. */
  readonly visitors: string;
  /** What comes before a command that runs on that side. */
  readonly enter: Readonly<Record<Side, readonly string[]>>;
}

const [serverAddress, cableEnd, visitorNet] = ['10.61.0.1', '10.61.0.2', '10.62'];
const namePrefix = 'tidemark-stand-';

const ip = (...args: readonly string[]): string => execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A stand that was killed could not take its namespaces away. */
function removeAbandoned(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const name = line.split(' ')[0]!;
    const owner = name.startsWith(namePrefix) ? name.slice(namePrefix.length).split('-')[0] : undefined;
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) remove(name);
  }
}

/** With whoever still runs in it. */
function remove(name: string): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Gone meanwhile.
    }
  }
  ip('netns', 'del', name);
}

export function openNetwork(): { network: StandNetwork; close(): void } {
  const [servers, visitors] = ['servers', 'visitors'].map((side) => `${namePrefix}${process.pid}-${side}`) as [string, string];
  const made: string[] = [];
  const close = () => {
    for (const name of made.splice(0)) remove(name);
  };
  try {
    removeAbandoned();
    for (const name of [servers, visitors]) {
      ip('netns', 'add', name);
      made.push(name);
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
    ip('-n', servers, 'link', 'add', 'cable', 'type', 'veth', 'peer', 'name', 'cable', 'netns', visitors);
    for (const [name, address] of [
      [servers, serverAddress],
      [visitors, cableEnd],
    ] as const) {
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'cable');
      ip('-n', name, 'link', 'set', 'cable', 'up');
    }
    // Every address of it belongs to the visitors' side without being written down one by one.
    ip('-n', visitors, 'route', 'add', 'local', `${visitorNet}.0.0/16`, 'dev', 'lo');
    ip('-n', servers, 'route', 'add', `${visitorNet}.0.0/16`, 'via', cableEnd);
  } catch (error) {
    close();
    const why = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    const kind = `addresses of the loopback, because this system cannot make network namespaces: ${why}`;
    return { network: { kind, host: '127.0.0.1', visitors: '127.62', enter: { servers: [], visitors: [] } }, close };
  }
  const enter = (name: string) => ['ip', 'netns', 'exec', name];
  return {
    network: {
      kind: 'two network namespaces with a cable between them',
      host: serverAddress,
      visitors: visitorNet,
      enter: { servers: enter(servers), visitors: enter(visitors) },
    },
    close,
  };
}

/** One address is a household or an office, and has the ports of one. */
const visitorsPerAddress = 200;

export function addressOf({ visitors }: Pick<StandNetwork, 'visitors'>, visitor: number): string {
  const at = 1 + Math.floor(visitor / visitorsPerAddress);
  return `${visitors}.${at >> 8}.${at & 255}`;
}
