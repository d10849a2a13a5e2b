// npm run migrate: brings the tables up to date and ends, so that a release can do it once before its processes start.
import { ConfigError, loadConfig } from '../server/src/assembly/config.ts';
import { DatabaseUnreachable, DataDirInUse, openDatabase, SchemaTooNew } from '../server/src/platform/db/database.ts';
import { createLog } from '../server/src/platform/log.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
try {
  const { databaseUrl, dataDir, allowNewerSchema, logLevel } = loadConfig(process.env);
  const db = await openDatabase({ databaseUrl, dataDir, allowNewerSchema, log: createLog({ level: logLevel }), onStep: say });
  await db.close();
  say('The tables are up to date.');
} catch (error) {
  const isExpected = [ConfigError, DatabaseUnreachable, DataDirInUse, SchemaTooNew].some((kind) => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
