import type { ChartLine } from './chart-line.ts';

const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Plain numbers and ISO times: for programs, not for readers. */
export function csvOf(times: readonly number[], lines: readonly ChartLine[]): string {
  const head = ['time', ...lines.map((line) => line.label)].map(quote).join(',');
  const rows = times.map((time, i) => [new Date(time).toISOString(), ...lines.map((line) => line.values[i] ?? '')].join(','));
  return [head, ...rows].join('\n') + '\n';
}

export function downloadCsv(name: string, times: readonly number[], lines: readonly ChartLine[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(times, lines)], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
