import { useSyncExternalStore } from 'react';
import { zoneName } from './zone-name.ts';
import { useFormat, type Format, type TimeStyle } from './format.ts';

const never = () => () => {};
const useIsAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The zone that useTime() writes moments in, for times that stand without one beside figures of UTC. */
export function useZoneName(): (ms: number) => string {
  const isAlive = useIsAlive();
  return (ms) => zoneName(isAlive ? -new Date(ms).getTimezoneOffset() : 0);
}

/** Moments in the reader's own time zone. The server does not know it, so the first render of a page it drew is in UTC, as it drew it. */
export function useTime(): (ms: Parameters<Format['time']>[0], style?: TimeStyle) => string {
  const { time } = useFormat();
  const isAlive = useIsAlive();
  return (ms, style) => time(ms, style, isAlive ? undefined : 'UTC');
}
