// npm run restore -- FILE [--replace]: a backup put back into an empty database, or in place of all that it holds.
import { resolve } from 'node:path';
import { restoreDatabase } from '../server/src/platform/db/backup/restore-database.ts';
import { say, withDatabaseSettings } from './database-command.ts';

await withDatabaseSettings('npm run restore -- FILE [--replace]', async (settings, { positionals: [file = ''], values: { replace } }) => {
  const { tables, rows } = await restoreDatabase({ ...settings, file: resolve(file), replace, onStep: say });
  say(`Restored from ${file}: ${tables} tables, ${rows} rows. The tables are up to date.`);
});
