// A long file of alerts goes in parts, each of them a file that one request takes; the user who sends it is told of it as of one.
import type { AlertFileFormat, ImportedLine } from '@tidemark/contract/alert-batches.ts';
import { alertFileRule } from '@tidemark/contract/alert-batches.ts';
import type { Calls } from '@tidemark/contract/calls.ts';
import { csvRows } from '@tidemark/contract/csv.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { ApiError } from '#api/api-error.ts';

export type ImportReport = Output<Calls['importAlerts']>;

/** What stands around the text in a request. */
const envelopeBytes = 512;
/** As a request carries it. */
export const sentBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length + envelopeBytes;

interface FilePart {
  readonly content: string;
  /** The line of the file that a line of the part is. */
  lineOf(line: number): number;
}

/** Rows of which as many go together as one request takes; the first of them begins a part of its own, however long it is. */
function together<Row>(rows: readonly Row[], bytesOf: (row: Row) => number, aroundBytes: number): Row[][] {
  const parts: Row[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const more = bytesOf(row);
    if (bytes + more > alertFileRule.bodyBytes || parts.at(-1)!.length === alertFileRule.rows) {
      parts.push([]);
      bytes = envelopeBytes + aroundBytes;
    }
    parts.at(-1)!.push(row);
    bytes += more;
  }
  return parts;
}

function partsOfCsv(content: string): FilePart[] {
  const [head, ...rows] = csvRows(content);
  const whole = rows.map(({ line, text }) => ({ line, text, span: text.split('\n').length }));
  return together(whole, ({ text }) => sentBytes(`${text}\n`) - envelopeBytes, sentBytes(head?.text ?? '')).map((part) => {
    let next = 2;
    const lines = new Map(part.map(({ line, span }) => [(next += span) - span, line]));
    return { content: [head!.text, ...part.map(({ text }) => text)].join('\n'), lineOf: (line) => lines.get(line) ?? line };
  });
}

function partsOfJson(content: string): FilePart[] | null {
  try {
    const parsed: unknown = JSON.parse(content.replace(/^\ufeff/, ''));
    const list: unknown = Array.isArray(parsed) ? parsed : (parsed as { alerts?: unknown } | null)?.alerts;
    if (!Array.isArray(list)) return null;
    let before = 0;
    return together(list, (entry) => sentBytes(`${JSON.stringify(entry)},`) - envelopeBytes, 0).map((part) => {
      const skipped = before;
      before += part.length;
      return { content: JSON.stringify(part), lineOf: (line) => skipped + line };
    });
  } catch {
    return null;
  }
}

/** A file that one request takes goes as it is, and so does one that is none: what is wrong with it is the server's to say. */
export function partsOf(content: string, format: AlertFileFormat): readonly FilePart[] {
  const parts = format === 'csv' ? partsOfCsv(content) : partsOfJson(content);
  return parts === null || parts.length < 2 ? [{ content, lineOf: (line) => line }] : parts;
}

/** Together as long as the allowance of a minute can take to come back. */
const patience = { tries: 24, pauseMs: 5_000 } as const;
const pauseAWhile = () => new Promise<void>((resolve) => setTimeout(resolve, patience.pauseMs));

/** One after the other; a part for which it is too early waits its turn. */
export async function importInParts(
  content: string,
  format: AlertFileFormat,
  send: (part: string) => Promise<ImportReport>,
  pause: () => Promise<void> = pauseAWhile,
): Promise<ImportReport> {
  const sendInTime = async (part: string): Promise<ImportReport> => {
    for (let tries = 1; ; tries++) {
      try {
        return await send(part);
      } catch (error) {
        if (!(error instanceof ApiError) || error.error !== 'alertTooFast' || tries === patience.tries) throw error;
        await pause();
      }
    }
  };
  const report = { made: 0, there: 0, refused: 0, items: [] as ImportedLine[] };
  for (const { content: part, lineOf } of partsOf(content, format)) {
    const { made, there, refused, items } = await sendInTime(part);
    report.made += made;
    report.there += there;
    report.refused += refused;
    for (const item of items) report.items.push({ ...item, line: lineOf(item.line) });
  }
  return report;
}
