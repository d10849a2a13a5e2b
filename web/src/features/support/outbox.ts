// Messages that the server has not acknowledged yet. Each has a place of its own in the browser's storage, so that tabs do not overwrite
// each other's, and stays there over reloads until the server has said that it has it.

export type OutboxStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Waiting {
  readonly clientKey: string;
  readonly text: string;
  readonly typedAt: number;
  /** Who typed it: null for a visitor. What a visitor typed goes along into the account; what a user typed waits for that user. */
  readonly owner: string | null;
}

export interface Outbox {
  /** What may be sent now, in the order it was typed. */
  of(owner: string | null): readonly Waiting[];
  put(message: Waiting): void;
  remove(clientKey: string): void;
}

const prefix = 'support.waiting.';
const isWaiting = (parsed: unknown): parsed is Omit<Waiting, 'clientKey'> => {
  const { text, typedAt, owner } = Object(parsed) as Partial<Waiting>;
  return typeof text === 'string' && text !== '' && typeof typedAt === 'number' && (owner === null || typeof owner === 'string');
};

export function createOutbox(store: OutboxStore | null): Outbox {
  /** Where the storage is closed to us or full, they last as long as the page. */
  const held = new Map<string, Waiting>();

  const stored = (): Waiting[] => {
    const found: Waiting[] = [];
    try {
      for (let index = 0; store && index < store.length; index++) {
        const key = store.key(index);
        if (!key?.startsWith(prefix)) continue;
        const parsed: unknown = JSON.parse(store.getItem(key) ?? 'null');
        const clientKey = key.slice(prefix.length);
        if (isWaiting(parsed) && /^[\w-]{1,64}$/.test(clientKey))
          found.push({ clientKey, text: parsed.text, typedAt: parsed.typedAt, owner: parsed.owner });
      }
    } catch {
      // Something else wrote there, or nothing can be read: what is in hand still goes.
    }
    return found;
  };

  return {
    of(owner) {
      const all = new Map([...stored(), ...held.values()].map((message) => [message.clientKey, message]));
      return [...all.values()].filter((message) => message.owner === null || message.owner === owner).sort((a, b) => a.typedAt - b.typedAt);
    },
    put({ clientKey, ...rest }) {
      try {
        if (!store) throw new Error('no storage');
        store.setItem(prefix + clientKey, JSON.stringify(rest));
      } catch {
        held.set(clientKey, { clientKey, ...rest });
      }
    },
    remove(clientKey) {
      held.delete(clientKey);
      try {
        store?.removeItem(prefix + clientKey);
      } catch {
        // Sent again it is the same message.
      }
    },
  };
}
