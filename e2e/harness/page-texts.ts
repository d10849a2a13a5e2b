// What a page says, text by text, as the server wrote it: without a browser, which costs twenty times as much.

export interface PageText {
  readonly text: string;
  /** The elements it stands in, outermost first: 'main section.frame span.num'. */
  readonly place: string;
}

const unclosed = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const silent = new Set(['script', 'style', 'template']);
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#x27': "'", '#39': "'" };

const plain = (text: string): string =>
  text
    .replace(/&(\w+|#x?\w+);/g, (whole, name: string) => named[name] ?? whole)
    // Marks that keep figures in their direction.
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Of the page's main part. */
export function textsOf(html: string): PageText[] {
  const main = html.slice(html.indexOf('<main'), html.lastIndexOf('</main>'));
  const open: { readonly tag: string; readonly name: string }[] = [];
  const found: PageText[] = [];
  for (const [, comment, closing, tag, attributes = '', text] of main.matchAll(/<(!--.*?--)>|<(\/?)([a-z][\w-]*)([^>]*)>|([^<]+)/gs)) {
    if (comment !== undefined) continue;
    if (text !== undefined) {
      const said = plain(text);
      if (said !== '' && !open.some((one) => silent.has(one.tag)))
        found.push({ text: said, place: open.map(({ name }) => name).join(' ') });
    } else if (closing === '/') {
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at >= 0) open.length = at;
    } else if (!unclosed.has(tag!) && !attributes.endsWith('/')) {
      const classes = /\sclass="([^"]*)"/.exec(attributes)?.[1] ?? '';
      open.push({ tag: tag!, name: [tag!, ...classes.split(' ').filter(Boolean)].join('.') });
    }
  }
  return found;
}
