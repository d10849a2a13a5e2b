import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './check-imports.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';

const manifests: Files = {
  'package.json': '{ "devDependencies": { "typescript": "1" } }',
  'contract/package.json': '{ "dependencies": { "valibot": "1", "left-pad": "1" }, "devDependencies": { "fast-check": "1" } }',
  'source/package.json': '{ "dependencies": { "@tidemark/contract": "*", "icons": "1" } }',
  'simulator/package.json': '{ "dependencies": { "@tidemark/source": "*" }, "devDependencies": { "fast-check": "1" } }',
  'server/package.json':
    '{ "dependencies": { "@tidemark/contract": "*", "fastify": "1" }, "devDependencies": { "fast-check": "1", "vite": "1" } }',
  'web/package.json': '{ "dependencies": { "@tidemark/contract": "*", "react": "1" } }',
  'e2e/package.json': '{ "devDependencies": { "@playwright/test": "1" } }',
};

interface Case {
  readonly file: string;
  readonly code: string;
  /** What the complaint must say; null when the import is right. */
  readonly complaint: RegExp | null;
}

const cases: readonly Case[] = [
  { file: 'contract/src/a.ts', code: "import * as v from 'valibot'; import { b } from './b.ts';", complaint: null },
  { file: 'contract/src/a.ts', code: "import pad from 'left-pad';", complaint: /contract imports only valibot/ },
  { file: 'contract/src/a.ts', code: "import { readFileSync } from 'node:fs';", complaint: /contract imports only/ },
  { file: 'contract/src/a.test.ts', code: "import { test } from 'node:test'; import fc from 'fast-check';", complaint: null },
  { file: 'contract/src/a.ts', code: "import { x } from '../../server/src/market/index.ts';", complaint: /contract may not import server/ },

  { file: 'server/src/platform/ids.ts', code: "import { call } from '@tidemark/contract/wire.ts';", complaint: /no product words/ },
  {
    file: 'server/src/platform/ids.ts',
    code: "import type { Quote } from '#market/board.ts';",
    complaint: /platform may not import market/,
  },
  {
    file: 'server/src/market/index.ts',
    code: "import { quotes } from '#topics/index.ts'; import { Bus } from '#platform/bus/bus.ts'; import '@tidemark/contract/market.ts';",
    complaint: null,
  },
  { file: 'server/src/market/index.ts', code: "import { createSite } from '#site/index.ts';", complaint: /market may not import site/ },
  { file: 'server/src/market/sources/x/parse.ts', code: "import { createBoard } from '../../board.ts';", complaint: null },
  {
    file: 'server/src/alerts/index.ts',
    code: "import { createMarket } from '#market/index.ts'; import type { Quote } from '#market/board.ts';",
    complaint: null,
  },
  {
    file: 'server/src/alerts/index.ts',
    code: "import { createBoard } from '#market/board.ts';",
    complaint: /front door, #market\/index.ts/,
  },
  { file: 'server/src/alerts/index.ts', code: "import { type Quote } from '#market/board.ts';", complaint: /front door/ },
  { file: 'server/src/alerts/engine/engine.test.ts', code: "import { createBoard } from '#market/board.ts';", complaint: null },
  { file: 'server/src/alerts/testing/world.ts', code: "import { createBoard } from '#market/board.ts';", complaint: null },
  { file: 'web/src/screens/heat/index.tsx', code: "import '#styles/heat.css';", complaint: null },
  { file: 'server/src/alerts/index.ts', code: "import type { Account } from '#users/store.ts';", complaint: /alerts may not import users/ },
  { file: 'server/src/alerts/index.ts', code: "import { users } from '../users/index.ts';", complaint: /alerts may not import users/ },
  {
    file: 'server/src/alerts/index.ts',
    code: "import { newId } from '../platform/ids.ts';",
    complaint: /leaves the room: write '#platform\/ids.ts'/,
  },
  {
    file: 'server/src/alerts/index.ts',
    code: "import { loadConfig } from '#assembly/config.ts';",
    complaint: /alerts may not import assembly/,
  },
  {
    file: 'server/src/edge/http/index.ts',
    code: "import type { Words } from '#words/index.ts'; import { limit } from '../limits.ts';",
    complaint: null,
  },
  {
    file: 'server/src/edge/http/index.ts',
    code: "import type { Market } from '#market/index.ts';",
    complaint: /edge may not import market/,
  },
  { file: 'server/src/topics/index.ts', code: "import type { Alert } from '#alerts/store.ts';", complaint: null },
  { file: 'server/src/topics/index.ts', code: "import { alerts } from '#alerts/index.ts';", complaint: /topics may not import alerts/ },
  {
    file: 'server/src/assembly/web.ts',
    code: "import { createHub } from '#edge/socket/hub.ts'; import { loadConfig } from './config.ts';",
    complaint: null,
  },
  { file: 'server/src/assembly/web.ts', code: "import { createHub } from '../edge/socket/hub.ts';", complaint: /leaves the room/ },
  { file: 'server/src/main.ts', code: "import { main } from '#assembly/main.ts';", complaint: null },
  { file: 'server/src/main.ts', code: "import { createHub } from '#edge/socket/hub.ts';", complaint: /main.ts may not import edge/ },
  { file: 'server/src/shed/a.ts', code: "import { newId } from '#platform/ids.ts';", complaint: /not a room of the server/ },
  { file: 'server/src/main.ts', code: "import { Root } from '../../web/src/root.tsx';", complaint: /server may not import web/ },
  { file: 'server/src/main.ts', code: "import pino from 'pino';", complaint: /'pino' is not among the dependencies of server/ },
  { file: 'server/src/main.ts', code: "import fc from 'fast-check';", complaint: /'fast-check' is not among the dependencies/ },
  { file: 'server/src/main.ts', code: "const vite = await import('vite');", complaint: null },
  { file: 'server/src/main.ts', code: "const pino = await import('pino');", complaint: /'pino' is not among/ },
  { file: 'server/src/assembly/main.test.ts', code: "import fc from 'fast-check';", complaint: null },

  { file: 'web/src/shed/a.ts', code: 'export {};', complaint: /not a layer of the web package/ },
  { file: 'web/src/a.ts', code: 'export {};', complaint: /not a layer of the web package/ },
  { file: 'web/src/screens/a.tsx', code: 'export {};', complaint: /stands beside the folders of web\/src\/screens/ },
  { file: 'web/src/routes.ts', code: 'export {};', complaint: null },
  { file: 'web/src/ui/number.tsx', code: "import { missing } from '@tidemark/contract/money.ts';", complaint: /no product words/ },
  { file: 'web/src/ui/number.tsx', code: "import { useText } from '#i18n/text.tsx';", complaint: /ui may not import i18n/ },
  { file: 'web/src/live/quotes.ts', code: "import { api } from '#api/client.ts';", complaint: /live may not import api/ },
  { file: 'web/src/i18n/words.ts', code: "import en from '../../../locales/en/site.json';", complaint: null },
  {
    file: 'web/src/ui/number.tsx',
    code: "const all = import.meta.glob('../../../locales/*/site.json');",
    complaint: /only web i18n and server words read locales/,
  },
  {
    file: 'web/src/features/market-table/row.tsx',
    code: "import { Number } from '#ui/number.tsx'; import { useQuote } from '#live/use-quote.ts';",
    complaint: null,
  },
  {
    file: 'web/src/features/market-table/row.tsx',
    code: "import { Star } from '#features/favorites/star.tsx';",
    complaint: /may not import its sibling features\/favorites/,
  },
  {
    file: 'web/src/features/market-table/row.tsx',
    code: "import { Spot } from '#screens/spot/index.tsx';",
    complaint: /features may not import screens/,
  },
  {
    file: 'web/src/screens/spot/index.tsx',
    code: "import { Table } from '#features/market-table/table.tsx'; import type { Route } from './+types/index';",
    complaint: null,
  },
  {
    file: 'web/src/screens/spot/index.tsx',
    code: "import { load } from '../rank/load.ts';",
    complaint: /may not import its sibling screens\/rank/,
  },
  { file: 'web/src/screens/spot/index.tsx', code: "const dialog = import('#app/layout.tsx');", complaint: /screens may not import app/ },
  { file: 'web/src/screens/spot/index.tsx', code: "import { pageLoader } from '#page/page.ts';", complaint: null },
  {
    file: 'web/src/screens/spot/index.tsx',
    code: "import { pageLoader } from '../../page/page.ts';",
    complaint: /leaves the room: write '#page.page.ts'/,
  },
  { file: 'web/src/live/quotes.ts', code: "import { pageLoader } from '#page/page.ts';", complaint: /live may not import page/ },
  {
    file: 'web/src/page/page.ts',
    code: "import { createApi } from '#api/client.ts'; import { parseCookies } from '#session/cookies.ts';",
    complaint: null,
  },
  { file: 'web/src/session/enter.ts', code: "import { browserApp } from '#page/browser.ts';", complaint: /session may not import page/ },
  { file: 'web/src/screens/spot/index.tsx', code: "import { ListView } from '#market-list/list-view.tsx';", complaint: null },
  {
    file: 'web/src/features/market-table/row.tsx',
    code: "import { ListView } from '#market-list/list-view.tsx';",
    complaint: /features may not import market-list/,
  },
  { file: 'web/src/page/page.ts', code: "import { Spot } from '#screens/spot/index.tsx';", complaint: /page may not import screens/ },
  {
    file: 'web/src/screens/spot/index.tsx',
    code: "import type { RootData } from '#root.tsx';",
    complaint: /root.tsx stands above everything/,
  },
  { file: 'web/src/app/shell.tsx', code: "import { Unstable } from '#screens/error/unstable.tsx';", complaint: null },
  { file: 'web/src/app/layout.tsx', code: "import { Search } from '#features/search/search.tsx';", complaint: null },
  { file: 'web/src/shed/x.ts', code: "import { Number } from '#ui/number.tsx';", complaint: /not a layer/ },
  {
    file: 'web/src/root.tsx',
    code: "import { Layout } from '#app/layout.tsx'; import './styles/index.css'; import { load } from '#page/page.ts';",
    complaint: null,
  },
  {
    file: 'web/src/root.tsx',
    code: "import { createMarket } from '../../server/src/market/index.ts';",
    complaint: /web may not import server/,
  },

  {
    file: 'e2e/calls/a.test.ts',
    code:
      "import { startApp } from '#harness/app.ts'; import { calls } from '@tidemark/contract/calls.ts'; import { findChromium } " +
      "from '../../tools/chromium.ts';",
    complaint: null,
  },
  {
    file: 'e2e/calls/a.test.ts',
    code: "import { createHub } from '../../server/src/edge/socket/hub.ts';",
    complaint: /e2e may not import server/,
  },
  { file: 'e2e/faults/a.test.ts', code: "import { createLocalNats } from '@tidemark/testbed/nats.ts';", complaint: null },
  { file: 'server/src/platform/bus/bus.test.ts', code: "import { createLocalNats } from '@tidemark/testbed/nats.ts';", complaint: null },
  {
    file: 'server/src/platform/bus/nats.ts',
    code: "import { createLocalNats } from '@tidemark/testbed/nats.ts';",
    complaint: /testbed is for tests/,
  },
  {
    file: 'testbed/src/nats.ts',
    code: "import { bus } from '../../server/src/platform/bus/bus.ts';",
    complaint: /testbed imports libraries only/,
  },
  {
    file: 'simulator/src/index.ts',
    code: "import type { Source } from '@tidemark/source/source.ts'; import { currencyCodes } from '@tidemark/contract/money.ts';",
    complaint: null,
  },
  {
    file: 'simulator/src/index.ts',
    code: "import { createBoard } from '../../server/src/market/board.ts';",
    complaint: /simulator may not import server/,
  },
  { file: 'simulator/src/index.ts', code: "import fc from 'fast-check';", complaint: /not among the dependencies of simulator/ },
  { file: 'simulator/src/index.test.ts', code: "import fc from 'fast-check';", complaint: null },
  { file: 'source/src/source.ts', code: "import type { Quote } from '@tidemark/contract/market.ts'; import 'icons';", complaint: null },
  {
    file: 'source/src/source.ts',
    code: "import { createSimulator } from '@tidemark/simulator/index.ts';",
    complaint: /the simulator is one of the sources of market/,
  },
  {
    file: 'server/src/market/sources/choose-source.ts',
    code: "import { createSimulator } from '@tidemark/simulator/index.ts'; import type { Source } from '@tidemark/source/source.ts';",
    complaint: null,
  },
  { file: 'server/src/alerts/index.ts', code: "import type { Trade } from '@tidemark/source/source.ts';", complaint: null },
  {
    file: 'server/src/alerts/index.ts',
    code: "import { createSimulator } from '@tidemark/simulator/index.ts';",
    complaint: /the simulator is one of the sources of market/,
  },
  { file: 'server/src/alerts/a.test.ts', code: "import { createSimulator } from '@tidemark/simulator/index.ts';", complaint: null },
  {
    file: 'server/src/platform/a.ts',
    code: "import type { Tick } from '@tidemark/source/tick.ts';",
    complaint: /source is for the simulator/,
  },
  {
    file: 'web/src/api/client.ts',
    code: "import type { Tick } from '@tidemark/source/tick.ts';",
    complaint: /source is for the simulator/,
  },
  {
    file: 'web/src/api/client.ts',
    code: "import { createMarket } from '@tidemark/server/market/index.ts';",
    complaint: /web may not import server/,
  },
  {
    file: 'tools/a.ts',
    code:
      "import { test } from '@playwright/test'; import * as ast from 'typescript/unstable/ast'; import { x } from " +
      "'../server/src/main.ts';",
    complaint: null,
  },
  { file: 'tools/a.ts', code: "import chalk from 'chalk';", complaint: /'chalk' is declared by no package.json/ },
];

