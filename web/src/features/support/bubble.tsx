import { useMemo } from 'react';
import { splitLinks } from './linked-text.ts';

/** The text of a message: links on https can be followed, everything else is only read. */
export function Bubble({ text }: { text: string }) {
  const pieces = useMemo(() => splitLinks(text), [text]);
  return (
    <p className="support-bubble" dir="auto">
      {pieces.map(({ text: piece, href, at }) =>
        href === null ? (
          piece
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
            {piece}
          </a>
        ),
      )}
    </p>
  );
}
