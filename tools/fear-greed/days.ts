// The days that stay with the project: what the known index said, and our parts of the same days, from which any reader can check the
// figure that the page tells.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../run-command.ts';
import { measuredParts, type MeasuredDay } from './compare.ts';

const knownFile = join(rootDir, 'testbed/recordings/alternative-me-2024/fear-greed.csv');
const partsFile = join(rootDir, 'tools/fear-greed/parts-2024.csv');
const head = ['date', ...measuredParts].join(',');

const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

/** By the day of its date. */
export const readKnownDays = (): Map<number, number> =>
  new Map(rowsOf(knownFile).map(([date, value]) => [Date.parse(date!), Number(value)]));

export const readPartDays = (): MeasuredDay[] =>
  rowsOf(partsFile).map(([date, volatility, momentum, breadth]) => ({
    ts: Date.parse(date!),
    parts: { volatility: Number(volatility), momentum: Number(momentum), breadth: Number(breadth) },
  }));

const textOf = (days: readonly MeasuredDay[]): string =>
  [
    head,
    ...days.map(({ ts, parts }) =>
      [new Date(ts).toISOString().slice(0, 10), ...measuredParts.map((part) => parts[part].toFixed(1))].join(','),
    ),
    '',
  ].join('\n');

export const savePartDays = (days: readonly MeasuredDay[]): void => writeFileSync(partsFile, textOf(days));
export const arePartDays = (days: readonly MeasuredDay[]): boolean => readFileSync(partsFile, 'utf8') === textOf(days);
