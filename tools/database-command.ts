// What the commands on the database have in common: one file named on the command line, the database of the settings, and one sentence
// instead of a stack when something expected is in the way.
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../server/src/assembly/config.ts';
import { BackupRefused } from '../server/src/platform/db/backup/archive-format.ts';
import { DatabaseUnreachable, DataDirInUse, SchemaTooNew } from '../server/src/platform/db/database.ts';
import { createLog, type Log } from '../server/src/platform/log.ts';

export interface DatabaseSettings {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: Log;
}
export interface CommandLine {
  readonly positionals: readonly string[];
  readonly values: { readonly replace: boolean };
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export async function withDatabaseSettings(
  usage: string,
  work: (settings: DatabaseSettings, line: CommandLine) => Promise<void>,
): Promise<void> {
  try {
    const line = readLine(usage);
    const { databaseUrl, dataDir, logLevel } = loadConfig(process.env);
    await work({ databaseUrl, dataDir, log: createLog({ level: logLevel }) }, line);
  } catch (error) {
    const isExpected = [BackupRefused, ConfigError, DatabaseUnreachable, DataDirInUse, SchemaTooNew].some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

function readLine(usage: string): CommandLine {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false } } });
    const isKnown = !values.replace || usage.includes('--replace');
    if (positionals.length === 1 && isKnown) return { positionals, values };
  } catch {
    // told below
  }
  throw new BackupRefused(`Usage: ${usage}`);
}
