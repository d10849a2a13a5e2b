// A line that does not fit beside another window hides what it says. The formatter breaks code; strings, comments and statements of
// the database are broken by hand, and this says where. JSON, SQL and prose are not looked at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './problem.ts';
import { listFiles, packageFolders } from './source-tree.ts';

/** As the formatter has it, too. */
export const longestLine = 140;

export const check = (rootDir: string): Problem[] =>
  listFiles(rootDir, packageFolders, ['.ts', '.tsx', '.mjs', '.css']).flatMap((file) =>
    readFileSync(join(rootDir, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        line.length > longestLine ? [{ file, line: at + 1, text: `${line.length} characters; ${longestLine} is the end` }] : [],
      ),
  );
