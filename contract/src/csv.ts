// Tables as text, as programs and spreadsheets write them: both sides read the same lines of a file.

export type CsvValue = string | number | null | undefined;

const isPlainNumber = /^-?\d+(\.\d+)?$/;

/** A table program must not take a name for a formula. */
export const csvCell = (value: CsvValue): string => {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && !isPlainNumber.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export type CsvColumns<Row> = Readonly<Record<string, (row: Row, place: number) => CsvValue>>;

/** Every row of simulated figures says so. */
export function csvOfTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[], isSimulated = false): string {
  const written: CsvColumns<Row> = isSimulated ? { ...columns, simulated: () => 'true' } : columns;
  const lines = rows.map((row, place) => Object.values(written).map((read) => csvCell(read(row, place))));
  return [Object.keys(written), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export const csvDay = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString());

export interface CsvRow {
  /** As an editor counts them, from 1. */
  readonly line: number;
  readonly text: string;
  readonly cells: readonly string[];
  /** A quote that is never closed: it has no cells, and the lines after it are read by themselves. */
  readonly isOpen: boolean;
}

const quotesIn = (line: string): number => line.split('"').length - 1;

/** Takes time in proportion to the text, even for hostile text. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  // Semicolons and tabs are what spreadsheets of other languages write.
  const separator = [',', ';', '\t'].find((sign) => lines[0]?.includes(sign)) ?? ',';
  for (let at = 0; at < lines.length; at++) {
    const first = at;
    let isOpen = quotesIn(lines[at]!) % 2 === 1;
    // A quoted cell may hold line breaks.
    while (isOpen && at + 1 < lines.length) isOpen = quotesIn(lines[++at]!) % 2 === 0;
    if (isOpen) at = first;
    const whole = lines.slice(first, at + 1).join('\n');
    if (whole.trim() !== '') rows.push({ line: first + 1, text: whole, cells: isOpen ? [] : splitCells(whole, separator), isOpen });
  }
  return rows;
}

function splitCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!;
    if (isQuoted && sign === '"' && line[i + 1] === '"') value += line[++i];
    else if (sign === '"' && (isQuoted || value.trim() === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(value.trim());
      value = '';
    } else value += sign;
  }
  return [...cells, value.trim()];
}
