import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useLocale } from '#i18n/text.tsx';
import { keepPictures, readPictures, type KeptPicture } from './draft.ts';
import { createPictureDesk, type Picture, type PictureDesk } from './picture-desk.ts';
import { thumbnailOf } from './thumbnail.ts';
import { uploadImage } from './upload-image.ts';

const none: readonly Picture[] = [];

/** The desk of this page, with what is left of the last visit, and the pictures on it as they are. */
export function usePictureDesk(): { readonly desk: PictureDesk; readonly pictures: readonly Picture[] } {
  const api = useApi();
  const locale = useLocale();
  const [desk] = useState(() =>
    createPictureDesk({
      upload: (file, signal, onShare) => uploadImage({ file, locale, signal, onShare }),
      // Whoever removes a picture need not wait: what is not let go of now is gone after a day.
      discard: (imageId) => void api.call('discardMarketMakerImage', { imageId }).catch(() => {}),
      thumbnail: thumbnailOf,
      now: Date.now,
    }),
  );
  const pictures = useSyncExternalStore(desk.watch, desk.now, () => none);
  useEffect(() => {
    desk.restore(readPictures(Date.now()));
    return desk.watch(() => {
      keepPictures(desk.now().flatMap(({ state, name, size, thumbnail, imageId, uploadedAt }): readonly KeptPicture[] => (state === 'done' && imageId ? [{ name, size, thumbnail, imageId, uploadedAt }] : [])));
    });
  }, [desk]);
  return { desk, pictures };
}
