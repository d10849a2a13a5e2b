import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { useText } from '#i18n/text.tsx';

/** Somebody who came through the provider may have none to ask for. */
export const useHasPassword = (): boolean => useQuery(callQuery(useApi(), 'listSessions', {})).data?.hasPassword ?? true;

export function CurrentPassword({ value, onChange, problem }: { value: string; onChange(value: string): void; problem?: string | null }) {
  const t = useText();
  return useHasPassword() && <PasswordField label={t('accounts.password.current')} value={value} onChange={onChange} problem={problem} />;
}
