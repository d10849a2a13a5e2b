// The market maker application: the rules of its form (section 5) and its call. Section 7 names no path for it.
import * as v from 'valibot';
import type { ErrorName } from './errors.ts';
import { call, filled, languageType, listOf, text, timeMs } from './wire.ts';

export const marketMakerLimits = { applicantName: 64, applicantTitle: 64, introduction: 600, strategy: 300, images: 3, imageBytes: 5 * 1024 * 1024 } as const;
export const imageExtensions = ['png', 'jpg', 'jpeg'] as const;
export const imageMediaTypes = ['image/png', 'image/jpeg'] as const;
export type ImageMediaType = (typeof imageMediaTypes)[number];

/** One picture at a time, as the body itself and not as JSON; the answer's data is { imageId }. */
export const imageUploadPath = '/mix/public/marketMaker/image';

export interface MarketMakerForm {
  readonly applicantName: string;
  readonly applicantTitle: string;
  readonly introduction: string;
  readonly strategy: string;
  readonly userId: string;
}

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
    const length = [...form[field].trim()].length;
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

export const checkImages = (images: readonly PickedImage[]): ErrorName | null => {
  if (images.length > marketMakerLimits.images) return 'tooManyImages';
  for (const image of images) {
    const wrong = checkImage(image);
    if (wrong) return wrong;
  }
  return null;
};

export const marketMakerCalls = {
  applyMarketMaker: call({
    method: 'POST',
    path: '/mix/public/marketMaker/apply',
    about: 'Takes an application; answers its receipt. The same clientKey sent again answers the same receipt.',
    // The bounds are wide on purpose: checkMarketMakerForm answers with the sentence for the field.
    input: v.object({
      languageType,
      clientKey: filled(64),
      applicantName: text(4000),
      applicantTitle: text(4000),
      introduction: text(4000),
      strategy: text(4000),
      userId: text(4000),
      imageIds: v.optional(listOf(filled(64), marketMakerLimits.images), []),
    }),
    output: v.object({ applicationId: filled(64), receivedAt: timeMs }),
  }),
} as const;
