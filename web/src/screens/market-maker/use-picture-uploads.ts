import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useLocale } from '#i18n/text.tsx';
import { keepPictures, readPictures, type KeptPicture } from './draft.ts';
import { createPictureUploads, type Picture, type PictureUploads } from './picture-uploads.ts';
import { thumbnailOf } from './thumbnail.ts';
import { uploadImage } from './upload-image.ts';

const none: readonly Picture[] = [];

/** The uploads of this page, with what is left of the last visit, and the pictures on it as they are. */
export function usePictureUploads(): { readonly uploads: PictureUploads; readonly pictures: readonly Picture[] } {
  const api = useApi();
  const locale = useLocale();
  const [uploads] = useState(() =>
    createPictureUploads({
      upload: (file, signal, onShare) => uploadImage({ file, locale, signal, onShare }),
      // Removing a picture does not wait for the server: one that is not discarded now expires after a day.
      discard: (imageId) => void api.call('discardMarketMakerImage', { imageId }).catch(() => {}),
      thumbnail: thumbnailOf,
      now: Date.now,
    }),
  );
  const pictures = useSyncExternalStore(uploads.watch, uploads.now, () => none);
  useEffect(() => {
    uploads.restore(readPictures(Date.now()));
    return uploads.watch(() => {
      keepPictures(
        uploads
          .now()
          .flatMap(({ state, name, size, thumbnail, imageId, uploadedAt }): readonly KeptPicture[] =>
            state === 'done' && imageId ? [{ name, size, thumbnail, imageId, uploadedAt }] : [],
          ),
      );
    });
  }, [uploads]);
  return { uploads, pictures };
}
