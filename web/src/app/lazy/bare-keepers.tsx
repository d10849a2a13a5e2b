import { SessionSync } from './session-sync.tsx';
import { StaleBand } from './stale-band.tsx';

/** Without a header somebody is still logged in: their notices come, and old prices say so. */
export function BareKeepers() {
  return (
    <>
      <StaleBand />
      <SessionSync />
    </>
  );
}
