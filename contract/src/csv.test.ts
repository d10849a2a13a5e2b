import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell, csvOfTable, csvRows } from './csv.ts';

test('what was written is read again: quotes, separators, line breaks and signs of formulas', () => {
  const values = ['BTC', 'a "b", c', 'two\nlines', '', ';\t'];
  const [head, row] = csvRows(`a,b,c,d,e\r\n${values.map(csvCell).join(',')}\r\n`);
  assert.deepEqual(head!.cells, ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(row, { line: 2, text: row!.text, cells: ['BTC', 'a "b", c', 'two\nlines', '', ';'], isOpen: false });
  assert.deepEqual(['=1+1', '-0.5', '@x'].map(csvCell), ["'=1+1", '-0.5', "'@x"]);
});

test('lines are counted as an editor counts them, and a quote that is never closed spoils its own line only', () => {
  const rows = csvRows('\ufeffa;b\n\n1;"x\ny"\n"2;z\n3;4');
  assert.deepEqual(
    rows.map(({ line, isOpen, cells }) => `${line} ${isOpen} ${cells.join('|')}`),
    ['1 false a|b', '3 false 1|x\ny', '5 true ', '6 false 3|4'],
  );
});

test('attack: a text of quotes and short lines takes no longer than any other', () => {
  const begin = process.cpuUsage().user;
  for (const line of ['"\n', '"a\n', 'a\n', '""",\n', ',']) csvRows(`"${line.repeat(Math.floor(260_000 / line.length))}`);
  assert.ok(process.cpuUsage().user - begin < 3_000_000);
});

test('a file has a line for every row, no name is taken for a formula, and rows of simulated figures say so', () => {
  const columns = { place: (_row: string, place: number) => place + 1, name: (row: string) => row, unknown: () => null };
  assert.equal(csvOfTable(columns, ['=cmd', 'a "b", c', '-0.5']), 'place,name,unknown\r\n1,\'=cmd,\r\n2,"a ""b"", c",\r\n3,-0.5,\r\n');
  assert.equal(csvOfTable(columns, ['x'], true), 'place,name,unknown,simulated\r\n1,x,,true\r\n');
  assert.equal(csvOfTable(columns, []), 'place,name,unknown\r\n');
});
