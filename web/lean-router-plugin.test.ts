import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { switchOff } from './lean-router-plugin.ts';

const routerDir = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));
const read = (file: string) => ({ path: routerDir + file, code: readFileSync(routerDir + file, 'utf8') });

for (const file of ['lib/dom/ssr/fog-of-war.js', 'lib/router/instrumentation.js']) {
  test(`what is left of ${file} has the exports of the installed router and little else`, () => {
    const { path, code } = read(file);
    const lean = switchOff(path, code);
    assert.ok(lean && lean.length < code.length / 5);
  });
  test(`a router whose ${file} exports something else is not built against`, () => {
    const { path, code } = read(file);
    assert.throws(() => switchOff(path, code.replace('export { ', 'export { somethingNew, ')), /other exports/);
  });
}

test('every other file of the router stays as it is', () => {
  const { path, code } = read('lib/router/router.js');
  assert.equal(switchOff(path, code), null);
});
