import type { AlertState } from '@tidemark/contract/alert-rules.ts';

interface DistanceBarProps {
  readonly state: AlertState;
  /** As a fraction of the price; null when there is no fresh one. */
  readonly distance: number | null;
  /** Of a channel: a band with a dot where the price is. */
  readonly bounds: { readonly lower: number; readonly upper: number; readonly price: number | null } | null;
}

/** From here on the bar begins to fill. */
const farAway = 0.1;
const percent = (share: number) => `${Math.round(1000 * Math.min(1, Math.max(0, share))) / 10}%`;

/** For the eye; the figure beside it says the same in text. Runs left to right in every language, as charts do. */
export function DistanceBar({ state, distance, bounds }: DistanceBarProps) {
  if (bounds) {
    const width = bounds.upper - bounds.lower;
    const [from, to] = [bounds.lower - width, bounds.upper + width];
    const at = (price: number) => percent((price - from) / (to - from));
    return (
      <span className={`distance ${state}`} aria-hidden="true">
        <u style={{ left: at(bounds.lower), width: percent(1 / 3) }} />
        {bounds.price !== null && <b style={{ left: at(bounds.price) }} />}
      </span>
    );
  }
  const near = state === 'latched' ? 1 : distance === null ? 0 : 1 - Math.abs(distance) / farAway;
  return (
    <span className={`distance ${state}`} aria-hidden="true">
      <i style={{ width: percent(near) }} />
      <svg viewBox="0 0 10 7">
        <path d="M0 0h10L5 7z" />
      </svg>
    </span>
  );
}
