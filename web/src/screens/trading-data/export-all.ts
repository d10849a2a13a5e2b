// All series of the page in one file: a row per moment, a column per figure.
import type { QueryClient } from '@tanstack/react-query';
import { downloadText } from '#ui/chart/download-csv.ts';
import type { SeriesAnswer } from './picture.ts';

export interface NamedSeries {
  readonly metric: string;
  readonly answer: SeriesAnswer;
}

export function csvOfAll(series: readonly NamedSeries[], isSimulated = false): string {
  const columns = series.flatMap(({ metric, answer: { fields, points } }) =>
    fields.map((field, i) => ({ name: `${metric}.${field}`, values: new Map(points.map((point) => [point[0], point[i + 1]])) })),
  );
  const times = [...new Set(series.flatMap(({ answer }) => answer.points.map(([ts]) => ts)))].sort((a, b) => a - b);
  const rows = times.map((ts) =>
    [new Date(ts).toISOString(), ...columns.map(({ values }) => values.get(ts) ?? ''), ...(isSimulated ? ['true'] : [])].join(','),
  );
  return [['time', ...columns.map(({ name }) => name), ...(isSimulated ? ['simulated'] : [])].join(','), ...rows].join('\n') + '\n';
}

/** What the charts show now; those that have no answer are not in it. */
export function exportAll(
  client: QueryClient,
  name: string,
  wanted: readonly { readonly metric: string; readonly queryKey: readonly unknown[] }[],
  isSimulated: boolean,
): void {
  const series = wanted.flatMap(({ metric, queryKey }) => {
    const answer = client.getQueryData<SeriesAnswer>(queryKey);
    return answer && answer.points.length > 0 ? [{ metric, answer }] : [];
  });
  downloadText(`${name}.csv`, csvOfAll(series, isSimulated));
}
