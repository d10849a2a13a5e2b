import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpeaker, whenInFront } from './speaker.ts';

/** Locks of one browser, as the standard has them: in line, or taken from their holder. */
function createLocks() {
  interface Held {
    lose(): void;
  }
  let held: Held | null = null;
  const line: (() => void)[] = [];
  const grant = (run: () => Promise<void>, settle: PromiseWithResolvers<void>): void => {
    const own: Held = { lose: () => settle.reject(new DOMException('stolen', 'AbortError')) };
    held = own;
    void run().then(() => {
      settle.resolve();
      if (held !== own) return;
      held = null;
      line.shift()?.();
    });
  };
  const request = (_name: string, options: LockOptions, run: () => Promise<void>): Promise<void> => {
    const settle = Promise.withResolvers<void>();
    const begin = () => grant(run, settle);
    queueMicrotask(() => {
      if (options.steal) {
        held?.lose();
        begin();
      } else if (held === null) begin();
      else {
        line.push(begin);
        options.signal?.addEventListener('abort', () => {
          if (line.includes(begin)) line.splice(line.indexOf(begin), 1);
          settle.reject(new DOMException('given up', 'AbortError'));
        });
      }
    });
    return settle.promise;
  };
  return { request } as unknown as LockManager;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function openTab(locks: LockManager | undefined, isHidden = false) {
  let toFront = () => {};
  const speaker = createSpeaker({
    locks,
    isInFront: () => !isHidden,
    onFront(listener) {
      toFront = listener;
      return () => (toFront = () => {});
    },
  });
  return { ...speaker, toFront: async () => (toFront(), await settled()) };
}

test('the tab that came to the front last tells notices, and no other does', async () => {
  const locks = createLocks();
  const first = openTab(locks);
  await settled();
  assert.equal(first.isSpeaking(), true);
  const second = openTab(locks);
  await settled();
  const speaking = () => [first, second].map((tab) => tab.isSpeaking());
  assert.deepEqual(speaking(), [false, true], 'opened in front');
  await first.toFront();
  assert.deepEqual(speaking(), [true, false]);
  await second.toFront();
  await second.toFront();
  assert.deepEqual(speaking(), [false, true]);
});

test('a tab opened behind takes nothing, and gets its turn when the one that speaks closes', async () => {
  const locks = createLocks();
  const front = openTab(locks);
  await settled();
  const behind = openTab(locks, true);
  const later = openTab(locks, true);
  await settled();
  assert.deepEqual(
    [front, behind, later].map((tab) => tab.isSpeaking()),
    [true, false, false],
  );
  front.end();
  await settled();
  assert.deepEqual(
    [front, behind, later].map((tab) => tab.isSpeaking()),
    [false, true, false],
  );
  await later.toFront();
  later.end();
  await settled();
  assert.deepEqual(
    [behind, later].map((tab) => tab.isSpeaking()),
    [true, false],
  );
});

test('where there are no locks every tab tells them', () => {
  assert.equal(openTab(undefined).isSpeaking(), true);
});

test('what is told while no tab is in front is shown when this one is, once', () => {
  const page = Object.assign(new EventTarget(), { hidden: true }) as unknown as Document & { hidden: boolean };
  let shown = 0;
  whenInFront(() => shown++, page);
  page.dispatchEvent(new Event('visibilitychange'));
  assert.equal(shown, 0, 'still behind');
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  assert.equal(shown, 1);
  whenInFront(() => shown++, page);
  assert.equal(shown, 2, 'at once in front');
});
