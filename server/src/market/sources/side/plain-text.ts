// Text out of foreign markup: no tags, no entities, nothing that is not seen or that turns the text around it.

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '\u2013',
  mdash: '\u2014',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  hellip: '\u2026',
  euro: '\u20ac',
  pound: '\u00a3',
  yen: '\u00a5',
  cent: '\u00a2',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  bull: '\u2022',
  middot: '\u00b7',
  laquo: '\u00ab',
  raquo: '\u00bb',
  times: '\u00d7',
};

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
    },
  );

/** But for the joiners that some scripts and pictures need. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

/** Words of neighbouring blocks stay apart; those of one line stay together. */
const isBlock = /^\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|blockquote|figure|figcaption)$/i;
const tagName = /\/?[a-zA-Z!?][a-zA-Z0-9]{0,15}/y;

/** Looks ahead for something, and once it was not found never again: a text full of openings stays one pass. */
function createFinder(text: string, pattern: RegExp): (from: number) => { readonly at: number; readonly end: number } | null {
  let found: { at: number; end: number } | null = { at: -1, end: -1 };
  return (from) => {
    if (found === null || found.at >= from) return found;
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    found = match && { at: match.index, end: pattern.lastIndex };
    return found;
  };
}

/** One pass over any text: it comes from outside, and there is a lot of it. */
function withoutTags(markup: string): string {
  const closing = createFinder(markup, />/g);
  const commentEnd = createFinder(markup, /-->/g);
  const contentEnds = new Map([
    ['script', createFinder(markup, /<\/script\s*>/gi)],
    ['style', createFinder(markup, /<\/style\s*>/gi)],
  ]);
  let text = '';
  let kept = 0;
  const drop = (from: number, to: number, instead: string): number => {
    text += markup.slice(kept, from) + instead;
    kept = to;
    return to;
  };
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at)) {
    const comment = markup.startsWith('<!--', at) ? commentEnd(at + 4) : null;
    tagName.lastIndex = at + 1;
    const name = tagName.exec(markup)?.[0];
    const content = name === undefined ? null : (contentEnds.get(name.toLowerCase())?.(at + 1) ?? null);
    const tag = name === undefined ? null : closing(at + 1);
    if (comment ?? content) at = drop(at, (comment ?? content)!.end, ' ');
    else if (tag) at = drop(at, tag.end, isBlock.test(name!) ? ' ' : '');
    else at++;
  }
  return text + markup.slice(kept);
}

export const plainText = (markup: string): string =>
  decode(withoutTags(markup)).replace(/\s+/g, ' ').replace(unseen, '').trim().toWellFormed();

/** Cut where a word ends, or, in scripts without spaces, anywhere. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut)
    .replace(/[\s,;:.\u2013\u2014-]+$/u, '')
    .toWellFormed()
    .replace(/\ufffd$/, '')}\u2026`;
}
