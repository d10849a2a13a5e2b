import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { switchOff } from './lean-libraries-plugin.ts';

const librariesDir = fileURLToPath(new URL('../node_modules/', import.meta.url));
const read = (file: string) => ({ path: librariesDir + file, code: readFileSync(librariesDir + file, 'utf8') });

test('of a screen whose code does not come the router says so', () => {
  const { path, code } = read('react-router/dist/production/lib/dom/ssr/routeModules.js');
  assert.match(switchOff(path, code)!, /throw error/);
  assert.match(code, /reload\(\)/, 'what it is there for');
});

for (const file of [
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js',
  'react-router/dist/production/lib/router/instrumentation.js',
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js',
]) {
  test(`what is left of ${file} has the exports of what is installed and little else`, () => {
    const { path, code } = read(file);
    const lean = switchOff(path, code);
    assert.ok(lean && lean.length < code.length / 5);
  });
  test(`another ${file} is not built against`, () => {
    const { path, code } = read(file);
    assert.throws(() => switchOff(path, code.replace('export { ', 'export { somethingNew, ')), /other exports/);
  });
}

test('every other file stays as it is', () => {
  const { path, code } = read('react-router/dist/production/lib/router/router.js');
  assert.equal(switchOff(path, code), null);
});
