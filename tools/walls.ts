// Who may import whom: section 2 of the architecture as one pure question. There is no list of exceptions; a file
// that breaks a wall stands in the wrong room and is moved.
//
//   server   platform <- market <- feature rooms <- assembly <- main.ts       platform <- edge <- assembly
//            topics (of the bus) is for market and the feature rooms, and names the types of any room's payloads;
//            words (texts) is for the feature rooms and edge. assembly joins the rooms: it may open any of their files,
//            and no room knows it. Nothing but main.ts, the entry, stands at the top of src.
//   web      ui <- { i18n api live } <- session <- page <- features <- market-list <- screens <- app <- root, routes and entries
//            i18n, api and live do not import each other, nor one feature another, nor one screen another.
//            styles are for features and screens that only some pages show; what all pages show is in styles/index.css.
//            session is who is logged in and what this browser remembers; page is how a screen is loaded, the same on both sides;
//            market-list is what the screens of lists share, made of features. Nothing imports the files at the top of src, and
//            there are no others than those; each screen and each feature has a folder of its own.
//   contract is for every room but platform and ui, and itself imports only the schema library.
//   source   (what a source of prices is and tells, and the tables of coins) is for the simulator and the server but platform; it
//            imports contract alone.
//   simulator implements Source and imports contract and source alone; market chooses it, assembly gives it its time, and tests
//            take their prices from it; those of e2e ask it what an exchange outside knows.
//   locales  are read by i18n and words.
//   e2e sees the product from outside: contract, testbed, simulator, e2e and tools. bench and tools may open anything.
//   testbed  (servers for tests) imports libraries only; tests of every package may use it, the product may not.
//
// A server room is entered by its front door, index.ts; a test may bring its own source of prices, so it may open files of
// the rooms it may use. An index does not pass types on, so `import type` may name the file that declares the type. platform, like every
// layer of web, is a shelf and not a room: each file is a door.
import { isTest } from './source-tree.ts';

export interface Place {
  readonly pkg: string;
  /** Folder below src; for screens and features the folder below that; for a file at the top, the file itself. */
  readonly room: string;
}

export interface Step {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const roomFolders = new Set(['screens', 'features']);

export const placeOf = (path: string): Place => {
  const [pkg = '', ...rest] = path.split('/');
  if (rest[0] !== 'src') return { pkg, room: rest.length > 1 ? (rest[0] ?? '') : '' };
  const [, first = '', second] = rest;
  return { pkg, room: roomFolders.has(first) && second !== undefined ? `${first}/${second}` : first };
};

/** Files beside the rooms: the top of src, and configuration beside src. */
export const isTopFile = (place: Place): boolean => place.room.includes('.') || place.room === '';

const featureRooms = [
  'alerts',
  'analytics',
  'content',
  'favorites',
  'market-maker',
  'onchain',
  'operators',
  'site',
  'support',
  'users',
] as const;
const belowAssembly: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  topics: ['platform'],
  words: ['platform'],
  market: ['platform', 'topics'],
  edge: ['platform', 'words'],
  ...Object.fromEntries(featureRooms.map((room) => [room, ['platform', 'market', 'topics', 'words']])),
};
const serverRoom: Readonly<Record<string, readonly string[]>> = {
  ...belowAssembly,
  assembly: Object.keys(belowAssembly),
  'main.ts': ['assembly'],
};

const webLayer: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  i18n: [],
  api: [],
  live: [],
  session: ['i18n', 'api', 'live'],
  page: ['i18n', 'api', 'live', 'session'],
  features: ['ui', 'i18n', 'api', 'live', 'session', 'page', 'styles'],
  'market-list': ['ui', 'i18n', 'api', 'live', 'session', 'page', 'styles', 'features'],
  screens: ['ui', 'i18n', 'api', 'live', 'session', 'page', 'styles', 'features', 'market-list'],
  app: ['ui', 'i18n', 'api', 'live', 'session', 'page', 'features', 'screens'],
};

/** Tests, and the folders `testing/` beside them. */
const isForTests = (path: string): boolean => isTest(path) || path.includes('/testing/');

const layerOf = (place: Place): string => place.room.split('/')[0] ?? '';

