import { errors } from '@tidemark/contract/errors.ts';
import type { Text } from '#i18n/text.tsx';

/** What the code in the address means. Only known codes speak: a made-up link can put no words of its own here. */
export function oidcProblem(code: string | null, t: Text): string | null {
  if (code === null) return null;
  if (code === errors.emailTaken.code) return t('accounts.oidc.taken');
  if (code === errors.accountFrozen.code) return t('accounts.oidc.frozen');
  if (code === errors.subAccountLogin.code) return t('accounts.oidc.sub');
  if (code === errors.tooManyRequests.code) return t('accounts.oidc.tooMany');
  return t('accounts.oidc.failed');
}
