// npm run dev: the same server, which serves the pages from their sources and reloads them as they change; a change of its own sources
// restarts it (node --watch in package.json).
// NODE_ENV is set before the server is imported: libraries look at it once, while they load.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeIcons } from '../server/src/market/catalog/write-icons.ts';

process.env.NODE_ENV = 'development';
const coins = fileURLToPath(new URL('../web/build/client/assets/coins', import.meta.url));
if (!existsSync(coins)) {
  console.log('Writing the coin icons');
  await writeIcons(coins);
}
await import('../server/src/main.ts');
