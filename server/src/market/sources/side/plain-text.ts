// Text out of somebody else's markup: no tags, no entities, nothing that is not seen or that turns the text around it.

const named: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '\u2013', mdash: '\u2014', lsquo: '\u2018', rsquo: '\u2019', ldquo: '\u201c', rdquo: '\u201d', hellip: '\u2026',
  euro: '\u20ac', pound: '\u00a3', yen: '\u00a5', cent: '\u00a2', copy: '\u00a9', reg: '\u00ae', trade: '\u2122', bull: '\u2022', middot: '\u00b7', laquo: '\u00ab', raquo: '\u00bb', times: '\u00d7',
};

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });

/** But for the joiners that some scripts and pictures need. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

export const plainText = (markup: string): string =>
  decode(
    markup
      .replace(/<!--[\s\S]*?-->/g, ' ')
      .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
      // Words of neighbouring blocks stay apart; those of one line stay together.
      .replace(/<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|blockquote|figure|figcaption)\b[^>]*>/gi, ' ')
      .replace(/<\/?[a-zA-Z!?][^>]*>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .trim()
    .toWellFormed();

/** Cut where a word ends, or, in scripts without spaces, anywhere. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.\u2013\u2014-]+$/u, '').toWellFormed().replace(/\ufffd$/, '')}\u2026`;
}
