import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { jpeg, png } from '@tidemark/testbed/pictures.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import { newId } from '#platform/ids.ts';
import { accountDeleted } from '#topics/index.ts';
import { refusedImages, unusedImages } from './rules.ts';
import { eventually, filledIn, openRooms, refusalOf, startMs } from './testing/test-room.ts';

let rooms: Awaited<ReturnType<typeof openRooms>>;
before(async () => {
  rooms = await openRooms();
});
after(() => rooms.close());

const small = png({ width: 2, height: 2 });
const imageCount = async () =>
  Number((await rooms.db.pool.query<{ n: string }>('select count(*) as n from market_maker_image')).rows[0]!.n);

test('an application is kept as it was written, with its pictures in their order, under a number that can be told', async () => {
  const ada = rooms.person({ locale: 'ar' });
  const [first, second] = [await ada.upload(png({ width: 5, height: 4 })), await ada.upload(jpeg({ width: 16, height: 8 }))];
  const { applicationId, receivedAt } = await ada.apply({
    applicantName: '  Ada \t Byron ',
    introduction: 'One.\r\nTwo.\u0007 \ud83c\udf0a',
    imageIds: [second, first],
  });
  assert.equal(receivedAt, startMs);
  const kept = (await rooms.operator.one(applicationId))!;
  assert.deepEqual(
    [kept.applicantName, kept.introduction, kept.userId, kept.locale, kept.wasLoggedIn],
    ['Ada Byron', 'One.\nTwo. 🌊', '10042', 'ar', false],
  );
  assert.deepEqual(
    kept.images.map(({ position, mediaType, width, height }) => [position, mediaType, width, height]),
    [
      [1, 'image/jpeg', 16, 8],
      [2, 'image/png', 5, 4],
    ],
  );
  assert.deepEqual((await rooms.operator.image(applicationId, 1))!.bytes, jpeg({ width: 16, height: 8 }));
  assert.equal(await rooms.operator.image(applicationId, 3), null);
  assert.equal(await rooms.operator.one('MM-2222-2222'), null);
});

test('section 5: each rule refuses with the sentence of its field', async () => {
  const ada = rooms.person();
  const wrong = {
    applicantNameTooLong: { applicantName: 'x'.repeat(65) },
    applicantTitleTooLong: { applicantTitle: '币'.repeat(65) },
    introductionTooLong: { introduction: '🌊'.repeat(601) },
    strategyTooLong: { strategy: 'x'.repeat(301) },
    userIdNotDigits: { userId: '12a' },
    formIncomplete: { strategy: ' \u0007 ' },
  };
  for (const [error, change] of Object.entries(wrong)) assert.equal(await refusalOf(ada.apply(change)), error);
  assert.equal(await refusalOf(ada.apply({ introduction: '🌊'.repeat(600), strategy: ` ${'x'.repeat(300)} ` })), null);
});

test('the same key is the same application, also many times at once; of somebody else it is another', async () => {
  const [ada, bob] = [rooms.person(), rooms.person()];
  const image = await ada.upload(small);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.apply({ clientKey: 'again', imageIds: [image] })));
  assert.equal(new Set(answers.map(({ applicationId }) => applicationId)).size, 1);
  rooms.clock.advance(1_000);
  assert.deepEqual(await ada.apply({ clientKey: 'again', strategy: 'Another.' }), answers[0]);
  assert.notEqual((await bob.apply({ clientKey: 'again' })).applicationId, answers[0]!.applicationId);
  assert.notEqual((await ada.apply({ clientKey: 'anew' })).applicationId, answers[0]!.applicationId);
});

test("somebody else's picture, a used one, one let go of and one of yesterday are refused, and nothing is kept", async () => {
  const [ada, bob] = [rooms.person(), rooms.person()];
  const [hers, used, dropped] = [await ada.upload(small), await bob.upload(small), await bob.upload(small)];
  await bob.apply({ clientKey: 'first', imageIds: [used] });
  await bob.discard(dropped);
  await ada.discard(used);
  const own = await bob.upload(small);
  for (const imageId of [hers, used, dropped, 'made-up'])
    assert.equal(await refusalOf(bob.apply({ clientKey: 'second', imageIds: [own, imageId] })), 'imageGone', imageId);
  await bob.discard(hers);
  assert.equal(
    (await ada.apply({ imageIds: [hers, hers] })).receivedAt,
    rooms.clock.now(),
    'nobody else could let go of it, and named twice it is one',
  );
  assert.equal(await refusalOf(bob.apply({ clientKey: 'second', imageIds: [own] })), null, 'what was refused used up nothing');
  const late = await bob.upload(small);
  rooms.clock.advance(24 * 3_600_000 + 1);
  assert.equal(await refusalOf(bob.apply({ clientKey: 'third', imageIds: [late] })), 'imageGone');
});

test('whoever logs in on the way keeps their pictures, and whoever comes from another device with the account', async () => {
  const userId = newId();
  const visitor = rooms.person({ deviceId: 'laptop', ip: '10.9.0.1' });
  const [asVisitor, asUser] = [await visitor.upload(small), await rooms.person({ userId, deviceId: 'telephone' }).upload(small)];
  assert.equal(
    await refusalOf(rooms.person({ userId, deviceId: 'laptop', ip: '10.9.0.2' }).apply({ imageIds: [asVisitor, asUser] })),
    null,
  );
});

