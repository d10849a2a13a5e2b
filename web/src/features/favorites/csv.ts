// Favorites as a CSV file: one pair a line, with its categories. Reading forgives what people and spreadsheets do to such
// files, and says of every line it cannot use which one it is and why.
import { csvRows } from '@tidemark/contract/csv.ts';
import { checkCategoryName, tidyCategoryName } from '@tidemark/contract/favorite-rules.ts';
import type { Favorites } from '@tidemark/contract/favorite-steps.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';

/** Enough of a listed pair to find and to write it. */
export interface ListedPair {
  readonly symbolId: string;
  readonly baseSymbol: string;
  readonly pricedSymbol: string;
  readonly name: string;
}

export type BadReason = 'noPair' | 'unknownPair' | 'repeated' | 'openQuote' | Extract<ErrorName, `categoryName${string}`>;
export interface BadLine {
  /** As an editor counts them, from 1. */
  readonly line: number;
  readonly text: string;
  readonly reason: BadReason;
}
export interface ReadLine {
  readonly symbolId: string;
  readonly categories: readonly string[];
}
export interface ReadCsv {
  readonly good: readonly ReadLine[];
  readonly bad: readonly BadLine[];
}

const header = ['Symbol', 'Pair', 'Name', 'Categories'] as const;
const between = ';';
/** A spreadsheet would take these for a formula. */
const formula = /^[=+\-@\t\r]/;

const cell = (value: string): string => {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function writeCsv({ symbolIds, categories }: Favorites, pairOf: (symbolId: string) => ListedPair | undefined): string {
  const rows = symbolIds.map((symbolId) => {
    const pair = pairOf(symbolId);
    const names = categories.filter((category) => category.symbolIds.includes(symbolId)).map(({ name }) => name);
    return [symbolId, pair ? `${pair.baseSymbol}/${pair.pricedSymbol}` : '', pair?.name ?? '', names.join(between)];
  });
  // The mark at the front tells spreadsheets that this is UTF-8.
  return `\ufeff${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** 'BTCUSDT', 'btc/usdt', 'BTC-USDT' and 'BTC USDT' are one pair. */
const looseKey = (text: string): string => text.toUpperCase().replace(/[\s/\-:]/g, '');

export function readCsv(text: string, listed: readonly ListedPair[], isStarred: (symbolId: string) => boolean = () => false): ReadCsv {
  const byKey = new Map<string, string>();
  for (const { symbolId, baseSymbol, pricedSymbol } of listed) {
    const pairKey = looseKey(baseSymbol + pricedSymbol);
    if (!byKey.has(pairKey)) byKey.set(pairKey, symbolId);
  }
  for (const { symbolId } of listed) byKey.set(looseKey(symbolId), symbolId);

  const rows = csvRows(text);
  const first = rows[0]?.cells.map((name) => name.toLowerCase()) ?? [];
  const hasHeader = first.some((name) => name === 'symbol' || name === 'pair');
  const columnOf = (...names: string[]) => first.findIndex((name) => names.includes(name));
  const symbolAt = hasHeader ? columnOf('symbol', 'pair') : 0;
  const categoriesAt = hasHeader ? columnOf('categories', 'category') : 1;

  const good: ReadLine[] = [];
  const bad: BadLine[] = [];
  const seen = new Set<string>();
  for (const { line, text: whole, cells, isOpen } of hasHeader ? rows.slice(1) : rows) {
    const refuse = (reason: BadReason) => void bad.push({ line, text: whole.slice(0, 80), reason });
    if (isOpen) {
      refuse('openQuote');
      continue;
    }
    const wanted = (cells[symbolAt] ?? '').replace(/^'(?=[=+\-@])/, '');
    if (wanted === '') {
      refuse('noPair');
      continue;
    }
    const symbolId = byKey.get(looseKey(wanted)) ?? (isStarred(wanted) ? wanted : undefined);
    if (symbolId === undefined) {
      refuse('unknownPair');
      continue;
    }
    if (seen.has(symbolId)) {
      refuse('repeated');
      continue;
    }
    const names = (categoriesAt >= 0 ? (cells[categoriesAt] ?? '') : '')
      .split(between)
      .map((name) => tidyCategoryName(name.trim().replace(/^'(?=[=+\-@])/, '')))
      .filter(Boolean);
    const wrong = names.map((name) => checkCategoryName(name)).find((error) => error !== null);
    if (wrong) {
      refuse(wrong as BadReason);
      continue;
    }
    seen.add(symbolId);
    good.push({ symbolId, categories: names });
  }
  return { good, bad };
}
