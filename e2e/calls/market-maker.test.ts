// Pictures and applications over real HTTP, where the shape alone proves too little, and what the operator reads of them. With a program of
// its own: what one address may send is limited, and here everybody comes from one of their own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { imageUploadPath, marketMakerLimits } from '@tidemark/contract/market-maker.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import { exif, jpeg, png } from '@tidemark/testbed/pictures.ts';
import { startApp, type App } from '#harness/app.ts';

const token = 'a token for those who run it';
let app: App;
before(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', OPERATOR_TOKEN: token.replaceAll(' ', '-') } });
});
after(() => app.stop());

const url = () => app.url + apiPrefix + imageUploadPath;
let people = 0;
/** A browser of its own in a network of its own. */
const somebody = () => ({ deviceid: randomUUID(), 'x-forwarded-for': `10.0.0.${++people}` });
const codeOf = (name: ErrorName) => errors[name].code;
const form = { applicantName: 'Ada', applicantTitle: 'Trader', introduction: 'We quote.', strategy: 'Both sides.', userId: '42' };

async function upload(
  body: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; envelope: Envelope<{ imageId: string } | null>; headers: Headers }> {
  const response = await fetch(url(), { method: 'POST', headers: { 'content-type': 'image/png', ...headers }, body });
  return { status: response.status, envelope: (await response.json()) as Envelope<{ imageId: string } | null>, headers: response.headers };
}

