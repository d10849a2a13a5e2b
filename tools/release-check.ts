// `npm run release-check`: what may wait while people work and must be there in a release, which is every translation. A folder as argument
// is checked in place of this tree.
import { check } from './check-locales.ts';
import { problemLine } from './problem.ts';
import { rootDir } from './run-command.ts';

const problems = await check(process.argv[2] ?? rootDir);
for (const problem of problems) console.log(problemLine({ ...problem, isWarning: false }));
console.log(problems.length === 0 ? 'Every language has every word.' : `${problems.length} to do before a release.`);
process.exitCode = problems.length === 0 ? 0 : 1;