const withoutProductWords = (place: Place): boolean =>
  (place.pkg === 'server' && place.room === 'platform') || (place.pkg === 'web' && place.room === 'ui');

const webFiles = new Set(['entry.client.tsx', 'entry.server.tsx', 'root.tsx', 'routes.ts']);

/** Why this file of the server or the web stands in no room, or null when it stands in one. */
export const outsideRooms = (file: string): string | null => {
  const { room } = placeOf(file);
  if (file.startsWith('server/src/') && !Object.hasOwn(serverRoom, room))
    return `server/src/${room} is not a room of the server (${Object.keys(serverRoom).join(', ')})`;
  if (!file.startsWith('web/src/') || webFiles.has(room)) return null;
  const [layer = '', folder] = room.split('/');
  if (!Object.hasOwn(webLayer, layer))
    return `web/src/${layer} is not a layer of the web package (${[...Object.keys(webLayer), ...webFiles].join(', ')})`;
  return folder?.includes('.') ? `${folder} stands beside the folders of web/src/${layer}: it belongs into one of them` : null;
};

const insideServer = (from: Place, to: Place, step: Step): string | null => {
  if (from.room === 'topics' && step.isType) return null;
  // A file outside of the rooms is told once, by outsideRooms.
  const allowed = serverRoom[from.room];
  if (!allowed) return null;
  if (!allowed.includes(to.room)) return `${from.room} may not import ${to.room}; it may import ${allowed.join(', ') || 'libraries only'}`;
  const opensAnyFile = from.room === 'assembly' || isTopFile(from) || isForTests(step.from);
  if (to.room !== 'platform' && !step.isType && !opensAnyFile && step.to !== `server/src/${to.room}/index.ts`) {
    return `${to.room} is entered by its front door, #${to.room}/index.ts (types may be imported from the file that declares them)`;
  }
  return null;
};

const insideWeb = (from: Place, to: Place): string | null => {
  if (isTopFile(from)) return null;
  if (isTopFile(to)) return `${to.room || to.pkg} stands above everything; nothing imports it`;
  const [layer, target] = [layerOf(from), layerOf(to)];
  const allowed = webLayer[layer];
  // Told once, as in the server.
  if (!allowed || allowed.includes(target)) return null;
  if (layer === target) return `${from.room} may not import its sibling ${to.room}; move what both need down, or pass it in from above`;
  return `${layer} may not import ${target}; it may import ${allowed.join(', ') || 'libraries only'}`;
};

const betweenPackages = (from: Place, to: Place, step: Step): string | null => {
  if (from.pkg === 'tools' || from.pkg === 'bench') return null;
  if (to.pkg === 'testbed') return from.pkg === 'e2e' || isForTests(step.from) ? null : 'testbed is for tests';
  if (from.pkg === 'testbed') return 'testbed imports libraries only';
  if (to.pkg === 'locales') {
    const isReader = (from.pkg === 'web' && from.room === 'i18n') || (from.pkg === 'server' && from.room === 'words');
    return isReader ? null : 'only web i18n and server words read locales';
  }
  if (to.pkg === 'simulator') {
    const isUser =
      from.pkg === 'e2e' || (from.pkg === 'server' && (from.room === 'market' || from.room === 'assembly' || isForTests(step.from)));
    return isUser ? null : 'the simulator is one of the sources of market: only market, assembly and tests import it';
  }
  if (to.pkg === 'source') {
    const isUser = from.pkg === 'simulator' || (from.pkg === 'server' && !withoutProductWords(from));
    return isUser ? null : 'source is for the simulator and the rooms of the server';
  }
  if (to.pkg === 'contract') return withoutProductWords(from) ? `${from.room} carries no product words and does not import contract` : null;
  if (from.pkg === 'e2e' && to.pkg === 'tools') return null;
  return `${from.pkg} may not import ${to.pkg}`;
};

/** Why this import crosses a wall, or null when it does not. */
export const wallBetween = (step: Step): string | null => {
  const from = placeOf(step.from);
  const to = placeOf(step.to);
  if (from.pkg !== to.pkg) return betweenPackages(from, to, step);
  if (from.room === to.room) return null;
  if (from.pkg === 'server') return insideServer(from, to, step);
  if (from.pkg === 'web') return insideWeb(from, to);
  return null;
};
