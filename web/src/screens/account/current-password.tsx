import { useQuery } from '@tanstack/react-query';
import { sessionTimes, type DeletionProof } from '@tidemark/contract/accounts.ts';
import { languageOf } from '@tidemark/contract/locales.ts';
import { useLocation } from 'react-router';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { PasswordField } from '#features/account-forms/password-field.tsx';
import { useLocale, useText } from '#i18n/text.tsx';

const useOwn = () => useQuery(callQuery(useApi(), 'listSessions', {})).data;
/** A user who came through the provider may have none to ask for. */
export const useHasPassword = (): boolean => useOwn()?.hasPassword ?? true;
export const useDeletionProof = (): DeletionProof => useOwn()?.deletionProof ?? 'password';

/** A person at an unlocked screen is not yet the owner: the password says so or, where there is none, a fresh login at the provider. */
export function CurrentPassword({ value, onChange, problem }: { value: string; onChange(value: string): void; problem?: string | null }) {
  const t = useText();
  return useHasPassword() ? (
    <PasswordField label={t('accounts.password.current')} value={value} onChange={onChange} problem={problem} />
  ) : (
    <LoginAgain />
  );
}

/** Nothing, for as long as the last one counts. */
export function LoginAgain() {
  const t = useText();
  const locale = useLocale();
  const { pathname } = useLocation();
  if (useOwn()?.isProven) return null;
  const there = new URLSearchParams({ returnTo: pathname, proof: '1', languageType: String(languageOf(locale).languageType) });
  return (
    <>
      <p className="text-13 text-ink-2">{t('accounts.proof.byLogin', { minutes: sessionTimes.recentLoginMs / 60_000 })}</p>
      <a className="btn justify-self-start" href={`/auth/oidc/start?${there}`}>
        {t('accounts.proof.loginAgain')}
      </a>
    </>
  );
}
