// A file that needs more than one sitting is more than one file. Data tables (*-table.ts) are exempt: they are read
// by looking things up. JSON and SQL are not looked at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './problem.ts';
import { listFiles, packageFolders } from './source-tree.ts';

export const lookTwiceAt = 250;
export const stopAt = 400;

const lineCount = (text: string): number => (text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0));

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  for (const file of listFiles(rootDir, packageFolders, ['.ts', '.tsx', '.mjs', '.css'])) {
    if (file.endsWith('-table.ts')) continue;
    const lines = lineCount(readFileSync(join(rootDir, file), 'utf8'));
    if (lines > stopAt) problems.push({ file, text: `${lines} lines; ${stopAt} is the end` });
    else if (lines > lookTwiceAt) problems.push({ file, text: `${lines} lines; look twice above ${lookTwiceAt}`, isWarning: true });
  }
  return problems;
};
