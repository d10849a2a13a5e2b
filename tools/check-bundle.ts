// How much JavaScript a first visitor of the spot list pays, and one of the trading data with its charts: everything the
// built site makes the browser load for it, gzipped. Reads what React Router built, so it needs a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { matchRoutes, type RouteObject } from 'react-router';
import type { Problem } from './problem.ts';

const firstRoute = '/markets/spot';
export const budgetBytes = 154_000;

export interface Budget {
  readonly route: string;
  readonly bytes: number;
  /** What the route fetches by itself once it stands: beginnings of the names of its files. */
  readonly late: readonly string[];
}
export const budgets: readonly Budget[] = [
  { route: firstRoute, bytes: budgetBytes, late: [] },
  { route: '/markets/trading-data/trading', bytes: 220_000, late: ['canvas-lines-', 'socket-'] },
];

export interface BundleFile {
  readonly file: string;
  readonly gzBytes: number;
  /** Who brings it: the entry, a route, the words. */
  readonly broughtBy: string;
}

interface Assets {
  readonly module: string;
  readonly imports: readonly string[];
  readonly clientActionModule?: string;
  readonly clientLoaderModule?: string;
  readonly clientMiddlewareModule?: string;
  readonly hydrateFallbackModule?: string;
}
interface RouteAssets extends Assets {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
}
interface Manifest {
  readonly url: string;
  readonly entry: Assets;
  readonly routes: Readonly<Record<string, RouteAssets>>;
}

const clientDir = 'web/build/client';

const readManifest = (rootDir: string): Manifest | null => {
  const assets = join(rootDir, clientDir, 'assets');
  const name = existsSync(assets) ? readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) : undefined;
  if (name === undefined) return null;
  const text = readFileSync(join(assets, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
};

const childrenOf = (routes: Manifest['routes'], parentId: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }));

const filesOf = ({
  module,
  imports,
  clientActionModule,
  clientLoaderModule,
  clientMiddlewareModule,
  hydrateFallbackModule,
}: Assets): string[] =>
  [module, ...imports, clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule].filter(
    (file) => file !== undefined,
  );

/**
 * The words come on demand, so the manifest does not name their files; the build says which script asks for which. Of all languages
 * the dearest counts, since the promise is made to readers of each.
 */
const dearestWords = (rootDir: string, scripts: ReadonlySet<string>, gzBytes: (file: string) => number): string[] => {
  const path = join(rootDir, 'web/build/word-files.json');
  const byScript = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>) : {};
  const wanted = new Set([...scripts].flatMap((script) => byScript[script] ?? []));
  const byLanguage = new Map<string, string[]>();
  for (const file of wanted) {
    const [before = '', after = ''] = file.split('*');
    for (const name of readdirSync(join(rootDir, clientDir, dirname(file)))) {
      const found = `${dirname(file)}/${name}`;
      if (!found.startsWith(before) || !found.endsWith(after)) continue;
      const locale = found.slice(before.length, -after.length);
      byLanguage.set(locale, [...(byLanguage.get(locale) ?? []), found]);
    }
  }
  if (byLanguage.size === 0) throw new Error('the build has the words of no language in any file: what does the site show?');
  const cost = (files: readonly string[]): number => files.reduce((sum, file) => sum + gzBytes(file), 0);
  return [...byLanguage.values()].sort((a, b) => cost(b) - cost(a))[0]!;
};

/** Null when there is no build; throws when the build does not answer the first route. */
export const readBundle = (rootDir: string, { route, late }: Budget = budgets[0]!): BundleFile[] | null => {
  const manifest = readManifest(rootDir);
  if (!manifest) return null;
  const matched = matchRoutes(childrenOf(manifest.routes, undefined), route)?.map(({ route }) => route.id as string);
  if (!matched) throw new Error(`the built site has no route for ${route}`);
  const files: BundleFile[] = [];
  const known = new Set<string>();
  const gzBytes = (file: string): number =>
    gzipSync(readFileSync(join(rootDir, clientDir, file)), { level: constants.Z_BEST_COMPRESSION }).length;
  const add = (file: string, broughtBy: string): void => {
    if (known.has(file)) return;
    known.add(file);
    files.push({ file, gzBytes: gzBytes(file), broughtBy });
  };
  add(manifest.url, 'route table');
  for (const file of filesOf(manifest.entry)) add(file, 'entry');
  for (const id of matched) {
    const assets = manifest.routes[id];
    if (assets) for (const file of filesOf(assets)) add(file, id);
  }
  for (const name of readdirSync(join(rootDir, clientDir, 'assets')))
    if (name.endsWith('.js') && late.some((begin) => name.startsWith(begin))) add(`/assets/${name}`, 'late');
  for (const file of dearestWords(rootDir, known, gzBytes)) add(file, 'words');
  return files;
};

const total = (files: readonly BundleFile[]): number => files.reduce((sum, { gzBytes }) => sum + gzBytes, 0);
const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** One line per file, dearest first, and the sum. */
export const bundleTable = (files: readonly BundleFile[], { route, bytes }: Budget = budgets[0]!): string[] => [
  ...[...files]
    .sort((a, b) => b.gzBytes - a.gzBytes)
    .map(({ file, gzBytes, broughtBy }) => `${inKilobytes(gzBytes).padStart(9)}  ${file}  (${broughtBy})`),
  `${inKilobytes(total(files)).padStart(9)}  in all for ${route}, of ${inKilobytes(bytes)}`,
];

export const check = (rootDir: string): Problem[] => {
  const file = clientDir;
  try {
    return budgets.flatMap((budget): Problem[] => {
      const files = readBundle(rootDir, budget);
      if (!files) return [{ file, text: 'there is no build to measure; run npm run build' }];
      if (total(files) < budget.bytes) return [];
      return [
        { file, text: `${budget.route} loads ${inKilobytes(total(files))} of JavaScript gz; the budget is ${inKilobytes(budget.bytes)}` },
      ];
    });
  } catch (error) {
    return [{ file, text: error instanceof Error ? error.message : String(error) }];
  }
};
