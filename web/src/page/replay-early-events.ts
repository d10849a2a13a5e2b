// A page can be used before it is hydrated. Links and buttons that open a popover work without code; other clicks and inputs are recorded
// by early-events-script.ts and replayed here after hydration. Forms are not submitted meanwhile: a password would stand in the address.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
interface EarlyEvents {
  /** Each button once: pressing again out of impatience is not a second wish. */
  readonly pressed: ReadonlySet<HTMLButtonElement>;
  /** The value of a field, or whether it is ticked. */
  readonly filled: ReadonlyMap<Field, string | boolean>;
  stop(): void;
}
declare global {
  interface Window {
    earlyEvents?: EarlyEvents;
  }
}

export function replayEarlyEvents(): void {
  const { earlyEvents } = window;
  if (!earlyEvents) return;
  delete window.earlyEvents;
  earlyEvents.stop();
  // Not while React is still at work, and one after the other: what is sent must hold what was typed.
  setTimeout(() => {
    for (const [field, value] of earlyEvents.filled) if (field.isConnected) fill(field, value);
    for (const button of earlyEvents.pressed) if (button.isConnected) button.click();
  });
}

/** React takes what it finds in a field when the part around it is hydrated as told already, and answers only to what differs from that. */
function fill(field: Field, value: string | boolean): void {
  const tell = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // No listener uses it, but a part that has not come alive does so before anything in it differs.
  tell('dragend');
  if (typeof value === 'boolean') {
    (field as HTMLInputElement).checked = !value;
    return field.click();
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  tell('input');
  tell('change');
}