for (const { file, code, complaint } of cases) {
  test(`architecture 2: ${file}: ${code} is ${complaint === null ? 'right' : 'refused'}`, (t) => {
    const problems = check(plantTree(t, { ...manifests, [file]: code }));
    if (complaint === null) assert.deepEqual(problems, []);
    else {
      assert.equal(problems.length, 1, JSON.stringify(problems));
      assert.match(problems[0]?.text ?? '', complaint);
      assert.equal(problems[0]?.file, file);
    }
  });
}

test('what only looks like an import is none', (t) => {
  const rootDir = plantTree(t, {
    ...manifests,
    'web/src/ui/a.tsx':
      "// import '#app/x.ts'\nconst s = \"import '#app/x.ts'\"; const t = `import('#app/x.ts')`; export const A = () => " +
      "<p>Don't import '#app/x.ts'</p>;\n",
  });
  assert.deepEqual(check(rootDir), []);
});

test('re-exports and type queries count, with their line', (t) => {
  const rootDir = plantTree(t, {
    ...manifests,
    'web/src/ui/a.ts': "export const a = 1;\nexport * from '#app/x.ts';\nexport type B = import('#app/y.ts').B;\n",
  });
  assert.deepEqual(
    check(rootDir).map(({ line }) => line),
    [2, 3],
  );
});

