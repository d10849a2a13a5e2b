// Which tab of a browser tells price notices: the one that was in front last. Whichever comes to the front takes the word from the one
// that had it; when that one closes, another gets it.
const lockName = 'price-notices';

export interface SpeakerPage {
  /** undefined: pages on plain http have none. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  isInFront(): boolean;
  /** Called each time this tab comes to the front. */
  onFront(listener: () => void): () => void;
}

export interface Speaker {
  isSpeaking(): boolean;
  end(): void;
}

export function createSpeaker({ locks, isInFront, onFront }: SpeakerPage): Speaker {
  // Without locks every tab speaks: twice is better than never.
  if (!locks) return { isSpeaking: () => true, end() {} };
  let hasWord = false;
  let leave = () => {};
  let turn = 0;

  const ask = (isTaking: boolean): void => {
    leave();
    const own = ++turn;
    const ending = new AbortController();
    const { promise: over, resolve: release } = Promise.withResolvers<void>();
    leave = () => {
      release();
      ending.abort();
    };
    void locks
      .request(lockName, isTaking ? { steal: true } : { signal: ending.signal }, () => {
        if (own === turn) hasWord = true;
        return over;
      })
      .catch(() => {})
      .then(() => {
        if (own !== turn) return;
        // Another tab took it: this one waits in line again.
        hasWord = false;
        ask(false);
      });
  };

  ask(isInFront());
  const endFront = onFront(() => {
    if (!hasWord) ask(true);
  });
  return {
    isSpeaking: () => hasWord,
    end() {
      endFront();
      turn++;
      hasWord = false;
      leave();
    },
  };
}

export const thisPage = (): SpeakerPage => ({
  locks: navigator.locks,
  isInFront: () => !document.hidden,
  onFront(listener) {
    const ending = new AbortController();
    const { signal } = ending;
    document.addEventListener('visibilitychange', () => void (document.hidden || listener()), { signal });
    window.addEventListener('focus', listener, { signal });
    return () => ending.abort();
  },
});

/** A tab behind others has no reader: what is to be read there waits until it is in front. */
export function whenInFront(run: () => void, page: Pick<Document, 'hidden' | 'addEventListener'> = document): void {
  if (!page.hidden) return run();
  page.addEventListener('visibilitychange', () => whenInFront(run, page), { once: true });
}