test('unused pictures: so many of a browser and of a network, and after a day they are gone', async () => {
  const ada = rooms.person({ ip: '10.8.0.1' });
  const ids: string[] = [];
  for (let n = 0; n < unusedImages.ofDevice; n++) ids.push(await ada.upload(small));
  assert.equal(await refusalOf(ada.upload(small)), 'tooManyUploads');
  await ada.discard(ids[0]!);
  assert.equal(await refusalOf(ada.upload(small)), null, 'one let go makes room for one');
  for (let n = unusedImages.ofDevice; n < unusedImages.ofNetwork; n++) await rooms.person({ ip: '10.8.0.1' }).upload(small);
  assert.equal(await refusalOf(rooms.person({ ip: '10.8.0.1' }).upload(small)), 'tooManyUploads');
  assert.equal(await refusalOf(rooms.person({ ip: '10.8.0.2' }).upload(small)), null);
  const used = (await rooms.db.pool.query<{ n: string }>('select count(*) as n from market_maker_image where application_id is not null'))
    .rows[0]!.n;
  rooms.clock.advance(25 * 3_600_000);
  await eventually(async () => (await imageCount()) === Number(used));
});

test('applications: so many a day of a browser and of a network', async () => {
  const ada = rooms.person({ ip: '10.7.0.1' });
  for (let n = 0; n < 5; n++) await ada.apply({ clientKey: `n${n}` });
  assert.equal(await refusalOf(ada.apply({ clientKey: 'n5' })), 'tooManyApplications');
  assert.equal(await refusalOf(ada.apply({ clientKey: 'n4' })), null, 'what is there is still told');
  for (let n = 0; n < 5; n++) await rooms.person({ ip: '10.7.0.1' }).apply();
  assert.equal(await refusalOf(rooms.person({ ip: '10.7.0.1' }).apply()), 'tooManyApplications');
  rooms.clock.advance(24 * 3_600_000 + 1);
  assert.equal(await refusalOf(ada.apply({ clientKey: 'n5' })), null);
});

test('an account exports its applications and pictures; when it is deleted they go, also when nobody was told', async () => {
  const [userId, other] = [newId() as UserId, newId() as UserId];
  const ada = rooms.person({ userId });
  const { applicationId } = await ada.apply({ imageIds: [await ada.upload(small)] });
  await ada.upload(small);
  const bob = rooms.person({ userId: other });
  const second = await bob.apply();
  await bob.upload(small);
  const shape = { mediaType: 'image/png', width: 2, height: 2, bytes: small.length };
  assert.deepEqual(await rooms.exportOf(userId), {
    applications: [
      {
        receipt: applicationId,
        receivedAt: rooms.clock.now(),
        locale: 'en',
        applicantName: filledIn.applicantName,
        applicantTitle: filledIn.applicantTitle,
        introduction: filledIn.introduction,
        strategy: filledIn.strategy,
        userId: filledIn.userId,
        decision: null,
        images: [{ position: 1, ...shape }],
      },
    ],
    unusedPictures: [{ ...shape, uploadedAt: rooms.clock.now() }],
  });
  const nothing = { applications: [], unusedPictures: [] };
  rooms.bus.publish(accountDeleted, { userId });
  await eventually(async () => (await rooms.operator.one(applicationId)) === null);
  await eventually(async () => isDeepStrictEqual(await rooms.exportOf(userId), nothing));
  rooms.gone.add(other);
  rooms.clock.advance(600_000);
  await eventually(async () => (await rooms.operator.one(second.applicationId)) === null);
  await eventually(async () => isDeepStrictEqual(await rooms.exportOf(other), nothing));
});

test('an application of a visitor is kept for a year', async () => {
  const { applicationId } = await rooms.person().apply();
  rooms.clock.advance(364 * 86_400_000);
  assert.notEqual(await rooms.operator.one(applicationId), null);
  rooms.clock.advance(2 * 86_400_000);
  await eventually(async () => (await rooms.operator.one(applicationId)) === null);
});

test('a refused picture costs as much as one that is kept, and counts against its network for an hour', async () => {
  const from = { ip: '10.6.0.1' };
  for (let n = 0; n < refusedImages.ofNetwork; n++)
    assert.equal(await refusalOf(rooms.person(from).upload(small.subarray(0, 40))), 'imageBroken');
  assert.equal(await refusalOf(rooms.person(from).upload(small)), 'tooManyUploads');
  assert.equal(await refusalOf(rooms.person({ ip: '10.6.0.2' }).upload(small)), null);
  rooms.clock.advance(refusedImages.withinMs);
  assert.equal(await refusalOf(rooms.person(from).upload(small)), null);
});

test('the operator reads the newest first, page by page, and removes one with all that belongs to it', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n++) {
    rooms.clock.advance(1_000);
    const somebody = rooms.person();
    made.unshift((await somebody.apply({ imageIds: [await somebody.upload(small)] })).applicationId);
  }
  const page = async (before: string | null) => (await rooms.operator.list(before, 2)).map(({ receipt }) => receipt);
  assert.deepEqual([await page(null), await page(made[1]!)], [made.slice(0, 2), made.slice(2, 4)]);
  const images = await imageCount();
  assert.deepEqual([await rooms.operator.remove(made[0]!), await rooms.operator.remove(made[0]!)], [true, false]);
  assert.equal(await imageCount(), images - 1);
});
