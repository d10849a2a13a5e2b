// `node tools/run.mjs tools/picks-report.ts --data <folder>`: runs the walk-forward test of the AI picks, prints its quarters, and writes
// docs/ai-picks.md and the results by day. With --check it writes nothing and only says whether the site, the page and the days are
// what the test gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HistoryMissing, readHistory } from './picks/history.ts';
import { areDays, saveDays } from './picks/record.ts';
import { createReport } from './picks/report.ts';
import { rootDir } from './run-command.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, check: { type: 'boolean', default: false } } });
if (values.data === undefined) {
  console.error('Say where the recorded history is: node tools/run.mjs tools/picks-report.ts --data <folder>');
  process.exit(1);
}
const path = join(rootDir, 'docs/ai-picks.md');
try {
  const { page, days, faults: found } = createReport(readHistory(values.data));
  const faults = [...found];
  console.log(
    page
      .split('\n')
      .filter((line) => /^\| (?:quarter|all|\d{4} Q\d) \|/.test(line))
      .join('\n'),
  );
  if (values.check) {
    if (readFileSync(path, 'utf8') !== page) faults.push('docs/ai-picks.md is not what the test gives; run it without --check');
    if (!areDays(days)) faults.push('tools/picks/out-of-sample.csv is not what the test gives; run it without --check');
  } else {
    writeFileSync(path, page);
    saveDays(days);
    console.log('docs/ai-picks.md and tools/picks/out-of-sample.csv are written');
  }
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof HistoryMissing)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
