// Plain text in pieces: addresses on https become links, everything else stays text. Nothing here makes markup.
export interface TextPiece {
  readonly text: string;
  readonly href: string | null;
  /** Where in the text it begins. */
  readonly at: number;
}

const address = /https:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/giu;
/** Belongs to the sentence, not to the address. */
const trailing = /[.,;:!?)\]}*_~]+$/;

export function splitLinks(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = found.replace(trailing, '');
    if (!URL.canParse(shown)) continue;
    const url = new URL(shown);
    // A name before the host makes one place look like another.
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || !url.hostname.includes('.')) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), href: null, at: from });
    pieces.push({ text: shown, href: url.href, at: index });
    from = index + shown.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null, at: from });
  return pieces;
}
