import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './check-raw-text.ts';
import { plantTree } from './testing/plant-tree.ts';

const refused = [
  '<p>Hello</p>',
  '<p>价格</p>',
  '<>{isUp ? "Up" : "Down"}</>',
  '<p>{count && "rows"}</p>',
  '<p>{`${count} rows`}</p>',
  '<input placeholder="Search" />',
  '<button aria-label={"Close"} />',
  '<img alt={isUp ? "up" : ""} />',
  '<div title="Price" />',
];
const accepted = [
  '<p>{text("hello")}</p>',
  '<p>--</p>',
  '<p>&nbsp;·</p>',
  '<p>Tidemark</p>',
  '<p>USDT-M</p>',
  '<p className="text-start" data-kind="row" id="x" role="row">{price}</p>',
  '<p>{isUp ? <b /> : null}</p>',
  '<button aria-label={text("close")} />',
  '<Price text={format("0.0")} />',
];

for (const markup of refused) {
  test(`words in the markup are refused: ${markup}`, (t) => {
    const problems = check(plantTree(t, { 'web/src/ui/a.tsx': `\nexport const A = () => ${markup};` }));
    assert.ok(problems.length > 0);
    assert.equal(problems[0]?.line, 2);
  });
}
for (const markup of accepted) {
  test(`no complaint about ${markup}`, (t) => {
    assert.deepEqual(check(plantTree(t, { 'web/src/ui/a.tsx': `export const A = () => ${markup};` })), []);
  });
}

test('tests may write what they like', (t) => {
  assert.deepEqual(check(plantTree(t, { 'web/src/ui/a.test.tsx': 'export const A = () => <p>Hello</p>;' })), []);
});
