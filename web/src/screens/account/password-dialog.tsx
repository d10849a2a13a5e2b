import { passwordStrength } from '@tidemark/contract/password.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { PasswordField } from '#features/account-forms/password-field.tsx';
import { useText } from '#i18n/text.tsx';
import { CurrentPassword, useHasPassword } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAccountChange } from './use-account-change.ts';

export function PasswordDialog({ isOpen, onClose, email }: { isOpen: boolean; onClose(): void; email: string }) {
  const t = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isTried, setTried] = useState(false);
  const hasPassword = useHasPassword();
  const { isBusy, failure, fail, change } = useAccountChange();
  const close = () => {
    setCurrent('');
    setNext('');
    setTried(false);
    fail(null);
    onClose();
  };
  const save = () => {
    setTried(true);
    if ((hasPassword && current === '') || passwordStrength(next, email).problem) return;
    change(
      () => api.call('changePassword', { currentPassword: current || undefined, password: next }),
      () => {
        void queryClient.invalidateQueries({ queryKey: ['listSessions'] });
        close();
      },
      t('accounts.passwordChange.done'),
    );
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={t(hasPassword ? 'accounts.passwordChange' : 'accounts.passwordSet')}
      failure={failure}
      isBusy={isBusy}
      submit={t('accounts.save')}
      onSubmit={save}
    >
      <CurrentPassword value={current} onChange={setCurrent} problem={isTried && current === '' ? t('accounts.required') : null} />
      <PasswordField label={t('accounts.reset.newPassword')} value={next} onChange={setNext} meterFor={email} isTried={isTried} />
    </FormDialog>
  );
}
