// A store of an outbox for what must not be written down, such as a mail with a secret in it: a crash loses it, and its receiver
// asks again.
import type { Clock } from '#platform/clock.ts';
import type { OutboxStore } from './outbox.ts';

export interface Waiting<Item> {
  readonly item: Item;
  tries: number;
}

export interface MemoryStore<Item> extends OutboxStore<Waiting<Item>, void> {
  add(item: Item): void;
  /** Items that are not claimed; they are gone from here. */
  clear(): readonly Item[];
}

/** onDue: called when something is to be claimed. */
export function createMemoryStore<Item>(clock: Clock, onDue: () => void): MemoryStore<Item> {
  const due = new Set<Waiting<Item>>();
  const later = new Map<Waiting<Item>, () => void>();
  return {
    add(item) {
      due.add({ item, tries: 0 });
      onDue();
    },
    async claim(most) {
      const claimed = [...due].slice(0, most);
      for (const each of claimed) {
        due.delete(each);
        each.tries++;
      }
      return claimed;
    },
    async finish() {},
    async tryAgain(items, afterMs) {
      for (const each of items) {
        const wake = () => {
          later.delete(each);
          due.add(each);
          onDue();
        };
        later.set(each, clock.after(afterMs, wake));
      }
    },
    clear() {
      const left = [...due, ...later.keys()].map(({ item }) => item);
      for (const cancel of later.values()) cancel();
      due.clear();
      later.clear();
      return left;
    },
  };
}
