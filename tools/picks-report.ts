// `node tools/run.mjs tools/picks-report.ts --data <folder>`: runs the walk-forward test of the AI picks and writes
// docs/ai-picks.md. With --check it only says whether the page is what the test gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HistoryMissing, readHistory } from './picks/history.ts';
import { createReport } from './picks/report.ts';
import { rootDir } from './run-command.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, check: { type: 'boolean', default: false } } });
if (values.data === undefined) {
  console.error('Say where the recorded history is: node tools/run.mjs tools/picks-report.ts --data <folder>');
  process.exit(1);
}
const page = join(rootDir, 'docs/ai-picks.md');
try {
  const report = createReport(readHistory(values.data));
  if (values.check) {
    const isSame = readFileSync(page, 'utf8') === report;
    console.log(isSame ? 'docs/ai-picks.md is what the test gives' : 'docs/ai-picks.md is not what the test gives; run it without --check');
    process.exitCode = isSame ? 0 : 1;
  } else {
    writeFileSync(page, report);
    console.log('docs/ai-picks.md is written');
  }
} catch (error) {
  if (!(error instanceof HistoryMissing)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
