// npm run backup -- FILE: every table as it stands now into one file, while the site runs or not.
import { resolve } from 'node:path';
import { backupDatabase } from '../server/src/platform/db/backup/backup-database.ts';
import { say, withDatabaseSettings } from './database-command.ts';

await withDatabaseSettings('npm run backup -- FILE', async (settings, { positionals: [file = ''] }) => {
  const { tables, rows } = await backupDatabase({ ...settings, file: resolve(file), onStep: say });
  say(`The backup is in ${file}: ${tables} tables, ${rows} rows.`);
});
