import { useSyncExternalStore } from 'react';
import { useFormat, type Format, type TimeStyle } from './format.ts';

const never = () => () => {};

/** Moments in the reader's own time zone. The server does not know it, so the first render of a page it drew is in UTC, as it drew it. */
export function useTime(): (ms: Parameters<Format['time']>[0], style?: TimeStyle) => string {
  const { time } = useFormat();
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (ms, style) => time(ms, style, isAlive ? undefined : 'UTC');
}
