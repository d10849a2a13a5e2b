import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { showFailedScreens } from './failed-screen-plugin.ts';

const librariesDir = fileURLToPath(new URL('../node_modules/', import.meta.url));
const read = (file: string) => ({ path: librariesDir + file, code: readFileSync(librariesDir + file, 'utf8') });
const decider = 'react-router/dist/production/lib/dom/ssr/routeModules.js';

test('of a screen whose code does not come the router says so', () => {
  const { path, code } = read(decider);
  assert.match(showFailedScreens(path, code)!, /throw error/);
  assert.match(code, /reload\(\)/, 'what it is there for');
});

test('another version of the router is not built against', () => {
  const { path, code } = read(decider);
  assert.throws(() => showFailedScreens(path, code.replace('export { ', 'export { somethingNew, ')), /other exports/);
});

test('every other file stays as it is', () => {
  const { path, code } = read('react-router/dist/production/lib/router/router.js');
  assert.equal(showFailedScreens(path, code), null);
});
