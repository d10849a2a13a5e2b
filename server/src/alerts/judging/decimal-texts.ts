// Prices of a series as decimals.
import { scaleOf } from '../pairs.ts';
import type { Line } from './line.ts';

export function createDecimalTexts(): (line: Line, units: number) => string {
  // Firings of one tick are told the same two prices: what was written last need not be written again.
  const written = [
    { line: null as Line | null, units: 0, text: '' },
    { line: null as Line | null, units: 0, text: '' },
  ];
  return (line, units) => {
    for (const known of written) if (known.line === line && known.units === units) return known.text;
    const text = line.kind === 'change24h' ? String(units / 100_000) : scaleOf(line.tick).decimal(units);
    written.unshift({ ...written.pop()!, line, units, text });
    return text;
  };
}
