// A table as a file for programs.
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
