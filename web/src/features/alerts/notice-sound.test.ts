import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playTone } from '#ui/play-tone.ts';
import { createNoticeSound } from './notice-sound.ts';

test('a browser that lets the page sound only after a touch is told of, once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const browser = globalThis as { AudioContext?: unknown };
  // As Chromium does: the answer comes with the first click, whenever that is.
  browser.AudioContext = class {
    state = 'suspended';
    resume = () => new Promise<void>(() => {});
  };
  t.after(() => delete browser.AudioContext);
  const notified: string[] = [];
  const sound = createNoticeSound(playTone);
  for (const tone of ['bell', 'tide'] as const) {
    const sounded = sound(tone, () => notified.push(tone));
    t.mock.timers.tick(1_000);
    await sounded;
  }
  assert.deepEqual(notified, ['bell']);
});

test('a sound that is heard needs no words', async () => {
  const notified: string[] = [];
  await createNoticeSound(async () => true)('bell', () => notified.push('bell'));
  assert.deepEqual(notified, []);
});
