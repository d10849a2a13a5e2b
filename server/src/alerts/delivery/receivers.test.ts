import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { createHandClock } from '#platform/clock.ts';
import { waitMsOf } from '../channels/protocols.ts';
import { createReceivers } from './receivers.ts';

const { telegram, webhook } = noticeChannel;

test('a receiver that asks for it is left alone so long, and no other one', () => {
  const clock = createHandClock(0);
  const receivers = createReceivers(clock);
  receivers.leaveAlone(webhook, 'ada', 2_000);
  receivers.leaveAlone(webhook, 'bob', 1_000);
  assert.deepEqual([receivers.quietOn(webhook), receivers.quietOn(telegram)], [['ada', 'bob'], []]);
  clock.advance(1_000);
  assert.deepEqual(receivers.quietOn(webhook), ['ada']);
  assert.deepEqual([receivers.isQuiet(webhook, 'ada'), receivers.isQuiet(webhook, 'bob')], [true, false]);
  clock.advance(1_000);
  assert.deepEqual(receivers.quietOn(webhook), []);
});

test('one chat of the bot is left alone by itself; when a second one is too much, all of them are', () => {
  const clock = createHandClock(0);
  const receivers = createReceivers(clock);
  receivers.leaveAlone(telegram, 'ada', 1_000);
  receivers.leaveAlone(telegram, 'ada', 2_000);
  assert.equal(receivers.isQuiet(telegram, 'eve'), false);
  receivers.leaveAlone(telegram, 'bob', 3_000);
  assert.deepEqual([receivers.isQuiet(telegram, 'eve'), receivers.roomOn(telegram)], [true, 0]);
  clock.advance(3_000);
  assert.deepEqual([receivers.isQuiet(telegram, 'eve'), receivers.roomOn(telegram)], [false, 25]);
});

test('the bot sends 25 messages a second, and no more of them are taken than it sends soon', async () => {
  const clock = createHandClock(1_000_000);
  const receivers = createReceivers(clock);
  let sent = 0;
  for (let n = 0; n < 60; n++) void receivers.turn(telegram).then(() => sent++);
  await turn();
  assert.deepEqual([sent, receivers.roomOn(telegram), receivers.roomOn(webhook)], [1, 0, Infinity]);
  clock.advance(1_000);
  await turn();
  assert.equal(sent, 26);
  clock.advance(1_000);
  await turn();
  assert.deepEqual([sent, receivers.roomOn(telegram)], [51, 15]);
});

test('how long a receiver wants to be left alone: by its header or its body, a second at least and a minute at most', () => {
  const now = Date.UTC(2026, 0, 1);
  const wait = (retryAfter: string | null, text = '') => waitMsOf({ status: 429, text, retryAfter }, now);
  assert.deepEqual([wait('3'), wait('0'), wait('3600'), wait(null), wait('soon')], [3_000, 1_000, 60_000, 5_000, 5_000]);
  assert.equal(wait('Thu, 01 Jan 2026 00:00:20 GMT'), 20_000);
  assert.equal(wait(null, '{"ok":false,"error_code":429,"parameters":{"retry_after": 7}}'), 7_000);
  assert.equal(wait(null, '{"message":"You are being rate limited.","retry_after":1.5,"global":false}'), 1_500);
});
