// The provider that vouches for operators, by the same protocol as that of visitors and with a client of its own.
import { operatorOidcPaths, operatorRoles } from '@tidemark/contract/operators.ts';
import type { Provider, Vouched } from '#operators/provider.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { createOidc } from '#users/oidc.ts';
import { createTokens } from '#users/tokens.ts';
import type { OperatorOidcSettings } from './operator-settings.ts';

const longestName = 64;

export function createOperatorProvider({
  settings,
  secret,
  clock,
  log,
  publicUrl,
}: {
  settings: OperatorOidcSettings;
  secret: string;
  clock: Clock;
  log: Log;
  publicUrl: string;
}): Provider {
  const { claim, roles } = settings;
  const oidc = createOidc({ settings, tokens: createTokens(secret), clock, log, publicUrl, callbackPath: operatorOidcPaths.callback });
  const roleOf = (groups: unknown, email: string | null): Vouched['role'] => {
    const written = (Array.isArray(groups) ? groups : [groups]).filter((group): group is string => typeof group === 'string');
    const given = new Set([...written, ...(email === null ? [] : [email.toLowerCase()])].map((who) => roles.get(who)));
    // A person in several groups gets the widest of their roles.
    return operatorRoles.find((role) => given.has(role)) ?? null;
  };
  return {
    async start() {
      const { url, keep } = await oidc.start(undefined, null);
      return { url, keep };
    },
    async finish(answer, kept) {
      const { who, claims } = await oidc.finish(answer, kept);
      return {
        vouchedAs: JSON.stringify([who.issuer, who.subject]),
        name: (who.email ?? who.subject).toLowerCase().slice(0, longestName),
        role: roleOf(Object.hasOwn(claims, claim) ? claims[claim] : undefined, who.email),
      };
    },
  };
}
