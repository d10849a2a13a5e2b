// npm run operator -- add NAME [--role owner|editor|support]: lets an operator into the console; `renew NAME` gives them another way in.
import { parseArgs } from 'node:util';
import { safeParse } from 'valibot';
import { operatorName, operatorRoles, type OperatorRole } from '../contract/src/operators.ts';
import { ConfigError, loadConfig } from '../server/src/assembly/config.ts';
import { operatorKey } from '../server/src/assembly/operator-settings.ts';
import { openAccess } from '../server/src/operators/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { DatabaseUnreachable, DataDirInUse, openDatabase, SchemaTooNew } from '../server/src/platform/db/database.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createPasswords } from '../server/src/users/passwords.ts';

const usage = 'Usage: npm run operator -- add NAME [--role owner|editor|support], or npm run operator -- renew NAME';
const say = (text: string) => void process.stdout.write(`${text}\n`);

class Refused extends Error {}

function readLine(): { readonly command: 'add' | 'renew'; readonly name: string; readonly role: OperatorRole } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { role: { type: 'string', default: 'owner' } } });
    const [command, typed, ...rest] = positionals;
    const name = safeParse(operatorName, typed);
    const role = operatorRoles.find((known) => known === values.role);
    if ((command === 'add' || command === 'renew') && name.success && role && rest.length === 0)
      return { command, name: name.output, role };
  } catch {
    // told below
  }
  throw new Refused(`${usage}. A name has 2 to 64 letters, digits and . _ @ -.`);
}

try {
  const { command, name, role } = readLine();
  const { databaseUrl, dataDir, allowNewerSchema, logLevel, brand, operators } = loadConfig(process.env);
  const key = operatorKey({ operators, databaseUrl, dataDir });
  if (key === null) throw new Refused('OPERATOR_KEY must be set: it seals the second factors in the database.');
  const db = await openDatabase({ databaseUrl, dataDir, allowNewerSchema, log: createLog({ level: logLevel }) });
  try {
    const passwords = await createPasswords({ clock: systemClock });
    const access = openAccess({ db, clock: systemClock, siteName: brand.site.name, passwords, key });
    const made = command === 'add' ? await access.add(name, role) : await access.renew(name);
    if (!made) throw new Refused(command === 'add' ? `There is somebody called ${name} already.` : `There is nobody called ${name}.`);
    say(`${name} may sign in at /operator. This is shown once:`);
    say(`  password  ${made.password}`);
    say(`  codes     ${made.secret} (for an app of codes, or by this link: ${made.link})`);
  } finally {
    await db.close();
  }
} catch (error) {
  const isExpected = [Refused, ConfigError, DatabaseUnreachable, DataDirInUse, SchemaTooNew].some((kind) => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