test('a cycle is told once, be it of values or of types; what is loaded lazily closes none', (t) => {
  const rootDir = plantTree(t, {
    ...manifests,
    'server/src/market/a.ts': "import { b } from './b.ts'; export const a = b;",
    'server/src/market/b.ts': "import { c } from './c.ts'; export const b = c;",
    'server/src/market/c.ts': "import { a } from './a.ts'; export const c = a;",
    'server/src/market/d.ts': "import type { E } from './e.ts'; export type D = E;",
    'server/src/market/e.ts': "import type { D } from './d.ts'; export type E = 1;",
    'server/src/market/f.ts': "export const load = () => import('./g.ts');",
    'server/src/market/g.ts': "import type { load } from './f.ts'; export type G = typeof load;",
  });
  const problems = check(rootDir);
  assert.equal(problems.length, 2, JSON.stringify(problems));
  assert.match(problems[0]?.text ?? '', /circular import: .*a\.ts -> .*b\.ts -> .*c\.ts -> .*a\.ts/);
  assert.match(problems[1]?.text ?? '', /circular import: .*d\.ts -> .*e\.ts -> .*d\.ts/);
});

test('a file of the server stands in a room; only the entry stands beside them', (t) => {
  const rootDir = plantTree(t, {
    ...manifests,
    'server/src/main.ts': 'export const a = 1;',
    'server/src/market/index.ts': 'export const a = 1;',
    'server/src/words.ts': 'export const a = 1;',
    'server/src/shed/index.ts': 'export const a = 1;',
    'server/drizzle.config.ts': 'export const a = 1;',
  });
  assert.deepEqual(
    check(rootDir).map(({ file }) => file),
    ['server/src/shed/index.ts', 'server/src/words.ts'],
  );
});
