import { systemClock, type Clock } from '#platform/clock.ts';

/** The real clock, set wrong: so that a minute begins, or is over, when a test wants it to. */
export const shiftedClock = (byMs: () => number): Clock => ({ ...systemClock, now: () => Date.now() + byMs() });

/** For a process of a test: how wrong its clock is, as the process that started it says, now and later. */
export function followShift() {
  let shiftMs = 0;
  const told = new Promise<void>((resolve) =>
    process.on('message', (message) => {
      if (typeof message !== 'object' || message === null || !('shiftMs' in message)) return;
      shiftMs = Number(message.shiftMs);
      resolve();
    }),
  );
  return {
    shiftMs: () => shiftMs,
    /** When everything slow is done, so that the time of the market begins with it. */
    async ask() {
      if (process.env['ASK_SHIFT'] !== '1') return;
      process.send?.('shift');
      await told;
    },
  };
}
