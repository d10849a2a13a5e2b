// Alerts as a file: what is written is read again. One set of columns for CSV and JSON, in words that are the same in every language.
import {
  alertFrequency,
  checkAlertForm,
  checkNote,
  isChannelType,
  isPercentType,
  priceSource,
  toFraction,
  toPercent,
  type AlertForm,
  type AlertType,
} from '@tidemark/contract/alert-rules.ts';
import { fileChannels, fileConditions, fileFrequencies, fileMarkets, fileSources, fileWord } from '@tidemark/contract/alert-file.ts';
import { alertFileRule, type AlertFileFormat } from '@tidemark/contract/alert-batches.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { csvCell, csvRows } from '@tidemark/contract/csv.ts';
import { Refusal, refuse } from '@tidemark/contract/errors.ts';
import type { AlertRow } from '../store-parts.ts';
import { formOf } from './begin.ts';

const columns = ['market', 'symbol', 'condition', 'target', 'lower', 'upper', 'source', 'frequency', 'channels', 'on', 'note'] as const;
type Column = (typeof columns)[number];
type Cells = Readonly<Partial<Record<Column, string>>>;
const needed = ['market', 'symbol', 'condition'] as const satisfies readonly Column[];

const switches = { yes: true, no: false, true: true, false: false, '1': true, '0': false };

/** Longer than any decimal of a form. */
const maxCell = 60;
const maxShown = 40;

export interface FileLine {
  readonly line: number;
  readonly symbol: string;
  readonly read: { readonly symbol: string; readonly form: AlertForm; readonly isOpen: boolean; readonly note: string | null } | Refusal;
}

const cellsOf = (row: AlertRow): Record<Column, string> => {
  const form = formOf(row);
  const percent = isPercentType(form.alertType) ? '%' : '';
  const target = form.configurePrice ?? '';
  return {
    market: fileWord(fileMarkets, form.businessLine),
    symbol: row.symbolId,
    condition: fileWord(fileConditions, form.alertType),
    target: percent && target ? `${toPercent(target)}%` : target,
    lower: form.configurePriceDown ?? '',
    upper: form.configurePriceUp ?? '',
    source: fileWord(fileSources, form.priceSource),
    frequency: fileWord(fileFrequencies, form.frequency),
    channels: form.channels.map((channel) => fileWord(fileChannels, channel)).join(';'),
    on: row.isOpen ? 'yes' : 'no',
    note: row.note ?? '',
  };
};

export function writeAlertFile(rows: readonly AlertRow[], format: AlertFileFormat): string {
  const lines = rows.map(cellsOf);
  if (format === 'csv')
    return [columns, ...lines.map((cells) => Object.values(cells))].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
  const alerts = lines.map(({ channels, on, ...cells }) => {
    const said: [string, unknown][] = Object.entries(cells).filter(([, text]) => text !== '');
    return Object.fromEntries([...said, ['channels', channels.split(';')], ['on', on === 'yes']]);
  });
  return `${JSON.stringify({ version: 1, alerts }, null, 2)}\n`;
}

/** What a person wrote, as it can be shown: no sign that a screen or a database could stumble over. */
const shown = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim();

/** Refuses what is no file of alerts at all, before anything of it is looked at; what is wrong with a line is told with the line. */
export function readAlertFile(content: string, format: AlertFileFormat): FileLine[] {
  const lines = format === 'csv' ? linesOfCsv(content) : linesOfJson(content);
  if (lines.length === 0) refuse('alertFileEmpty');
  if (lines.length > alertFileRule.rows) refuse('alertFileTooLong', { limit: alertFileRule.rows });
  return lines.map(({ line, cells }) => ({
    line,
    symbol: shown(cells?.symbol ?? '', alertFileRule.symbolLength),
    read: cells === null ? new Refusal('alertLineUnreadable') : readCells(cells),
  }));
}

interface Line {
  readonly line: number;
  /** null: it cannot be read. */
  readonly cells: Cells | null;
}

function linesOfCsv(content: string): Line[] {
  const [head, ...rows] = csvRows(content);
  const names = head?.cells.map((name) => name.toLowerCase()) ?? [];
  if (needed.some((column) => !names.includes(column))) refuse('alertFileUnreadable');
  return rows.map(({ line, cells, isOpen }) => ({
    line,
    cells:
      isOpen || cells.slice(names.length).some((cell) => cell !== '')
        ? null
        : Object.fromEntries(columns.map((column) => [column, (cells[names.indexOf(column)] ?? '').replace(/^'(?=[=+\-@])/, '')])),
  }));
}

function linesOfJson(content: string): Line[] {
  const parsed = parseJson(content);
  const list: unknown = Array.isArray(parsed) ? parsed : (parsed as { alerts?: unknown } | null)?.alerts;
  if (!Array.isArray(list)) return refuse('alertFileUnreadable');
  return list.map((entry: unknown, at) => ({ line: at + 1, cells: cellsOfEntry(entry) }));
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    return refuse('alertFileUnreadable');
  }
}

function cellsOfEntry(entry: unknown): Cells | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const texts = columns.map((column) => [column, textOf(Object.hasOwn(entry, column) ? (entry as Record<string, unknown>)[column] : '')]);
  return texts.some(([, text]) => text === null) ? null : (Object.fromEntries(texts) as Cells);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return '';
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join(';') : null;
}

/** 'Rises to' and 'rises-to' are 'rises_to'. */
const keyOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

function choose<T>(names: Readonly<Record<string, T>>, column: Column, text: string, usual?: T): T {
  if (text === '') return usual ?? refuse('alertLineMissing', { column });
  const key = keyOf(text);
  return Object.hasOwn(names, key) ? names[key]! : refuse('alertLineValue', { column, value: shown(text, maxShown) });
}

function readCells(cells: Cells): FileLine['read'] {
  const cell = (column: Column): string => {
    const text = cells[column] ?? '';
    return text.length > maxCell && column !== 'channels' ? refuse('alertLineValue', { column, value: shown(text, maxShown) }) : text;
  };
  const figure = (column: Column): string | null => cell(column) || null;
  try {
    const line: BusinessLine = choose(fileMarkets, 'market', cell('market'));
    const type: AlertType = choose(fileConditions, 'condition', cell('condition'));
    const symbol = cell('symbol') || refuse('alertLineMissing', { column: 'symbol' });
    const isChannel = isChannelType(type);
    const form: AlertForm = {
      businessLine: line,
      alertType: type,
      priceSource: choose(fileSources, 'source', cell('source'), priceSource.market),
      frequency: choose(
        fileFrequencies,
        'frequency',
        cell('frequency'),
        line === businessLine.p2p ? alertFrequency.onceOnly : alertFrequency.every,
      ),
      channels: (cell('channels') || 'station;pop')
        .split(/[;,|\s]+/)
        .filter(Boolean)
        .map((name) => choose(fileChannels, 'channels', name)),
      configurePrice: isChannel ? null : isPercentType(type) ? percentOf(cell('target')) : figure('target'),
      configurePriceUp: isChannel ? figure('upper') : null,
      configurePriceDown: isChannel ? figure('lower') : null,
    };
    const note = cells.note || null;
    const wrong = checkAlertForm(form) ?? checkNote(note ?? '');
    if (wrong !== null) refuse(wrong);
    return { symbol, form, isOpen: choose(switches, 'on', cell('on'), true), note };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The sign is asked for: 5 could be five percent or five hundred. */
function percentOf(text: string): string {
  const [, figure] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  return figure === undefined ? refuse('alertInvalidPercent') : toFraction(figure);
}
