import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkImage,
  checkMarketMakerForm,
  imageExtensions,
  lettersOf,
  marketMakerLimits,
  receiptLetters,
  receiptPattern,
} from './market-maker.ts';

const form = {
  applicantName: 'Ada',
  applicantTitle: 'Trader',
  introduction: 'We make markets.',
  strategy: 'Two-sided quotes.',
  userId: '12345',
};
const image = { name: 'desk.PNG', type: 'image/png', size: 1000 };

test('sections 5 and 9, Market maker form: the numbers', () => {
  assert.deepEqual(marketMakerLimits, {
    applicantName: 64,
    applicantTitle: 64,
    introduction: 600,
    strategy: 300,
    images: 3,
    imageBytes: 5 * 1024 * 1024,
  });
  assert.deepEqual(imageExtensions, ['png', 'jpg', 'jpeg']);
});

test('section 5: every wrong field is named at once', () => {
  assert.deepEqual(checkMarketMakerForm(form), {});
  assert.deepEqual(
    checkMarketMakerForm({
      applicantName: 'a'.repeat(64),
      applicantTitle: '币'.repeat(64),
      introduction: '𝒳'.repeat(600),
      strategy: 's'.repeat(300),
      userId: '0',
    }),
    {},
  );
  assert.deepEqual(
    checkMarketMakerForm({
      applicantName: 'a'.repeat(65),
      applicantTitle: 'b'.repeat(65),
      introduction: 'c'.repeat(601),
      strategy: 'd'.repeat(301),
      userId: '12a',
    }),
    {
      applicantName: 'applicantNameTooLong',
      applicantTitle: 'applicantTitleTooLong',
      introduction: 'introductionTooLong',
      strategy: 'strategyTooLong',
      userId: 'userIdNotDigits',
    },
  );
  assert.deepEqual(checkMarketMakerForm({ ...form, applicantName: '  ', userId: '' }), {
    applicantName: 'formIncomplete',
    userId: 'formIncomplete',
  });
  assert.equal(checkMarketMakerForm({ ...form, userId: '١٢٣' }).userId, 'userIdNotDigits');
});

test('section 5: up to three images, PNG, JPG or JPEG, 5MB each', () => {
  const checkImages = (images: readonly (typeof image)[]) =>
    images.length > marketMakerLimits.images ? 'tooManyImages' : (images.map(checkImage).find((wrong) => wrong !== null) ?? null);
  assert.equal(
    checkImages([
      image,
      { ...image, name: 'a.jpg', type: 'image/jpeg' },
      { ...image, name: 'a.jpeg', type: 'image/jpeg', size: 5 * 1024 * 1024 },
    ]),
    null,
  );
  assert.equal(checkImages([image, image, image, image]), 'tooManyImages');
  assert.equal(checkImages([image, { ...image, size: 5 * 1024 * 1024 + 1 }]), 'imageTooLarge');
  for (const bad of [
    { name: 'a.gif', type: 'image/gif' },
    { name: 'a.png', type: 'text/html' },
    { name: 'png', type: 'image/webp' },
    { name: 'a.svg', type: 'image/png' },
  ]) {
    assert.equal(checkImage({ ...image, ...bad }), 'imageType', bad.name);
  }
});

test('a receipt is made of letters nobody mistakes, and letters are counted as a person counts them', () => {
  assert.doesNotMatch(receiptLetters, /[01OILU]/);
  for (const letter of receiptLetters) assert.match(`MM-${letter.repeat(4)}-${letter.repeat(4)}`, receiptPattern);
  for (const wrong of ['MM-0000-2222', 'MM-ABCD-EFGI', 'MM-ABCD', 'mm-abcd-efgh']) assert.doesNotMatch(wrong, receiptPattern);
  assert.equal(lettersOf(' \u{1F30A}é币 '), 3);
});
