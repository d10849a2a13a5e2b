// A forgotten password: a code by mail, and a new password with it. Says the same whether or not there is an account.
import { useQuery } from '@tanstack/react-query';
import { isEmail } from '@tidemark/contract/accounts.ts';
import { passwordStrength } from '@tidemark/contract/password.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import 'virtual:words/accounts';
import { useApi } from '#api/use-api.tsx';
import { accountOptions, loadAccountOptions } from '#features/account-forms/account-options.ts';
import { AuthCard } from '#features/account-forms/auth-card.tsx';
import { CodeField, isCode } from '#features/account-forms/code-field.tsx';
import { EmailField } from '#features/account-forms/email-field.tsx';
import { emailState, useGivenEmail } from '#features/account-forms/given-email.ts';
import { PasswordField } from '#features/account-forms/password-field.tsx';
import { useAccountHref } from '#features/account-forms/return-to.ts';
import { SubmitButton } from '#features/account-forms/submit-button.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Icon } from '#ui/icon.tsx';

export const loader = pageLoader(loadAccountOptions);
export const clientLoader = pageClientLoader(loadAccountOptions);
export const shouldRevalidate = () => false;

export default function ForgotPasswordScreen() {
  const t = useText();
  const api = useApi();
  const accountHref = useAccountHref();
  const options = useQuery(accountOptions(api));
  const [email, setEmail] = useState(useGivenEmail());
  const [step, setStep] = useState<'ask' | 'choose' | 'done'>('ask');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, run, fail } = useSubmit();
  const address = email.trim();
  const toLogin = (
    <Link className="link" to={accountHref('login')} state={emailState(email)}>
      {t('accounts.toLogin')}
    </Link>
  );

  const ask = () => {
    if (!isEmail(address)) return fail(t('accounts.emailInvalid'));
    void run(async () => {
      await api.call('requestPasswordReset', { email: address });
      setStep('choose');
    });
  };
  const choose = () => {
    setTried(true);
    if (!isCode(code)) return fail(t('accounts.code.wrongForm'));
    if (passwordStrength(password, address).problem) return;
    void run(async () => {
      await api.call('resetPassword', { email: address, code, password });
      setStep('done');
    });
  };

  if (step === 'done') {
    return (
      <AuthCard title={t('accounts.forgot.title')} foot={toLogin}>
        <p className="note done" role="status">
          <Icon name="check" />
          {t('accounts.passwordReset')}
        </p>
      </AuthCard>
    );
  }
  if (options.data?.mail === false) {
    return (
      <AuthCard title={t('accounts.forgot.title')} foot={toLogin}>
        <p className="note warn">
          <Icon name="warn" />
          {t('accounts.noMail.reset')}
        </p>
      </AuthCard>
    );
  }
  if (step === 'choose') {
    return (
      <AuthCard
        key="choose"
        title={t('accounts.forgot.title')}
        lead={<bdi>{t('accounts.checkMail.text', { email: address })}</bdi>}
        failure={failure}
        onSubmit={choose}
        foot={toLogin}
      >
        <CodeField value={code} onChange={setCode} takesFocus />
        <PasswordField
          label={t('accounts.reset.newPassword')}
          value={password}
          onChange={setPassword}
          meterFor={address}
          isTried={isTried}
        />
        <SubmitButton isBusy={isBusy}>{t('accounts.reset.submit')}</SubmitButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard key="ask" title={t('accounts.forgot.title')} lead={t('accounts.forgot.lead')} failure={failure} onSubmit={ask} foot={toLogin}>
      <EmailField value={email} onChange={setEmail} takesFocus />
      <SubmitButton isBusy={isBusy}>{t('accounts.forgot.submit')}</SubmitButton>
    </AuthCard>
  );
}
