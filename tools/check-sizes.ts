// A file that needs more than one sitting is more than one file. Data tables (*-table.ts) are exempt: they are read
// by looking things up. Style sheets are lists too, one declaration a line, and may be twice as long. JSON and SQL are not
// looked at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './problem.ts';
import { listFiles, packageFolders } from './source-tree.ts';

export const lookTwiceAt = 250;
export const stopAt = 400;
const styleFactor = 2;

const lineCount = (text: string): number => (text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0));

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  for (const file of listFiles(rootDir, packageFolders, ['.ts', '.tsx', '.mjs', '.css'])) {
    if (file.endsWith('-table.ts')) continue;
    const factor = file.endsWith('.css') ? styleFactor : 1;
    const lines = lineCount(readFileSync(join(rootDir, file), 'utf8'));
    if (lines > stopAt * factor) problems.push({ file, text: `${lines} lines; ${stopAt * factor} is the end` });
    else if (lines > lookTwiceAt * factor)
      problems.push({ file, text: `${lines} lines; look twice above ${lookTwiceAt * factor}`, isWarning: true });
  }
  return problems;
};
