export type RichPart = string | { readonly tag: string; readonly text: string };

/** 'See <link>the rules</link>.' in parts. Only tags that were asked for count; anything else is text. Not nested. */
export function splitRich(text: string, tags: readonly string[]): RichPart[] {
  const parts: RichPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/<([a-z]+)>(.*?)<\/\1>/gs)) {
    const [whole, tag = '', inner = ''] = match;
    if (!tags.includes(tag)) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ tag, text: inner });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
