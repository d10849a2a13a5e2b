// `npm run verify`: everything a machine can say about the tree without running the product. `-- locales` runs the
// steps with that word in their name.
import { runVerify } from './run-verify.ts';
import { closingLine, isProof } from './tally.ts';

const tally = await runVerify(process.argv.slice(2));
console.log(closingLine(tally));
process.exitCode = isProof(tally) ? 0 : 1;
