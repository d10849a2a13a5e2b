// npm start: the pages built if they need to be, then the server, as in production.
import { enableCompileCache } from 'node:module';
import type { Config } from '../server/src/assembly/config.ts';
import { quickenImports } from './quick-imports.ts';

// Before the server is imported: libraries look at it once, while they load.
process.env.NODE_ENV = 'production';
// Compiled code is kept between starts: a fifth of the work before the first quote is reading modules.
enableCompileCache();
quickenImports();

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
};

// A wrong setting is told before a minute of building, not after.
const readConfig = async (): Promise<Config> => {
  const { ConfigError, loadConfig } = await import('../server/src/assembly/config.ts');
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error);
    throw error;
  }
};

if ((await readConfig()).roles.has('web')) {
  const { buildIfNeeded } = await import('./build.ts');
  await buildIfNeeded().catch(fail);
}
await import('../server/src/main.ts');
