// `node tools/run.mjs tools/fear-greed-report.ts --data <folder>`: chooses the weights of the fear and greed index on history up to
// the end of 2023, saves our parts of the days after it, and tells how the index moves with the known one there. With --check it
// writes nothing and only says whether weights, days and the page's figure are what comes out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fearGreedCheck, fearGreedWeights } from '../contract/src/fear-greed.ts';
import { dayMs } from '../contract/src/time.ts';
import { arePartDays, readKnownDays, readPartDays, savePartDays } from './fear-greed/days.ts';
import { checkIndex, compareDays, measuredParts, measureParts, weighParts } from './fear-greed/compare.ts';
import { HistoryMissing, readHistory } from './picks/history.ts';

const earlyFile = 'fear-greed-to-2023.csv';
const { values } = parseArgs({ options: { data: { type: 'string' }, check: { type: 'boolean', default: false } } });
if (values.data === undefined) {
  console.error('Say where the recorded history is: node tools/run.mjs tools/fear-greed-report.ts --data <folder>');
  process.exit(1);
}

/** timestamp in seconds,value,classification,date */
const readEarlyDays = (folder: string): Map<number, number> =>
  new Map(
    readFileSync(join(folder, earlyFile), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [seconds, value] = line.split(',').map(Number);
        return [seconds! * 1_000 - ((seconds! * 1_000) % dayMs), value!];
      }),
  );

try {
  const days = measureParts(readHistory(values.data));
  const weighings = weighParts(compareDays(days, readEarlyDays(values.data)));
  console.log('correlation up to 2023 by weights (volatility, momentum, breadth), best first:');
  for (const { weights, correlation } of weighings.slice(0, 5))
    console.log(`  ${measuredParts.map((part) => weights[part]).join(' / ')}: ${correlation.toFixed(3)}`);
  const best = weighings[0]!.weights;
  const faults: string[] = [];
  if (measuredParts.some((part) => best[part] !== fearGreedWeights[part]))
    faults.push('fearGreedWeights in contract/src/fear-greed.ts are not the best of these');
  const later = days.filter(({ ts }) => ts > fearGreedCheck.weighedUpTo);
  if (!values.check) savePartDays(later);
  else if (!arePartDays(later)) faults.push('tools/fear-greed/parts-2024.csv is not what the history gives; run it without --check');
  const { from, to, days: count, correlation, sameBand, nextBand } = checkIndex(compareDays(readPartDays(), readKnownDays()));
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  console.log(
    `${date(from)} to ${date(to)}, ${count} days, weights of the site: correlation ${correlation.toFixed(3)}, same band ` +
      `${(100 * sameBand).toFixed(0)} %, at most one band apart ${(100 * nextBand).toFixed(0)} %`,
  );
  if (
    from !== fearGreedCheck.from ||
    to !== fearGreedCheck.to ||
    count !== fearGreedCheck.days ||
    Number(correlation.toFixed(2)) !== fearGreedCheck.correlation
  )
    faults.push('fearGreedCheck in contract/src/fear-greed.ts tells something else');
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof HistoryMissing)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
