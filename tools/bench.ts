// `npm run bench`: every promise about speed, one after another, because two at once would measure each other.
// `-- pages` runs the ones with that word in their name. A bench is a program: it prints its figures and fails by its exit code.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';
import { rootDir, runNode, seconds } from './run-command.ts';

const words = process.argv.slice(2);
const names = readdirSync(join(rootDir, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();

if (names.length === 0) {
  console.error(`No bench has ${words.map((word) => `'${word}'`).join(' or ')} in its name`);
  process.exit(1);
}
await buildIfNeeded();
const broken: string[] = [];
for (const name of names) {
  const begin = performance.now();
  console.log(`\n${name}`);
  const { code } = await runNode([join('bench', `${name}.ts`)], { live: true });
  console.log(`${name}: ${code === 0 ? 'kept' : 'BROKEN'}  (${seconds(begin)})`);
  if (code !== 0) broken.push(name);
}
console.log(
  broken.length === 0
    ? `\nAll ${names.length} promises kept`
    : `\n${broken.length} of ${names.length} promises broken: ${broken.join(', ')}`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
