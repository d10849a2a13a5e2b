// What people type to find a coin, in one form. A file of its own: the first page filters its rows without the rest of the search.

/** One form for letters people cannot tell apart when they type: any case, with or without accents, full width. */
export const normalizeKeyword = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** 'btc/usdt', 'btc-usdt' and 'btc usdt' are one pair. */
export const withoutSeparators = (text: string): string => text.replace(/[\s/\-_]/g, '');
