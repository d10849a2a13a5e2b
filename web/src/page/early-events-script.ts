// The part of replay-early-events.ts that stands in the page as text. By itself, so that no browser loads it a second time as code.

/** Stands in the page itself and runs before everything else. */
export const earlyEventsScript = `{
  const pressed = new Set(), filled = new Map();
  const keep = (event) => {
    const { type, target } = event;
    if (type === 'submit') event.preventDefault();
    else if (type === 'input') filled.set(target, /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value);
    else { const button = target.closest?.('button:not([popovertarget])'); if (button) pressed.add(button); }
  };
  const types = ['click', 'input', 'submit'];
  for (const type of types) addEventListener(type, keep, true);
  window.earlyEvents = { pressed, filled, stop() { for (const type of types) removeEventListener(type, keep, true); } };
}`.replace(/\n\s*/g, '');
