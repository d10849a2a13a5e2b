// The site as it was at an earlier commit, in a folder of its own and with the packages of today: the peer of what was made better since.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('../..', import.meta.url));

type Harness = Pick<typeof import('../../e2e/harness/app.ts'), 'startApp'>;

/** Built once and kept. It lies below this tree, so that what is not its own is found in the packages of this one. */
export async function earlierBuild(commit: string): Promise<Harness> {
  const dir = join(rootDir, 'bench/build', commit);
  if (!existsSync(join(dir, 'web/build/.stamp'))) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(join(dir, 'node_modules/@tidemark'), { recursive: true });
    const tree = execFileSync('git', ['archive', commit], { cwd: rootDir, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', dir], { input: tree });
    for (const name of ['contract', 'e2e', 'server', 'simulator', 'source', 'testbed', 'web'])
      symlinkSync(join('../..', name), join(dir, 'node_modules/@tidemark', name));
    for (const name of ['server', 'web']) {
      const own = join(rootDir, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(dir, name, 'node_modules'));
    }
    execFileSync(process.execPath, ['tools/build.ts'], { cwd: dir, stdio: 'inherit' });
  }
  return (await import(join(dir, 'e2e/harness/app.ts'))) as Harness;
}
