import { useCallback, useState } from 'react';

/** A round picture that may be missing; the first letters stand in for it. Decorative: the name is always beside it. */
export function Avatar({ src, name }: { src: string; name: string }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const isBroken = failedSrc === src;
  // The picture may have failed before the page came alive, when no listener was there.
  const check = useCallback(
    (img: HTMLImageElement | null) => {
      if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setFailedSrc(src);
    },
    [src],
  );

  if (isBroken)
    return (
      <span className="avatar avatar-letters" aria-hidden="true">
        {name.slice(0, 2)}
      </span>
    );
  return (
    <img
      ref={check}
      className="avatar"
      src={src}
      alt=""
      width="24"
      height="24"
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  );
}
