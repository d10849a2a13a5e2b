// Keys of notices already shown in this browser, so that a repeat is silent whichever tab hears it.
const storageKey = 'notices-seen';
const keptAtMost = 200;

export interface SeenKeys {
  /** True once per key. */
  isNew(key: string): boolean;
}

export function createSeenKeys(storage: Pick<Storage, 'getItem' | 'setItem'> | null = ownStorage()): SeenKeys {
  const here = new Set<string>();
  const read = (): string[] => {
    try {
      const kept: unknown = JSON.parse(storage?.getItem(storageKey) ?? '[]');
      return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
    } catch {
      return [];
    }
  };
  return {
    isNew(key) {
      const kept = read();
      if (here.has(key) || kept.includes(key)) return false;
      here.add(key);
      try {
        storage?.setItem(storageKey, JSON.stringify([...kept, key].slice(-keptAtMost)));
      } catch {
        // Without storage this tab still remembers.
      }
      return true;
    },
  };
}

function ownStorage(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}
