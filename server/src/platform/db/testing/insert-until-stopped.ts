// A child process for tests: opens the database in the folder given, then inserts one row after the other and
// says on stdout what it is doing and which rows were acknowledged. SIGTERM closes; kill -9 is what it is for.
import { createLog } from '#platform/log.ts';
import { openDatabase } from '../database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const [dataDir = '', mode = 'insert'] = process.argv.slice(2);
try {
  const db = await openDatabase({ databaseUrl: null, dataDir, log: createLog({ level: 'silent' }), onStep: (step) => say(`step ${step}`) });
  process.on('SIGTERM', () => void db.close().then(() => process.exit(0)));
  await db.pool.query('create table if not exists acknowledged (n bigint primary key)');
  say('open');
  if (mode === 'exit') process.exit(7);
  const { rows } = await db.pool.query<{ next: string }>('select coalesce(max(n), 0) + 1 as next from acknowledged');
  for (let n = Number(rows[0]!.next); mode === 'insert'; n++) {
    await db.pool.query('insert into acknowledged values ($1)', [n]);
    say(`row ${n}`);
  }
} catch (error) {
  say(`failed ${(error as Error).name}: ${(error as Error).message}`);
  process.exitCode = 1;
}
