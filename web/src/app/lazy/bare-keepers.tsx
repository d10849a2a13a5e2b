import { SessionSync } from './session-sync.tsx';
import { StaleBand } from './stale-band.tsx';

/** On a page without a header the user is still logged in: their notices come, and old prices say so. */
export function BareKeepers() {
  return (
    <>
      <StaleBand />
      <SessionSync />
    </>
  );
}
