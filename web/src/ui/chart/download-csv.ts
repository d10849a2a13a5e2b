import type { ChartLine } from './chart-line.ts';

const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Plain numbers and ISO times: for programs, not for readers. Every row of simulated figures says so. */
export function csvOf(times: readonly number[], lines: readonly ChartLine[], isSimulated = false): string {
  const head = ['time', ...lines.map((line) => line.fileLabel ?? line.label), ...(isSimulated ? ['simulated'] : [])].map(quote).join(',');
  const rows = times.map((time, i) =>
    [new Date(time).toISOString(), ...lines.map((line) => line.values[i] ?? ''), ...(isSimulated ? ['true'] : [])].join(','),
  );
  return [head, ...rows].join('\n') + '\n';
}

export const downloadCsv = (name: string, times: readonly number[], lines: readonly ChartLine[], isSimulated: boolean): void =>
  downloadText(`${name}.csv`, csvOf(times, lines, isSimulated));

export function downloadText(fileName: string, text: string, type = 'text/csv'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
