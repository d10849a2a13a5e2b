// The market maker application: the rules of its form (section 5), its pictures and its calls. Section 7 names no path for it.
import * as v from 'valibot';
import type { ErrorName } from './errors.ts';
import { call, characters, done, filled, languageType, listOf, text, timeMs } from './wire.ts';

export const marketMakerLimits = {
  applicantName: 64,
  applicantTitle: 64,
  introduction: 600,
  strategy: 300,
  images: 3,
  imageBytes: 5 * 1024 * 1024,
} as const;
export const imageExtensions = ['png', 'jpg', 'jpeg'] as const;
export const imageMediaTypes = ['image/png', 'image/jpeg'] as const;
export type ImageMediaType = (typeof imageMediaTypes)[number];

/**
 * One picture at a time, as the body itself: there is no form around it to be parsed, and no name or type of the sender's to be believed.
 * The answer is an envelope like any other; its data is { imageId }. A picture is judged by its bytes, kept without the metadata a camera
 * wrote into it, belongs to the browser or the account that sent it, and is gone after a day in which no application named it.
 */
export const imageUploadPath = '/mix/public/marketMaker/image';
const uploadedImage = v.object({ imageId: filled(64) });
export type UploadedImage = v.InferOutput<typeof uploadedImage>;
export const unusedImageMs = 24 * 3_600_000;
/** What a program that shows it has to unpack: a few bytes can claim to be a square mile. */
export const imagePixels = { side: 16_384, all: 40_000_000 } as const;

/** 'MM-7K3Q-9DXW': to be read out on a telephone, so without letters that look or sound like others. */
export const receiptLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const receiptPattern = /^MM-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;

export interface MarketMakerForm {
  readonly applicantName: string;
  readonly applicantTitle: string;
  readonly introduction: string;
  readonly strategy: string;
  readonly userId: string;
}

/** As the form counts: what a person sees as one letter of most scripts, however many bytes it takes, and without the blanks around it. */
export const lettersOf = (text: string): number => [...text.trim()].length;

export const isDigitsOnly = (text: string): boolean => /^[0-9]+$/.test(text);

const tooLong = [
  ['applicantName', 'applicantNameTooLong'],
  ['applicantTitle', 'applicantTitleTooLong'],
  ['introduction', 'introductionTooLong'],
  ['strategy', 'strategyTooLong'],
] as const satisfies readonly (readonly [keyof MarketMakerForm, ErrorName])[];

/** Everything wrong with the form, by field, so that a person can mend it in one go. */
export const checkMarketMakerForm = (form: MarketMakerForm): Partial<Record<keyof MarketMakerForm, ErrorName>> => {
  const wrong: Partial<Record<keyof MarketMakerForm, ErrorName>> = {};
  for (const [field, error] of tooLong) {
    const length = lettersOf(form[field]);
    if (length === 0) wrong[field] = 'formIncomplete';
    else if (length > marketMakerLimits[field]) wrong[field] = error;
  }
  const userId = form.userId.trim();
  if (userId === '') wrong.userId = 'formIncomplete';
  else if (!isDigitsOnly(userId)) wrong.userId = 'userIdNotDigits';
  return wrong;
};

export interface PickedImage {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export const checkImage = (image: PickedImage): ErrorName | null => {
  const extension = image.name.slice(image.name.lastIndexOf('.') + 1).toLowerCase();
  const known = (imageExtensions as readonly string[]).includes(extension) && (imageMediaTypes as readonly string[]).includes(image.type);
  if (!known) return 'imageType';
  return image.size > marketMakerLimits.imageBytes ? 'imageTooLarge' : null;
};

export const marketMakerCalls = {
  applyMarketMaker: call({
    kind: 'write',
    method: 'POST',
    path: '/mix/public/marketMaker/apply',
    about: 'Takes an application; answers its receipt, and the same one when the same clientKey is sent again.',
    // The bounds are wide on purpose: checkMarketMakerForm answers with the sentence for the field.
    input: v.object({
      languageType,
      clientKey: filled(64),
      applicantName: text(4000),
      applicantTitle: text(4000),
      introduction: text(4000),
      strategy: text(4000),
      userId: text(64),
      imageIds: v.optional(listOf(filled(64), marketMakerLimits.images), []),
    }),
    output: v.object({ applicationId: v.pipe(characters, v.regex(receiptPattern)), receivedAt: timeMs }),
  }),
  discardMarketMakerImage: call({
    kind: 'write',
    method: 'POST',
    path: '/mix/public/marketMaker/discardImage',
    about: 'Lets go of a picture that was uploaded and is in no application yet; of one that is not there, nothing happens.',
    input: v.object({ languageType, imageId: filled(64) }),
    output: done,
  }),
} as const;

/** Beside the table, whose calls all speak JSON. The first is asked before the second's bytes are read. */
export const marketMakerUploads = {
  mayUploadMarketMakerImage: call({
    kind: 'read',
    method: 'POST',
    path: imageUploadPath,
    about: 'Whether another picture may come.',
    input: v.object({}),
    output: done,
  }),
  uploadMarketMakerImage: call({
    kind: 'read',
    method: 'POST',
    path: imageUploadPath,
    about: 'Takes a picture.',
    input: v.instance(Uint8Array),
    output: uploadedImage,
  }),
} as const;
