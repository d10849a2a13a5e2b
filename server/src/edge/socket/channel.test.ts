import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import { createRowChannel } from './channel.ts';
import type { LiveRows } from './channel.ts';
import { createShareFrame } from './frame.ts';
import type { SharedFrame } from './frame.ts';

const arg: SubscriptionArg = { topic: 'tickers', instType: 'sp', instId: 'default' };
const textOnly = createShareFrame(undefined);
const parse = (frame: SharedFrame | null) => JSON.parse(String(frame?.bytes)) as DataFrame;

function setUp() {
  const values = new Map([
    ['A', 1],
    ['B', 2],
  ]);
  let encoded = 0;
  const rows: LiveRows = {
    has: () => true,
    keys: () => values.keys(),
    encode: (key) => {
      encoded += 1;
      return values.has(key) ? JSON.stringify([key, values.get(key)]) : null;
    },
  };
  return {
    values,
    encodedSince: () => {
      const count = encoded;
      encoded = 0;
      return count;
    },
    channel: createRowChannel({ arg, rows, shareFrame: textOnly, onEmpty() {} }),
  };
}

test('all who come between two updates share one snapshot, and the next update makes it old', () => {
  const { channel, values, encodedSince } = setUp();
  const first = channel.snapshot(1);
  values.set('A', 10);
  assert.equal(channel.snapshot(2), first);
  assert.equal(encodedSince(), 2);
  assert.deepEqual(parse(channel.update(new Set(['A']), 3)), { action: 'update', arg, seq: 1, ts: 3, data: [['A', 10]] });
  assert.equal(encodedSince(), 1);
  assert.deepEqual(parse(channel.snapshot(4)), {
    action: 'snapshot',
    arg,
    seq: 1,
    ts: 4,
    data: [
      ['A', 10],
      ['B', 2],
    ],
  });
});

test('changes of other rows, and rows without a value, take no number', () => {
  const { channel, values } = setUp();
  const before = channel.snapshot(1);
  assert.equal(channel.update(new Set(['Z']), 1), null);
  assert.equal(channel.snapshot(2), before);
  values.set('B', 3);
  assert.equal(parse(channel.update(new Set(['B', 'Z']), 2)).seq, 1);
});
