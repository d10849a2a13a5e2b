// For `node --import`: a test process, and each that it forks, loads the server in a quarter of the time.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { quickenImports } from './quick-imports.ts';

// Beside the packages, so that it is no surprise in the temporary folder of a test.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
quickenImports();