async function apply(input: object, headers: Record<string, string>): Promise<Envelope<{ applicationId: string; receivedAt: number }>> {
  const response = await fetch(`${app.url}${apiPrefix}/mix/public/marketMaker/apply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...form, ...input }),
  });
  return (await response.json()) as Envelope<{ applicationId: string; receivedAt: number }>;
}

test('pictures are taken by their bytes, whatever they call themselves, and are only of use to who sent them, once', async () => {
  const [ada, bob] = [somebody(), somebody()];
  const imageIds: string[] = [];
  for (const [body, type] of [
    [png(), 'image/png'],
    [jpeg({ beside: [exif(6, 'a place')] }), 'image/jpeg'],
    [jpeg(), 'image/png'],
  ] as const) {
    const { status, envelope, headers } = await upload(body, { ...ada, 'content-type': type });
    assert.deepEqual(
      [status, envelope.code, headers.get('cache-control'), headers.get('x-content-type-options')],
      [200, '00000', 'no-store', 'nosniff'],
    );
    imageIds.push(envelope.data!.imageId);
  }
  assert.equal((await apply({ clientKey: 'hers', imageIds }, bob)).code, codeOf('imageGone'), 'of somebody else');
  const taken = await apply({ clientKey: 'hers', imageIds }, ada);
  assert.equal(taken.code, '00000');
  assert.deepEqual((await apply({ clientKey: 'hers', imageIds }, ada)).data, taken.data, 'sent again, it is the same');
  assert.equal((await apply({ clientKey: 'more', imageIds: imageIds.slice(0, 1) }, ada)).code, codeOf('imageGone'), 'used already');
  assert.equal((await apply({ clientKey: 'many', imageIds: [...imageIds, 'a fourth'] }, ada)).code, codeOf('badInput'));
});

test('each rule of the form answers its own sentence, in the language asked for', async () => {
  const wrong: [object, ErrorName][] = [
    [{ applicantName: 'x'.repeat(65) }, 'applicantNameTooLong'],
    [{ introduction: 'x'.repeat(601) }, 'introductionTooLong'],
    [{ userId: 'a1' }, 'userIdNotDigits'],
    [{ strategy: ' ' }, 'formIncomplete'],
  ];
  for (const [change, error] of wrong) {
    const { code, data, msg } = await apply({ clientKey: 'wrong', ...change }, { ...somebody(), locale: 'ar' });
    assert.deepEqual([code, data, /[\u0600-\u06ff]/.test(msg)], [codeOf(error), null, true]);
  }
});

test('what is no picture is refused by its bytes or by its name, and says so', async () => {
  const device = somebody();
  for (const body of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>1</script>', 'GIF89a']) {
    const { status, envelope } = await upload(body, device);
    assert.deepEqual([status, envelope.code], [200, codeOf('imageType')]);
  }
  for (const body of [png().subarray(0, 60), Buffer.concat([png(), Buffer.from('<script>')])])
    assert.equal((await upload(body, device)).envelope.code, codeOf('imageBroken'));
  for (const type of ['image/svg+xml', 'text/html', 'application/json', 'multipart/form-data; boundary=x', '']) {
    const { status, envelope } = await upload(png(), { ...device, 'content-type': type });
    assert.deepEqual([status, envelope.code], [415, codeOf('imageType')], type);
  }
  assert.equal((await upload(new Uint8Array(0), device)).envelope.code, codeOf('imageType'));
});

test("another site's page cannot send one, and nothing else answers there", async () => {
  const { status, envelope } = await upload(png(), { ...somebody(), origin: 'https://elsewhere.example' });
  assert.deepEqual([status, envelope.code], [403, codeOf('badOrigin')]);
  const got = await fetch(url());
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'OPTIONS, POST']);
});

test('5MB are taken; one byte more is refused before it is read', async () => {
  const largest = png({ width: 1310, height: 1332, isNoise: true });
  assert.ok(largest.length < marketMakerLimits.imageBytes && largest.length > 4.9 * 1024 * 1024, `${largest.length}`);
  assert.equal((await upload(largest, somebody())).envelope.code, '00000');
  const { status, envelope } = await upload(Buffer.alloc(marketMakerLimits.imageBytes + 1), somebody());
  assert.deepEqual([status, envelope.code, envelope.data], [413, codeOf('imageTooLarge'), null]);
});

test('a stream that never ends is told that it is too large, and then cut off', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; code: string; sent: number }>();
  const part = Buffer.alloc(256 * 1024);
  let sent = 0;
  let answer: { status: number; code: string } | null = null;
  const sending = request(url(), { method: 'POST', headers: { 'content-type': 'image/png', ...somebody() } }, (response) => {
    response.on(
      'data',
      (body: Buffer) => (answer = { status: response.statusCode!, code: (JSON.parse(body.toString()) as Envelope).code }),
    );
  });
  const go = () => {
    sent += part.length;
    if (sent > 64 * 1024 * 1024) return reject(new Error('it was still listened to'));
    if (!sending.destroyed) sending.write(part, () => setImmediate(go));
  };
  sending.on('error', () => {});
  sending.on('close', () => (answer ? resolve({ ...answer, sent }) : reject(new Error('cut off without a word'))));
  go();
  const { status, code } = await promise;
  assert.deepEqual([status, code], [413, codeOf('imageTooLarge')]);
});

test('the operator reads applications and pictures with the token, as files to save, and removes them; nobody else can', async () => {
  const ada = somebody();
  const { envelope } = await upload(png(), ada);
  const { data } = await apply({ clientKey: 'operator', imageIds: [envelope.data!.imageId] }, ada);
  const path = `/operator/market-maker/${data.applicationId}`;
  const get = (address: string, init: RequestInit = {}) =>
    fetch(app.url + address, { ...init, headers: { authorization: `Bearer ${token.replaceAll(' ', '-')}` } });
  for (const address of ['/operator/market-maker', path, `${path}/images/1`]) {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic abc'])
      assert.equal((await fetch(app.url + address, { headers: { ...somebody(), authorization } })).status, 401, address);
  }
  const listed = (await (await get('/operator/market-maker')).json()) as { applications: { receipt: string }[]; next: string | null };
  assert.equal(listed.applications[0]!.receipt, data.applicationId);
  const one = (await (await get(path)).json()) as Record<string, unknown>;
  assert.deepEqual(
    [one['applicantName'], one['strategy'], one['userId'], one['receivedAt']],
    ['Ada', 'Both sides.', '42', new Date(data.receivedAt).toISOString()],
  );
  const [{ path: picture }] = one['images'] as [{ path: string }];
  const file = await get(picture);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), png());
  assert.deepEqual(
    ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control'].map((name) => file.headers.get(name)),
    ['image/png', `attachment; filename="${data.applicationId}-1.png"`, 'nosniff', 'no-store'],
  );
  assert.match(file.headers.get('content-security-policy')!, /default-src 'none'.*sandbox/);
  for (const address of [`${path}/images/2`, `${path}/images/x`, '/operator/market-maker/MM-2222-2222'])
    assert.equal((await get(address)).status, 404, address);
  assert.deepEqual(
    [(await get(path, { method: 'DELETE' })).status, (await get(path)).status, (await get(picture)).status],
    [200, 404, 404],
  );
});
