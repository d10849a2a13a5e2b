import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { AuthCard } from '#features/account-forms/auth-card.tsx';
import { PasswordField } from '#features/account-forms/password-field.tsx';
import { SubmitButton } from '#features/account-forms/submit-button.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';

/** Nothing happens by opening the link: the reader of the mail shows by the password that the registration is theirs. */
export function VerifyForm({ token, onDone }: { token: string; onDone(): void }) {
  const t = useText();
  const api = useApi();
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, run } = useSubmit();
  const submit = () => {
    setTried(true);
    if (password === '') return;
    void run(async () => {
      await api.call('verifyEmail', { token, password });
      onDone();
    });
  };
  return (
    <AuthCard title={t('accounts.verify.title')} lead={t('accounts.verify.lead')} failure={failure} onSubmit={submit}>
      <PasswordField
        label={t('accounts.password')}
        value={password}
        onChange={setPassword}
        problem={isTried && password === '' ? t('accounts.required') : null}
        takesFocus
      />
      <SubmitButton isBusy={isBusy}>{t('accounts.code.confirm')}</SubmitButton>
    </AuthCard>
  );
}
