import { refuse } from '@tidemark/contract/errors.ts';
import { imagePixels } from '@tidemark/contract/market-maker.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface CleanPicture extends PictureSize {
  readonly bytes: Buffer;
}

export function checkSize({ width, height }: PictureSize): void {
  if (width === 0 || height === 0) refuse('imageBroken');
  if (width > imagePixels.side || height > imagePixels.side || width * height > imagePixels.all) refuse('imageTooManyPixels');
}
