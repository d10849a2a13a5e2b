// A page is there to be pressed before its code is. A link works by itself; a button pressed meanwhile is remembered and
// pressed again when it can answer.

interface EarlyPresses { readonly pressed: Set<HTMLButtonElement>; stop(): void }
declare global {
  interface Window { earlyPresses?: EarlyPresses }
}

/** Stands in the page itself and runs before everything else. Each button once: pressing again out of impatience is not a second wish. */
export const keepEarlyPresses = `{
  const pressed = new Set();
  const keep = ({ target }) => { const button = target.closest?.('button'); if (button) pressed.add(button); };
  addEventListener('click', keep, true);
  window.earlyPresses = { pressed, stop: () => removeEventListener('click', keep, true) };
}`.replace(/\n\s*/g, '');

export function answerEarlyPresses(): void {
  const { earlyPresses } = window;
  if (!earlyPresses) return;
  delete window.earlyPresses;
  earlyPresses.stop();
  // Parts that have not come alive yet do so when they are pressed, but not while React is still at work on the page around them.
  queueMicrotask(() => {
    for (const button of earlyPresses.pressed) if (button.isConnected) button.click();
  });
}
