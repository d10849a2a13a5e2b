// npm run sbom -- FILE: what a site is made of, as CycloneDX 1.5, from the lock file; npm itself writes it.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rootDir } from './run-command.ts';

interface Bill {
  bomFormat: string;
  metadata: { component: { name: string; type: string } };
  components: readonly unknown[];
}
interface Package {
  readonly dev?: boolean;
  readonly devDependencies?: unknown;
}
interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(rootDir, path), 'utf8')) as T;
const withoutTests = ({ devDependencies: _, ...rest }: Package): Package => rest;

/** npm's own `--omit dev` also leaves out what a site runs with as soon as a test needs it, too: it is asked of a tree without tests. */
function writeTree(folder: string): void {
  const { workspaces = [] } = readJson<{ workspaces?: readonly string[] }>('package.json');
  for (const place of ['', ...workspaces]) {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, 'package.json'), JSON.stringify(withoutTests(readJson(join(place, 'package.json')))));
  }
  const lock = readJson<Lock>('package-lock.json');
  const used = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const packages = Object.fromEntries(used.map(([path, entry]) => [path, withoutTests(entry)]));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
}

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  console.error('Usage: npm run sbom -- FILE');
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    writeTree(folder);
    const wanted = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    const { stdout } = await promisify(execFile)('npm', wanted, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    const bill = JSON.parse(stdout) as Bill;
    // npm calls the program after its folder.
    bill.metadata.component.name = readJson<{ name: string }>('package.json').name;
    writeFileSync(resolve(file), `${JSON.stringify(bill, null, 2)}\n`);
    console.log(`${bill.components.length} parts of ${bill.metadata.component.name} are in ${file} (${bill.bomFormat}).`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
