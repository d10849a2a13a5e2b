import assert from 'node:assert/strict';
import type { Writable } from 'node:stream';
import { test } from 'node:test';
import * as ws from 'ws';
import { createShareFrame, shareFrame } from './frame.ts';

const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

/** What a client of ws makes of the bytes. */
function read(bytes: Buffer): Promise<string> {
  const receiver = new Receiver({ isServer: false });
  return new Promise((resolve, reject) => {
    receiver.on('message', (data: Buffer, isBinary: boolean) => (isBinary ? reject(new Error('not text')) : resolve(data.toString())));
    receiver.on('error', reject);
    receiver.write(bytes);
  });
}

test('the installed ws gives frames that can be shared, whatever their length', async () => {
  for (const text of ['', 'tide', 'x'.repeat(125), 'x'.repeat(126), 'é'.repeat(40_000), '漲潮 🌊']) {
    const frame = shareFrame(text);
    assert.equal(frame.isFramed, true);
    assert.equal(await read(frame.bytes), text);
  }
});

test('an encoder that is gone, throws, or frames differently is not trusted', () => {
  const gone = createShareFrame({});
  const broken = createShareFrame({
    frame() {
      throw new Error('changed');
    },
  });
  const masking = createShareFrame({ frame: (data) => [Buffer.from([0x81, 0x80 | data.length]), data] });
  for (const share of [gone, broken, masking, createShareFrame(undefined)]) {
    assert.deepEqual(share('tide'), { bytes: Buffer.from('tide'), isFramed: false });
  }
});
