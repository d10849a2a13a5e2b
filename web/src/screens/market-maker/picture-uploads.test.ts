import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPictureUploads } from './picture-uploads.ts';
import { UploadFailed } from './upload-image.ts';

interface Sent {
  readonly name: string;
  done(imageId: string): void;
  fail(error: UploadFailed): void;
  share(share: number): void;
  readonly signal: AbortSignal;
}

function open() {
  const sent: Sent[] = [];
  const discarded: string[] = [];
  const uploads = createPictureUploads({
    upload: (file, signal, share) =>
      new Promise((done, fail) => {
        signal.addEventListener('abort', () => fail(new UploadFailed('stopped')));
        sent.push({ name: file.name, done, fail, share, signal });
      }),
    discard: (imageId) => void discarded.push(imageId),
    thumbnail: async () => 'data:image/jpeg;base64,',
    now: () => 1_000,
  });
  const states = () => uploads.now().map(({ name, state }) => `${name} ${state}`);
  return { uploads, sent, discarded, states };
}
const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('pictures go one after the other; a fourth, and what is no picture, is refused by itself', async () => {
  const { uploads, sent, states } = open();
  uploads.add([file('a.png'), file('b.gif', 'image/gif'), file('b.png'), file('c.jpg', 'image/jpeg'), file('d.png')]);
  assert.deepEqual(states(), ['a.png uploading', 'b.gif refused', 'b.png waiting', 'c.jpg waiting', 'd.png refused']);
  assert.deepEqual(
    uploads.now().map(({ problem }) => problem),
    [null, { error: 'imageType' }, null, null, { error: 'tooManyImages' }],
  );
  assert.equal(sent.length, 1);
  let isSettled = false;
  void uploads.settled().then(() => (isSettled = true));
  for (const id of ['1', '2', '3']) {
    sent.at(-1)!.done(id);
    await settle();
  }
  assert.ok(isSettled);
  assert.deepEqual(
    uploads.now().flatMap(({ imageId }) => imageId ?? []),
    ['1', '2', '3'],
  );
});

test('one that failed is tried again or removed, the others stay; a wrong one cannot be tried again', async () => {
  const { uploads, sent, discarded, states } = open();
  uploads.add([file('a.png'), file('b.png')]);
  sent[0]!.fail(new UploadFailed('offline'));
  await settle();
  sent[1]!.fail(new UploadFailed('final', 'not really a picture'));
  await settle();
  assert.deepEqual(states(), ['a.png failed', 'b.png refused']);
  const [first, second] = uploads.now();
  uploads.retry(first!.key);
  sent[2]!.done('1');
  await settle();
  assert.deepEqual([states()[0], second!.problem], ['a.png done', { trouble: 'final', message: 'not really a picture' }]);
  uploads.remove(first!.key);
  assert.deepEqual([states(), discarded], [['b.png refused'], ['1']]);
});

test('removed on its way, it is stopped, and the next goes; what the server lost is sent again where it is at hand', async () => {
  const { uploads, sent, states } = open();
  uploads.restore([{ name: 'old.png', size: 1, thumbnail: null, imageId: '0', uploadedAt: 1 }]);
  uploads.add([file('a.png'), file('b.png')]);
  uploads.remove(uploads.now()[1]!.key);
  assert.ok(sent[0]!.signal.aborted);
  await settle();
  sent[1]!.done('2');
  await settle();
  assert.deepEqual(states(), ['old.png done', 'b.png done']);
  uploads.lose();
  assert.deepEqual(states(), ['old.png refused', 'b.png failed']);
  assert.deepEqual(
    uploads.now().map(({ key }) => uploads.canRetry(key)),
    [false, true],
  );
});

test('a fourth picture is taken once another has made room, without being chosen again', async () => {
  const { uploads, sent, states } = open();
  uploads.add([file('a.png'), file('b.png'), file('c.png'), file('d.png'), file('e.gif', 'image/gif')]);
  const [a, , , d, e] = uploads.now();
  assert.equal(uploads.canRetry(d!.key), false, 'there is no room');
  uploads.retry(d!.key);
  assert.deepEqual(states().slice(2), ['c.png waiting', 'd.png refused', 'e.gif refused']);
  uploads.remove(a!.key);
  assert.deepEqual([uploads.canRetry(d!.key), uploads.canRetry(e!.key)], [true, false]);
  uploads.retry(d!.key);
  await settle();
  for (const id of ['2', '3', '4']) {
    sent.at(-1)!.done(id);
    await settle();
  }
  assert.deepEqual(states(), ['b.png done', 'c.png done', 'd.png done', 'e.gif refused']);
});
