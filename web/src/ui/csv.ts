// A table as a file for programs.
import { csvCell, type CsvValue } from '@tidemark/contract/csv.ts';

export type CsvColumns<Row> = Readonly<Record<string, (row: Row, place: number) => CsvValue>>;

/** Every row of simulated figures says so. */
export function csvOfTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[], isSimulated = false): string {
  const written: CsvColumns<Row> = isSimulated ? { ...columns, simulated: () => 'true' } : columns;
  const lines = rows.map((row, place) => Object.values(written).map((read) => csvCell(read(row, place))));
  return [Object.keys(written), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export const csvDay = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString());
