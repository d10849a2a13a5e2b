// Names of files and folders (section 7 of the architecture): kebab-case, none that says the room was not found, and
// default exports only where a tool asks for one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStringLiteral } from 'typescript/unstable/ast/is';
import type { Problem } from './problem.ts';
import { listFiles, packageFolders } from './source-tree.ts';
import { defaultExportLine, readSources, visitAll } from './syntax.ts';

const roomless = ['util', 'helper', 'common', 'misc', 'shared', 'constant', 'type', 'hook', 'manager', 'service'];
const roomlessName = new RegExp(`^(${roomless.join('|')})s?$`);
const roomlessEnding = /-(utils?|helpers?|managers?|services?)$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const routesFile = 'web/src/routes.ts';

const namePart = (part: string): string | null => {
  const stem = part.split('.')[0] ?? part;
  if (part.split('.').some((piece) => !kebab.test(piece))) return `'${part}' is not kebab-case`;
  if (roomlessName.test(stem) || roomlessEnding.test(stem)) return `'${part}' says that the room was not found: name it for what it holds`;
  return null;
};

/** React Router demands a default export of root, of its entries and of every module that routes.ts names. */
const routeModules = (rootDir: string): Set<string> => {
  const modules = new Set([routesFile, 'web/src/root.tsx', 'web/src/entry.client.tsx', 'web/src/entry.server.tsx']);
  if (!existsSync(join(rootDir, routesFile))) return modules;
  readSources(rootDir, [routesFile], (source) => {
    visitAll(source, (node) => {
      if (isStringLiteral(node) && /\.tsx?$/.test(node.text)) modules.add(`web/src/${node.text.replace(/^\.\//, '')}`);
    });
  });
  return modules;
};

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const file of listFiles(rootDir, packageFolders, ['.ts', '.tsx', '.mjs', '.css'])) {
    const parts = file.split('/');
    parts.forEach((part, depth) => {
      const path = parts.slice(0, depth + 1).join('/');
      const text = namePart(part);
      if (text !== null && !seen.has(path)) problems.push({ file: path, text });
      seen.add(path);
    });
  }
  const demanded = routeModules(rootDir);
  const sources = listFiles(rootDir, packageFolders, ['.ts', '.tsx']);
  readSources(rootDir, sources, (source, file) => {
    const line = defaultExportLine(source);
    if (line === null || demanded.has(file) || file.endsWith('.config.ts')) return;
    problems.push({ file, line, text: 'no default export here: no tool asks for one' });
  });
  return problems;
};
