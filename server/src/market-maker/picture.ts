// The real content of a user's picture. It is judged by its bytes alone, and what is kept is built anew from the parts that make up
// the image: nothing a camera or an editor wrote beside it (places, names, thumbnails, texts), nothing hidden between or behind.
import { refuse } from '@tidemark/contract/errors.ts';
import type { ImageMediaType } from '@tidemark/contract/market-maker.ts';
import { cleanJpeg, isJpeg } from './jpeg.ts';
import { cleanPng, isPng } from './png.ts';

export interface Picture {
  readonly mediaType: ImageMediaType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Throws the refusal that a person is to read. */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  if (isPng(bytes)) return { mediaType: 'image/png', ...(await cleanPng(bytes)) };
  if (isJpeg(bytes)) return { mediaType: 'image/jpeg', ...cleanJpeg(bytes) };
  return refuse('imageType');
}
