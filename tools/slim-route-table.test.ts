import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slimRouteTable } from './slim-route-table.ts';

const script = (routes: object) =>
  'window.__reactRouterManifest=' +
  `${JSON.stringify({ entry: { module: '/e.js', imports: ['/shell.js'], css: [] }, routes, url: '/m.js', version: '1' })};`;

test('what is true of a route stays, what is false goes, and files of the entry are not named again', () => {
  const before = {
    root: { id: 'root', path: '', hasLoader: true, hasAction: false, module: '/root.js', imports: ['/shell.js'], css: [] },
    spot: {
      id: 'spot',
      parentId: 'root',
      hasLoader: true,
      hasErrorBoundary: false,
      module: '/spot.js',
      imports: ['/shell.js', '/lists.js'],
      css: ['/a.css'],
    },
  };
  const after = {
    root: { id: 'root', path: '', hasLoader: true, module: '/root.js', css: [], imports: [] },
    spot: { id: 'spot', parentId: 'root', hasLoader: true, module: '/spot.js', css: ['/a.css'], imports: ['/lists.js'] },
  };
  assert.equal(slimRouteTable(script(before)), script(after));
  assert.equal(slimRouteTable(script(after)), script(after), 'a second time changes nothing');
});

test('something else is not touched', () => {
  assert.equal(slimRouteTable('export default {}'), null);
});
