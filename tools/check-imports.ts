// Holds the walls of walls.ts over every import of the tree, and four rules about how an import is written:
// `./` and `../` stay inside the room; `#room/file.ts` is another room; `@tidemark/contract/x.ts` is another package; a
// library is declared by the package that imports it. Import cycles are reported too, also those of types,
// and files that stand in no room; what is loaded lazily closes no circle.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { findCycles } from './find-cycles.ts';
import type { Problem } from './problem.ts';
import { isTest, listFiles, packageFolders } from './source-tree.ts';
import { type Import, importsOf, readSources } from './syntax.ts';
import { isTopFile, outsideRooms, placeOf, wallBetween } from './walls.ts';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

interface Libraries {
  readonly atRunTime: ReadonlySet<string>;
  readonly inTests: ReadonlySet<string>;
}

const ownPackage = /^@tidemark\/([a-z-]+)\/(.+)$/;
const runFromSources = new Set(['source', 'simulator', 'server']);
const contractLibraries = new Set(['valibot', '@valibot/to-json-schema']);
const contractTestLibraries = new Set([...contractLibraries, 'fast-check']);

const librariesOf = (rootDir: string, pkg: string): Libraries => {
  const file = join(rootDir, pkg, 'package.json');
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
  const atRunTime = [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.optionalDependencies ?? {})];
  return { atRunTime: new Set(atRunTime), inTests: new Set([...atRunTime, ...Object.keys(manifest.devDependencies ?? {})]) };
};

export const libraryName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The file in the tree an import names, or null for a library. */
export const fileOf = (from: string, specifier: string): string | null => {
  const path = specifier.replace(/[?].*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  if (path.startsWith('#')) {
    const { pkg } = placeOf(from);
    return posix.join(pkg, pkg === 'e2e' ? '' : 'src', path.slice(1));
  }
  const [, pkg, rest] = ownPackage.exec(path) ?? [];
  return pkg === undefined ? null : `${pkg}/src/${rest}`;
};

/** Files the React Router compiler makes beside a route module. */
const isGenerated = (specifier: string): boolean => specifier.includes('/+types/');

const wayOfWriting = (from: string, to: string, specifier: string): string | null => {
  const here = placeOf(from);
  const there = placeOf(to);
  if (!specifier.startsWith('.') || here.pkg !== there.pkg || !/\.tsx?$/.test(to)) return null;
  const hasRooms = from.startsWith('server/src/') || from.startsWith('web/src/');
  const staysInside = here.room === there.room || (isTopFile(here) && isTopFile(there));
  return hasRooms && !staysInside ? `'${specifier}' leaves the room: write '#${to.replace(`${here.pkg}/src/`, '')}'` : null;
};

const libraryProblem = (file: string, { specifier, kind }: Import, libraries: (pkg: string) => Libraries): string | null => {
  const { pkg } = placeOf(file);
  const name = libraryName(specifier);
  if (pkg === 'contract') {
    if (isTest(file) ? contractTestLibraries.has(name) || isBuiltin(specifier) : contractLibraries.has(name)) return null;
    return `contract imports only ${[...contractLibraries].join(' and ')}, not '${specifier}'`;
  }
  if (isBuiltin(specifier) || specifier.startsWith('virtual:')) return null;
  // Tools run on what the workspaces brought; the other packages say themselves what they need.
  if (pkg === 'tools') {
    const isDeclared = ['.', ...packageFolders].some((folder) => libraries(folder).inTests.has(name));
    return isDeclared ? null : `'${name}' is declared by no package.json`;
  }
  // The server and what it is made of run from their sources, so what they always load must be there in production; the web
  // package is built, and what is loaded on demand may be a development tool.
  const isShipped = runFromSources.has(pkg) && file.includes('/src/') && !isTest(file) && kind === 'value';
  const declared = isShipped ? libraries(pkg).atRunTime : libraries(pkg).inTests;
  return declared.has(name)
    ? null
    : `'${name}' is not among the ${isShipped ? 'dependencies' : 'dependencies or devDependencies'} of ${pkg}/package.json`;
};

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  const cache = new Map<string, Libraries>();
  const libraries = (pkg: string): Libraries => {
    const known = cache.get(pkg) ?? librariesOf(rootDir, pkg);
    cache.set(pkg, known);
    return known;
  };
  const files = listFiles(rootDir, packageFolders, ['.ts', '.tsx']);
  const loads = new Map<string, string[]>();
  for (const file of files) {
    const text = outsideRooms(file);
    if (text !== null) problems.push({ file, text });
  }
  readSources(rootDir, files, (source, file) => {
    for (const found of importsOf(source)) {
      if (isGenerated(found.specifier)) continue;
      const to = fileOf(file, found.specifier);
      const reason =
        to === null
          ? libraryProblem(file, found, libraries)
          : (wallBetween({ from: file, to, isType: found.kind === 'type' }) ?? wayOfWriting(file, to, found.specifier));
      if (reason !== null) problems.push({ file, line: found.line, text: reason });
      if (to !== null && found.kind !== 'lazy') loads.set(file, [...(loads.get(file) ?? []), to]);
    }
  });
  for (const cycle of findCycles(loads)) {
    problems.push({ file: cycle[0] ?? '', text: `circular import: ${[...cycle, cycle[0]].join(' -> ')}` });
  }
  return problems;
};
