// The faults of the simulation, drawn from its seed: each begins at any moment and ends a while later.
import type { Random } from '#alerts/testing/random.ts';
import type { Site } from './site.ts';
import type { VirtualTime } from './virtual-time.ts';

export const faultKinds = [
  'crash',
  'freeze',
  'bus cut',
  'bus down',
  'database cut',
  'database silent',
  'database full',
  'failover',
  'clock',
  'messages',
  'senders',
  'exchange cut',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly at: number;
  readonly what: string;
}

export function createTrouble(time: VirtualTime, random: Random, site: Site, lastsMs: number, kinds: readonly FaultKind[] = faultKinds) {
  const history: Fault[] = [];
  const undo = new Set<() => void>();
  let isOver = false;
  const startedAt = time.now();
  const lasting = (ms: number, what: string, end: () => void): void => {
    history.push({ at: time.now() - startedAt, what: `${what} for ${Math.round(ms)} ms` });
    const once = (): void => {
      if (undo.delete(once)) end();
    };
    undo.add(once);
    time.after(ms, once);
  };
  const between = (from: number, to: number) => from + random.next() * (to - from);
  const { machines, network, database, exchange } = site;

  const begin: Readonly<Record<FaultKind, () => void>> = {
    crash() {
      const machine = random.pick(machines);
      machine.crash();
      lasting(between(200, 8_000), `crash of ${machine.name}`, machine.start);
    },
    freeze() {
      const machine = random.pick(machines);
      machine.freeze();
      lasting(between(300, 12_000), `freeze of ${machine.name}`, machine.thaw);
    },
    'bus cut'() {
      const machine = random.pick(machines);
      const life = machine.life();
      network.cut(life, true);
      lasting(between(2_500, 15_000), `bus cut from ${machine.name}`, () => network.cut(life, false));
    },
    'bus down'() {
      network.setDown(true);
      lasting(between(2_500, 10_000), 'bus down', () => network.setDown(false));
    },
    'database cut'() {
      const machine = random.pick(machines);
      const life = machine.life();
      database.cut(life, true);
      lasting(between(500, 15_000), `database cut from ${machine.name}`, () => database.cut(life, false));
    },
    'database silent'() {
      database.setState('silent');
      lasting(between(300, 8_000), 'database silent', () => database.setState('well'));
    },
    'database full'() {
      database.setState('full');
      lasting(between(500, 8_000), 'disk full', () => database.setState('well'));
    },
    failover() {
      const backMs = between(500, 8_000);
      database.failOver(backMs, Math.round(between(-1_500, 1_500)));
      lasting(backMs, 'failover of the database', () => database.setState('well'));
    },
    clock() {
      const machine = random.pick(machines.filter(({ role }) => role !== 'web'));
      // A feed that is behind by more than five seconds refuses what the exchange tells; a judge that is behind takes ticks for older than
      // an alert (docs/faults.md tells of it).
      const [from, to] = { feed: [-4_000, 20_000], alerts: [0, 60_000], delivery: [-60_000, 60_000], web: [0, 0] }[machine.role] as [
        number,
        number,
      ];
      const aheadMs = Math.round(between(from, to));
      machine.setClock(aheadMs);
      history.push({ at: time.now() - startedAt, what: `clock of ${machine.name} set to ${aheadMs} ms` });
    },
    messages() {
      const { trouble } = network;
      Object.assign(trouble, random.pick([{ lost: between(0.02, 0.3) }, { doubled: between(0.05, 0.5) }, { late: between(0.05, 0.4) }]));
      lasting(between(1_000, 10_000), `messages ${JSON.stringify(trouble)}`, () =>
        Object.assign(trouble, { lost: 0, doubled: 0, late: 0 }),
      );
    },
    'exchange cut'() {
      // A feed takes a source for silent after 15 s and asks for what it missed; it cannot notice a shorter silence.
      if (time.now() - startedAt > lastsMs - 26_000) return;
      const life = random.pick(machines.filter(({ role }) => role === 'feed')).life();
      if (!life || !exchange.mayCut(life)) return;
      exchange.cut(life, true);
      lasting(between(17_000, 25_000), `exchange cut from ${life.name}`, () => exchange.cut(life, false));
    },
    senders() {
      site.senders.failing = between(0.1, 0.9);
      lasting(between(1_000, 12_000), 'mail and text messages fail', () => (site.senders.failing = 0));
    },
  };

  const next = (): void => {
    if (isOver) return;
    begin[random.pick(kinds)]();
    time.after(between(100, 9_000), next);
  };
  time.after(between(3_000, 10_000), next);

  return {
    history,
    /** Everything is well from here on. */
    end(): void {
      isOver = true;
      for (const once of [...undo]) once();
      for (const machine of machines) machine.start();
    },
  };
}
