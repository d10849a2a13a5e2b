// `npm run format`: every source file as `verify` wants to see it.
import { packageFile, runNode } from './run-command.ts';

process.exitCode = (await runNode([packageFile('oxfmt/bin/oxfmt'), '.'], { live: true })).code;
