import { passwordStrength } from '@tidemark/contract/password.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { useText } from '#i18n/text.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAccountChange } from './use-account-change.ts';

export function PasswordDialog({ isOpen, onClose, email }: { isOpen: boolean; onClose(): void; email: string }) {
  const t = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { isBusy, failure, change } = useAccountChange();
  const close = () => {
    setCurrent('');
    setNext('');
    onClose();
  };
  const save = () => {
    if (current === '' || passwordStrength(next, email).problem) return;
    change(
      () => api.call('changePassword', { currentPassword: current, password: next }),
      () => {
        void queryClient.invalidateQueries({ queryKey: ['listSessions'] });
        close();
      },
      t('accounts.passwordChange.done'),
    );
  };
  return (
    <FormDialog isOpen={isOpen} onClose={close} title={t('accounts.passwordChange')} failure={failure} isBusy={isBusy} submit={t('accounts.save')} onSubmit={save}>
      <PasswordField label={t('accounts.password.current')} value={current} onChange={setCurrent} />
      <PasswordField label={t('accounts.reset.newPassword')} value={next} onChange={setNext} meterFor={email} />
    </FormDialog>
  );
}
