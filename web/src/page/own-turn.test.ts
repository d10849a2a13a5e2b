import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTurn } from './own-turn.ts';

test('pages that are asked for together have a turn of the event loop each, and what beats comes in between', async () => {
  const seen: string[] = [];
  let isOver = false;
  const beat = () => {
    seen.push('beat');
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  await Promise.all(
    ['first', 'second', 'third'].map(async (page) => {
      await ownTurn();
      seen.push(page);
    }),
  );
  isOver = true;
  assert.match(seen.join(' '), /first( beat)+ second( beat)+ third/);
});
