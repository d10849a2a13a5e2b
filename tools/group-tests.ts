// Which test files share a process, and which begin first. A file that only computes needs no process of its own: the
// start of Node and of the libraries costs more than its tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a file says that should not share its process with others. */
const ownProcessSigns: readonly RegExp[] = [
  // In a shared process a hook of one file runs for the tests of all of them.
  /\b(?:before|after|beforeEach|afterEach|mock)\b[^;]*from 'node:test'/,
  // Files, servers, processes, databases, and the helpers that open them.
  /from '(?:node:(?:child_process|http|net|worker_threads)[^']*|pg|ws)'/,
  // A file that only reads disturbs no other.
  /import \{[^}]*\b(?:write|mk|rm|rename|sym|append|copy|cp|chmod|utimes|unlink|create|open|watch)\w*[^}]*\} from 'node:fs[^']*'/,
  // A few helpers hold nothing that another file could meet: a folder of its own that goes with the test, plain objects, drawn numbers.
  /from '(?:@tidemark\/testbed[^']*|[^']*\/testing\/(?!(?:plant-tree|random|engine-bed|fake-\w+)\.ts')[^']*|[^']*\/test-[^']*)'/,
  // Settings and time that others would see.
  /process\.env|setTimeout|globalThis/,
];

/** The longest files, longest first: begun last they would hold up the end of the run alone. */
export const longFiles: readonly string[] = [
  'e2e/faults/rolling.test.ts',
  'server/src/platform/db/embedded.test.ts',
  'server/src/alerts/feed-faults.test.ts',
  'server/src/alerts/feed-takeover.test.ts',
  'server/src/alerts/faults.test.ts',
  'server/src/alerts/outage-faults.test.ts',
  'server/src/platform/db/backup/backup.test.ts',
  'server/src/alerts/engine/engine-oracle.test.ts',
  'simulator/src/realism.test.ts',
  'server/src/assembly/accounts.test.ts',
  'server/src/assembly/account-attacks.test.ts',
  'server/src/alerts/burst.test.ts',
  'server/src/analytics/daily-indices.test.ts',
  'server/src/analytics/scenarios.test.ts',
  'server/src/alerts/replay.test.ts',
  'server/src/alerts/firing.test.ts',
  'server/src/alerts/firing-and-store.test.ts',
];

const sharedGroups = 2;

/** Long files first, then the small ones together in a process per core, then every other file in its own. */
export const groupTests = (rootDir: string, files: readonly string[]): readonly (readonly string[])[] => {
  const isSmall = (file: string): boolean => {
    const text = readFileSync(join(rootDir, file), 'utf8');
    return !longFiles.includes(file) && !ownProcessSigns.some((sign) => sign.test(text));
  };
  const long = longFiles.filter((file) => files.includes(file));
  const small = files.filter(isSmall);
  const others = files.filter((file) => !long.includes(file) && !small.includes(file));
  const shared = Array.from({ length: sharedGroups }, (_, part) => small.filter((_file, at) => at % sharedGroups === part));
  return [...long.map((file) => [file]), ...shared.filter((group) => group.length > 0), ...others.map((file) => [file])];
};
