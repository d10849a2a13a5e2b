// Is the other side still there? Pings at a fixed beat; more than three beats without any word means it is not
// (section 9). Any frame is a word: a server busy with prices is alive even when its pong is late.
import { socketTimes } from '@tidemark/contract/socket.ts';
import type { Timers } from './timers.ts';

/** After waking up: a connection that says nothing for this long is dead. */
const probeMs = 5_000;

export interface HeartbeatDeps {
  readonly timers: Timers;
  readonly ping: () => void;
  /** isInHurry: the user is looking at the page right now. */
  readonly onLost: (isInHurry: boolean) => void;
}

export interface Heartbeat {
  start(): void;
  stop(): void;
  heard(): void;
  /** Asks now, and wants an answer soon, instead of counting beats. */
  probe(): void;
}

export function createHeartbeat({ timers, ping, onLost }: HeartbeatDeps): Heartbeat {
  let missed = 0;
  let heardSincePing = true;
  let lastBeatAt = 0;
  let cancelBeat = () => {};
  let cancelProbe = () => {};

  function planBeat() {
    cancelBeat();
    lastBeatAt = timers.now();
    cancelBeat = timers.after(socketTimes.heartbeatMs, beat);
  }

  function beat() {
    // A timer this late means that the machine slept or the tab was frozen.
    if (timers.now() - lastBeatAt > 2 * socketTimes.heartbeatMs) return probe();
    if (!heardSincePing) missed += 1;
    if (missed > socketTimes.maxMissedHeartbeats) return onLost(false);
    ask();
  }

  function ask() {
    heardSincePing = false;
    ping();
    planBeat();
  }

  function probe() {
    ask();
    cancelProbe();
    cancelProbe = timers.after(probeMs, () => onLost(true));
  }

  return {
    start() {
      missed = 0;
      heardSincePing = true;
      planBeat();
    },
    stop() {
      cancelBeat();
      cancelProbe();
    },
    heard() {
      missed = 0;
      heardSincePing = true;
      cancelProbe();
    },
    probe,
  };
}
