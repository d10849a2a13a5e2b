// How operators get in: the key of their second factors, and a provider that vouches for them.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorRoles, type OperatorRole } from '@tidemark/contract/operators.ts';
import { isHttpsOrLocal } from './setting-values.ts';

export interface OperatorSettings {
  /** null = none is set. */
  readonly key: string | null;
  /** null = people have passwords and codes alone. */
  readonly oidc: OperatorOidcSettings | null;
}
export interface OperatorOidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim that lists the groups of a person. */
  readonly claim: string;
  /** Who gets which role: a group, or an e-mail address that the provider has checked. */
  readonly roles: ReadonlyMap<string, OperatorRole>;
}

type Given = (name: string) => string | null;

const names = ['OPERATOR_OIDC_ISSUER', 'OPERATOR_OIDC_CLIENT_ID', 'OPERATOR_OIDC_CLIENT_SECRET', 'OPERATOR_OIDC_ROLES'] as const;

export function readOperatorSettings(given: Given, together: (names: readonly string[]) => boolean, problems: string[]): OperatorSettings {
  const key = given('OPERATOR_KEY');
  if (key !== null && !/^[\x21-\x7e]{32,}$/.test(key)) problems.push('OPERATOR_KEY must have at least 32 visible ASCII characters.');
  const claim = given('OPERATOR_OIDC_CLAIM') ?? 'groups';
  if (!together(names)) {
    if (given('OPERATOR_OIDC_CLAIM') !== null && given(names[0]) === null)
      problems.push('OPERATOR_OIDC_CLAIM is of no use without OPERATOR_OIDC_ISSUER.');
    return { key, oidc: null };
  }
  const [issuer, clientId, clientSecret, written] = names.map((name) => given(name)!) as [string, string, string, string];
  if (!isHttpsOrLocal(issuer)) problems.push('OPERATOR_OIDC_ISSUER must be an https address, unless it is on this machine.');
  const pairs = written.split(',').map((pair) => /^\s*(?<role>\w+)=(?<who>[^=\s][^=]*)$/.exec(pair)?.groups);
  const roles = new Map<string, OperatorRole>();
  for (const pair of pairs) {
    const [role, who] = [operatorRoles.find((known) => known === pair?.['role']), pair?.['who']?.trim()];
    if (!role || !who) problems.push('OPERATOR_OIDC_ROLES must be a list like owner=site-owners,editor=editors,support=ada@example.com.');
    else if (roles.has(who)) problems.push(`OPERATOR_OIDC_ROLES names '${who}' twice.`);
    else roles.set(who, role);
  }
  return { key, oidc: { issuer, clientId, clientSecret, claim, roles } };
}

/** Beside the embedded database one key is made once. It is in no backup, so that a backup alone is not enough to make codes. */
export function operatorKey({
  operators,
  databaseUrl,
  dataDir,
}: {
  operators: Pick<OperatorSettings, 'key'>;
  databaseUrl: string | null;
  dataDir: string;
}): string | null {
  if (operators.key !== null || databaseUrl !== null) return operators.key;
  const path = join(dataDir, 'operator.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8').trim();
}
