// A page is there to be used before its code is. A link works by itself, and so does a button that opens a popover; what else is
// pressed, typed or chosen meanwhile is kept and done again when it can be answered. No form leaves by itself: a password would stand
// in an address.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
interface EarlyActs {
  /** Each button once: pressing again out of impatience is not a second wish. */
  readonly pressed: ReadonlySet<HTMLButtonElement>;
  /** What stands in a field, or whether it is ticked. */
  readonly filled: ReadonlyMap<Field, string | boolean>;
  stop(): void;
}
declare global {
  interface Window { earlyActs?: EarlyActs }
}

export function answerEarlyActs(): void {
  const { earlyActs } = window;
  if (!earlyActs) return;
  delete window.earlyActs;
  earlyActs.stop();
  // Not while React is still at work, and one after the other: what is sent must hold what was typed. Parts that have not come alive do so now.
  setTimeout(() => {
    for (const [field, value] of earlyActs.filled) if (field.isConnected) fill(field, value);
    for (const button of earlyActs.pressed) if (button.isConnected) button.click();
  });
}

/** React takes what it found in a field as told already and answers only to what differs from that. */
function fill(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    (field as HTMLInputElement).checked = !value;
    return field.click();
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
