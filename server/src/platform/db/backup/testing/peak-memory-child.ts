// A process of its own that takes a backup, or puts one back, and says on stdout how much memory it had at most, in MiB.
import { createLog } from '#platform/log.ts';
import { backupDatabase } from '../backup-database.ts';
import { restoreDatabase } from '../restore-database.ts';

const [what, databaseUrl = '', file = ''] = process.argv.slice(2);
const options = { databaseUrl, dataDir: '', file, log: createLog({ level: 'silent' }) };
await (what === 'backup' ? backupDatabase(options) : restoreDatabase({ ...options, replace: true }));
process.stdout.write(`${Math.round(process.resourceUsage().maxRSS / 1024)}\n`);
