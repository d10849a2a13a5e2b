// npm run sbom -- FILE: what a site is made of, as CycloneDX 1.5, from the lock file; npm itself writes it.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rootDir } from './run-command.ts';

interface Bill {
  bomFormat: string;
  metadata: { component: { name: string; type: string } };
  components: readonly unknown[];
}

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  console.error('Usage: npm run sbom -- FILE');
  process.exitCode = 1;
} else {
  const wanted = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--omit', 'dev'];
  const { stdout } = await promisify(execFile)('npm', wanted, { cwd: rootDir, maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(stdout) as Bill;
  // npm calls the program after its folder.
  bill.metadata.component.name = (JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { name: string }).name;
  writeFileSync(resolve(file), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} parts of ${bill.metadata.component.name} are in ${file} (${bill.bomFormat}).`);
}
