// Who may open a connection now: so many for one network, so many over all, and new ones at a pace that leaves time for those that are
// open. A client that comes too fast is told when to come again, each a little later than the one before.
import type { Clock } from '#platform/clock.ts';
import { networkOf } from '#platform/network.ts';
import { createTokenBucket } from '#platform/token-bucket.ts';

export interface AdmissionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerNetwork: number;
  readonly openingsPerSecond: number;
  readonly burstOpenings: number;
}

export type Admitted =
  | { readonly leave: () => void }
  | { readonly status: 429 | 503; readonly reason: 'tooManyConnections' | 'full' | 'tooFast'; readonly retryAfterSeconds: number };

export interface Admission {
  enter(address: string): Admitted;
  /** How long a new connection is told to wait; null: it may come in. */
  waitSeconds(): number | null;
}

const longestWaitSeconds = 60;
const whenFullSeconds = 30;

export function createAdmission(limits: AdmissionLimits, clock: Clock): Admission {
  const perNetwork = new Map<string, number>();
  const pace = createTokenBucket(clock, { burst: limits.burstOpenings, perSecond: limits.openingsPerSecond });
  let all = 0;
  let turnedAway = 0;
  const waitOfCrowd = () => Math.min(longestWaitSeconds, 1 + Math.ceil(turnedAway / limits.openingsPerSecond));

  return {
    enter(address) {
      const network = networkOf(address);
      const ofNetwork = perNetwork.get(network) ?? 0;
      if (ofNetwork >= limits.maxConnectionsPerNetwork)
        return { status: 429, reason: 'tooManyConnections', retryAfterSeconds: whenFullSeconds };
      if (all >= limits.maxConnections) return { status: 503, reason: 'full', retryAfterSeconds: whenFullSeconds };
      if (pace.isFull()) turnedAway = 0;
      if (!pace.take()) {
        turnedAway += 1;
        return { status: 503, reason: 'tooFast', retryAfterSeconds: waitOfCrowd() };
      }
      all += 1;
      perNetwork.set(network, ofNetwork + 1);
      let isIn = true;
      return {
        leave() {
          if (!isIn) return;
          isIn = false;
          all -= 1;
          const left = (perNetwork.get(network) ?? 1) - 1;
          if (left > 0) perNetwork.set(network, left);
          else perNetwork.delete(network);
        },
      };
    },
    waitSeconds() {
      if (all >= limits.maxConnections) return whenFullSeconds;
      if (pace.isFull()) turnedAway = 0;
      return turnedAway > 0 ? waitOfCrowd() : null;
    },
  };
}
