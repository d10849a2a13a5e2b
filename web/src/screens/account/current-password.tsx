import { useQuery } from '@tanstack/react-query';
import type { DeletionProof } from '@tidemark/contract/accounts.ts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { useText } from '#i18n/text.tsx';

const useOwn = () => useQuery(callQuery(useApi(), 'listSessions', {})).data;
/** Somebody who came through the provider may have none to ask for. */
export const useHasPassword = (): boolean => useOwn()?.hasPassword ?? true;
export const useDeletionProof = (): DeletionProof => useOwn()?.deletionProof ?? 'password';

export function CurrentPassword({ value, onChange, problem }: { value: string; onChange(value: string): void; problem?: string | null }) {
  const t = useText();
  return useHasPassword() && <PasswordField label={t('accounts.password.current')} value={value} onChange={onChange} problem={problem} />;
}
