// The series that are judged, by name, by number in the engine and by symbol.
import type { AlertForm } from '@tidemark/contract/alert-rules.ts';
import { seriesKindOf, seriesName } from '../engine/series.ts';
import type { JudgedAlert } from './judge-store.ts';
import type { Line } from './line.ts';

export function createLines(seriesOf: (name: string) => number) {
  const byName = new Map<string, Line>();
  const bySeries: Line[] = [];
  const bySymbol = new Map<string, Line[]>();
  return {
    /** The series that an alert is judged on, made with its first alert. */
    of(row: JudgedAlert): Line {
      const form = { businessLine: row.businessLine, alertType: row.type, priceSource: row.source } as Pick<
        AlertForm,
        'businessLine' | 'alertType' | 'priceSource'
      >;
      const kind = seriesKindOf(form);
      const name = `${seriesName(kind, row.symbolId)}@${row.tick}`;
      const known = byName.get(name);
      if (known) return known;
      const line: Line = {
        name,
        kind,
        series: seriesOf(name),
        symbolId: row.symbolId,
        businessLine: row.businessLine,
        tick: row.tick,
        partition: row.partition,
        savedAt: -Infinity,
        at: -Infinity,
        judgedTo: 0,
        since: Infinity,
        isWaiting: false,
        ad: null,
      };
      byName.set(name, line);
      bySeries[line.series] = line;
      bySymbol.set(row.symbolId, [...(bySymbol.get(row.symbolId) ?? []), line]);
      return line;
    },
    byName: (name: string): Line | undefined => byName.get(name),
    bySeries: (series: number): Line => bySeries[series]!,
    bySymbol: (symbolId: string): readonly Line[] | undefined => bySymbol.get(symbolId),
    all: () => byName.values(),
    size: (): number => byName.size,
    /** A symbol's lines are of one partition, so they go together. */
    remove(line: Line): void {
      byName.delete(line.name);
      bySymbol.delete(line.symbolId);
    },
  };
}
