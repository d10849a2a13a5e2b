import { passwordStrength } from '@tidemark/contract/password.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { AuthCard } from '#features/account-forms/auth-card.tsx';
import { PasswordField } from '#features/account-forms/password-field.tsx';
import { SubmitButton } from '#features/account-forms/submit-button.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';

export function ResetForm({ token, onDone }: { token: string; onDone(): void }) {
  const t = useText();
  const api = useApi();
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, run } = useSubmit();
  const submit = () => {
    setTried(true);
    if (passwordStrength(password).problem) return;
    void run(async () => {
      await api.call('resetPassword', { token, password });
      onDone();
    });
  };
  return (
    <AuthCard title={t('accounts.forgot.title')} failure={failure} onSubmit={submit}>
      <PasswordField
        label={t('accounts.reset.newPassword')}
        value={password}
        onChange={setPassword}
        meterFor=""
        isTried={isTried}
        takesFocus
      />
      <SubmitButton isBusy={isBusy}>{t('accounts.reset.submit')}</SubmitButton>
    </AuthCard>
  );
}
