// The pictures of the form: up to three, sent one after the other while the person writes on. What went wrong with one of them concerns
// that one alone. Knows neither React nor the network: both are handed in.
import { checkImage, marketMakerLimits } from '@tidemark/contract/market-maker.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import type { KeptPicture } from './draft.ts';
import { UploadFailed, type UploadTrouble } from './upload-image.ts';

/** refused: it is no part of the application and never was. */
export type PictureState = 'waiting' | 'uploading' | 'done' | 'failed' | 'refused';
export interface Picture {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly state: PictureState;
  /** Of its bytes, how many have left: 0 to 1. */
  readonly share: number;
  readonly thumbnail: string | null;
  readonly imageId: string | null;
  readonly uploadedAt: number;
  /** A row of the catalogue, what kept it from being sent, or the server's own words. */
  readonly problem: { readonly error: ErrorName } | { readonly trouble: UploadTrouble; readonly message: string } | null;
}

export interface UploadDeps {
  upload(file: File, signal: AbortSignal, onShare: (share: number) => void): Promise<string>;
  discard(imageId: string): void;
  thumbnail(file: File): Promise<string | null>;
  now(): number;
}

const isForRoom = ({ problem }: Picture) => problem !== null && 'error' in problem && problem.error === 'tooManyImages';

export type PictureUploads = ReturnType<typeof createPictureUploads>;

export function createPictureUploads({ upload, discard, thumbnail, now }: UploadDeps) {
  let pictures: readonly Picture[] = [];
  let nextKey = 1;
  const files = new Map<number, File>();
  const listeners = new Set<() => void>();
  let running: { key: number; stop: AbortController } | null = null;

  const put = (next: readonly Picture[]) => {
    pictures = next;
    for (const listener of listeners) listener();
  };
  const change = (key: number, to: Partial<Picture>) =>
    put(pictures.map((picture) => (picture.key === key ? { ...picture, ...to } : picture)));
  const isPart = ({ state }: Picture) => state !== 'refused';
  const hasRoom = () => pictures.filter(isPart).length < marketMakerLimits.images;
  /** What was refused for want of room alone is kept at hand until there is some. */
  const canRetry = (key: number): boolean => {
    const picture = pictures.find((one) => one.key === key);
    return picture !== undefined && files.has(key) && (isPart(picture) || (isForRoom(picture) && hasRoom()));
  };
  const isOpen = ({ state }: Picture) => state === 'waiting' || state === 'uploading';

  const problemOf = (error: unknown): Pick<Picture, 'state' | 'problem'> => {
    const { trouble, message } = error instanceof UploadFailed ? error : new UploadFailed('offline');
    return { state: trouble === 'final' ? 'refused' : 'failed', problem: { trouble, message } };
  };

  const pump = async (): Promise<void> => {
    const next = pictures.find(({ state }) => state === 'waiting');
    if (running || !next) return;
    const { key } = next;
    const stop = new AbortController();
    running = { key, stop };
    change(key, { state: 'uploading', share: 0, problem: null });
    try {
      const imageId = await upload(files.get(key)!, stop.signal, (share) => change(key, { share }));
      if (pictures.some((picture) => picture.key === key)) change(key, { state: 'done', share: 1, imageId, uploadedAt: now() });
      else discard(imageId);
    } catch (error) {
      change(key, problemOf(error));
    } finally {
      running = null;
      void pump();
    }
  };

  const take = (file: File): void => {
    const key = nextKey++;
    const error = hasRoom() ? checkImage(file) : (checkImage(file) ?? 'tooManyImages');
    put([
      ...pictures,
      {
        key,
        name: file.name,
        size: file.size,
        state: error ? 'refused' : 'waiting',
        share: 0,
        thumbnail: null,
        imageId: null,
        uploadedAt: 0,
        problem: error && { error },
      },
    ]);
    if (error && error !== 'tooManyImages') return;
    files.set(key, file);
    void thumbnail(file).then((drawn) => change(key, { thumbnail: drawn }));
  };

  return {
    now: () => pictures,
    watch(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(chosen: Iterable<File>) {
      // What was refused before has been read by now.
      for (const { key } of pictures.filter((picture) => !isPart(picture))) files.delete(key);
      put(pictures.filter(isPart));
      for (const file of chosen) take(file);
      void pump();
    },
    retry(key: number) {
      change(key, canRetry(key) ? { state: 'waiting', problem: null } : {});
      void pump();
    },
    remove(key: number) {
      const gone = pictures.find((picture) => picture.key === key);
      put(pictures.filter((picture) => picture !== gone));
      files.delete(key);
      if (running?.key === key) running.stop.abort();
      if (gone?.imageId) discard(gone.imageId);
    },
    /** What was sent before the page was opened again. */
    restore(kept: readonly KeptPicture[]) {
      put([
        ...kept.map(({ name, size, thumbnail: drawn, imageId, uploadedAt }): Picture => ({
          key: nextKey++,
          name,
          size,
          state: 'done',
          share: 1,
          thumbnail: drawn,
          imageId,
          uploadedAt,
          problem: null,
        })),
        ...pictures,
      ]);
    },
    /** The server knows them no more. What is still at hand can be sent again. */
    lose() {
      put(
        pictures.map((picture) =>
          picture.state === 'done'
            ? { ...picture, imageId: null, share: 0, problem: { error: 'imageGone' }, state: files.has(picture.key) ? 'failed' : 'refused' }
            : picture,
        ),
      );
    },
    clear() {
      running?.stop.abort();
      files.clear();
      put([]);
    },
    canRetry,
    /** When nothing is on its way any more. */
    async settled(): Promise<void> {
      while (pictures.some(isOpen)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        listeners.add(resolve);
        await promise;
        listeners.delete(resolve);
      }
    },
  };
}
