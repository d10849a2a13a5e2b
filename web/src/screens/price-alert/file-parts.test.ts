import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFileRule } from '@tidemark/contract/alert-batches.ts';
import { csvRows } from '@tidemark/contract/csv.ts';
import { ApiError } from '#api/api-error.ts';
import { importInParts, partsOf, sentBytes, type ImportReport } from './file-parts.ts';

const head = 'market,symbol,condition,target,note';
/** Says of each line what stands in it, as the server numbers lines. */
const answerTo = (part: string, format: 'csv' | 'json'): ImportReport => {
  const items =
    format === 'csv'
      ? csvRows(part)
          .slice(1)
          .map(({ line, cells }) => ({ line, symbol: cells[1] ?? 'open', outcome: 'made' as const, code: null, msg: null }))
      : (JSON.parse(part) as { symbol: string }[]).map(({ symbol }, at) => ({
          line: at + 1,
          symbol,
          outcome: 'made' as const,
          code: null,
          msg: null,
        }));
  return { made: items.length, there: 0, refused: 0, items };
};
const told = ({ items }: ImportReport) => items.map(({ line, symbol }) => [line, symbol]);

test('a long file goes in parts that a request takes, and each line is told by its number in the whole file', async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => `spot,C${at}USDT,rises_to,1,${at % 400 === 7 ? '"two\nlines"' : ''}`);
  const content = [head, '', ...rows].join('\r\n');
  const whole = csvRows(content);
  const parts = partsOf(content, 'csv');
  assert.equal(parts.length, 3);
  for (const part of parts) assert.ok(sentBytes(part.content) <= alertFileRule.bodyBytes);
  const sent: string[] = [];
  const report = await importInParts(content, 'csv', async (part) => {
    sent.push(part);
    return answerTo(part, 'csv');
  });
  assert.equal(report.made, 2_500);
  assert.deepEqual(
    told(report),
    whole.slice(1).map(({ line, cells }) => [line, cells[1]]),
  );
  const entries = Array.from({ length: 1_001 }, (_, at) => ({ symbol: `C${at}USDT`, note: 'é'.repeat(100) }));
  const json = await importInParts(JSON.stringify({ alerts: entries }), 'json', async (part) => answerTo(part, 'json'));
  assert.deepEqual(
    told(json),
    entries.map(({ symbol }, at) => [at + 1, symbol]),
  );
});

test('a file that one request takes goes as it is, and so does one that is none', () => {
  const short = `\ufeff${head}\nspot,BTCUSDT,rises_to,1,`;
  for (const [content, format] of [
    [short, 'csv'],
    ['', 'csv'],
    ['no table', 'csv'],
    ['{"alerts":', 'json'],
    ['null', 'json'],
    ['[{"symbol":"BTCUSDT"}]', 'json'],
  ] as const)
    assert.deepEqual(
      partsOf(content, format).map((part) => part.content),
      [content],
    );
});

test('a part that comes too early waits for its turn; another refusal ends the import where it is', async () => {
  const content = [head, ...Array.from({ length: 1_001 }, (_, at) => `spot,C${at}USDT,rises_to,1,`)].join('\n');
  const refusedWith = (error: 'alertTooFast' | 'busy') => new ApiError('', { code: '', error, action: 'throw' });
  let pauses = 0;
  const early = [0, 1, 1];
  const report = await importInParts(
    content,
    'csv',
    async (part) => {
      if (early.pop()) throw refusedWith('alertTooFast');
      return answerTo(part, 'csv');
    },
    async () => void pauses++,
  );
  assert.deepEqual([report.made, pauses], [1_001, 2]);
  await assert.rejects(
    importInParts(content, 'csv', () => Promise.reject(refusedWith('busy'))),
    ({ error }: ApiError) => error === 'busy',
  );
  await assert.rejects(
    importInParts(
      content,
      'csv',
      () => Promise.reject(refusedWith('alertTooFast')),
      async () => {},
    ),
    ({ error }: ApiError) => error === 'alertTooFast',
  );
});
