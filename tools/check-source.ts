// `npm run check-source -- ./my-source.ts`: asks a source module everything the site would ask, and says what it does not keep to.
import { resolve } from 'node:path';
import { systemClock } from '../server/src/platform/clock.ts';
import { checkSource } from '../server/src/market/sources/module/check-source.ts';
import { loadSourceModule } from '../server/src/market/sources/module/index.ts';
import { SourceError } from '../server/src/market/sources/source-error.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('Say which module: npm run check-source -- ./my-source.ts');
  process.exit(2);
}
// The clock keeps no process alive by itself.
const awake = setInterval(() => {}, 1_000);
try {
  const log = { warn: (_details: object, message: string) => console.error(message) };
  const source = await loadSourceModule(resolve(path), { clock: systemClock, log });
  const { faults, offers, lacks, symbols, priced } = await checkSource(source, { clock: systemClock });
  console.log(`${source.name}: ${symbols} symbols, ${priced} with a price`);
  console.log(`offers ${offers.join(', ') || 'nothing besides prices'}; shown as missing: ${lacks.join(', ') || 'nothing'}`);
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? 'It keeps to everything.' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof SourceError ? error.message : error);
  process.exitCode = 1;
} finally {
  clearInterval(awake);
}
