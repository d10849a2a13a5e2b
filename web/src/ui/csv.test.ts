import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOfTable } from './csv.ts';

test('a file has a line for every row, no name is taken for a formula, and rows of simulated figures say so', () => {
  const columns = { place: (_row: string, place: number) => place + 1, name: (row: string) => row, unknown: () => null };
  assert.equal(csvOfTable(columns, ['=cmd', 'a "b", c', '-0.5']), 'place,name,unknown\r\n1,\'=cmd,\r\n2,"a ""b"", c",\r\n3,-0.5,\r\n');
  assert.equal(csvOfTable(columns, ['x'], true), 'place,name,unknown,simulated\r\n1,x,,true\r\n');
  assert.equal(csvOfTable(columns, []), 'place,name,unknown\r\n');
});
