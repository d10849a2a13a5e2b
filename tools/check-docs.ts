// What the documents name is there: every link within the tree, every path of the map, of CONTRIBUTING and of the table of the
// specification, every test that the table names for a row, and every room has its line in the map. `<room>` and `*` in a path stand for
// any name.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type { Problem } from './problem.ts';
import { listFiles, packageFolders } from './source-tree.ts';

const map = 'docs/map.md';
/** Their paths are written from the root of the tree; the other documents also say where a file is within its room. */
const specification = 'docs/specification.md';
const withPaths = [map, specification, 'CONTRIBUTING.md'];
const topFolders = [...packageFolders, 'locales', 'docs'];
/** A folder in one of these is a room. */
const roomFolders = ['server/src', 'web/src'];

const isThere = (rootDir: string, path: string): boolean => {
  const pattern = path.replace(/<[^>]+>/g, '*').replace(/\/$/, '');
  return pattern.includes('*') ? globSync(pattern, { cwd: rootDir }).length > 0 : existsSync(join(rootDir, pattern));
};

const inBackticks = (line: string): string[] => [...line.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] as string);
const linksOf = (line: string): string[] => [...line.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g)].map((match) => match[1] as string);

const isPath = (text: string): boolean => text.includes('/') && topFolders.includes(text.split('/')[0] as never);

/** In a cell: `file`: name of a test, one to a line. */
const testsOf = (line: string): { file: string; name: string }[] =>
  [...line.matchAll(/`([^`\s]+\.(?:test|spec)\.ts)`: (.+?)(?=<br>| \|)/g)].map(([, file, name]) => ({ file: file!, name: name! }));

const namesIn = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(/\b(?:test|it|longTest)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , name]) => name!.replaceAll("\\'", "'")),
  );

/** A row of the specification without a test, or with one that is not there. */
const rowsWithoutTest = (rootDir: string): Problem[] => {
  const known = new Map<string, Set<string>>();
  const has = (file: string, name: string): boolean => {
    if (!isThere(rootDir, file)) return false;
    if (!known.has(file)) known.set(file, namesIn(readFileSync(join(rootDir, file), 'utf8')));
    return known.get(file)!.has(name);
  };
  return readFileSync(join(rootDir, specification), 'utf8')
    .split('\n')
    .flatMap((text, index): Problem[] => {
      const [, row] = /^\| (\d[\d, ]*) \|/.exec(text) ?? [];
      if (!row) return [];
      const tests = testsOf(text);
      const problem = (what: string): Problem => ({ file: specification, line: index + 1, text: what });
      if (tests.length === 0) return [problem(`row ${row} names no test`)];
      return tests.filter(({ file, name }) => !has(file, name)).map(({ file, name }) => problem(`${file} has no test '${name}'`));
    });
};

const withoutLine = (rootDir: string): Problem[] => {
  const named = inBackticks(readFileSync(join(rootDir, map), 'utf8'));
  const rooms = roomFolders
    .filter((folder) => existsSync(join(rootDir, folder)))
    .flatMap((folder) =>
      readdirSync(join(rootDir, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${folder}/${entry.name}/`),
    );
  return rooms
    .filter((room) => !named.some((path) => path.startsWith(room)))
    .map((room) => ({ file: map, text: `has no line for ${room}` }));
};

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  const documents = [
    ...['README.md', 'CONTRIBUTING.md'].filter((file) => existsSync(join(rootDir, file))),
    ...listFiles(rootDir, ['docs'], ['.md']),
  ];
  for (const file of documents) {
    readFileSync(join(rootDir, file), 'utf8')
      .split('\n')
      .forEach((text, index) => {
        const missing = linksOf(text).filter((link) => !isThere(rootDir, join(dirname(file), decodeURI(link))));
        if (withPaths.includes(file)) missing.push(...inBackticks(text).filter((path) => isPath(path) && !isThere(rootDir, path)));
        for (const path of missing) problems.push({ file, line: index + 1, text: `${path} is not there` });
      });
  }
  if (documents.includes(map)) problems.push(...withoutLine(rootDir));
  if (documents.includes(specification)) problems.push(...rowsWithoutTest(rootDir));
  return problems;
};
