// A new account: address and password; with mail on, the address is proven by the code or the link of a mail.
import { useQuery } from '@tanstack/react-query';
import { isEmail } from '@tidemark/contract/accounts.ts';
import { passwordStrength } from '@tidemark/contract/password.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import 'virtual:words/accounts';
import { useApi } from '#api/use-api.tsx';
import { accountOptions, loadAccountOptions } from '#features/account-forms/account-options.ts';
import { AuthCard } from '#features/account-forms/auth-card.tsx';
import { EmailField } from '#features/account-forms/email-field.tsx';
import { emailState, useGivenEmail } from '#features/account-forms/given-email.ts';
import { PasswordField } from '#features/account-forms/password-field.tsx';
import { useAccountHref, useReturnTo } from '#features/account-forms/return-to.ts';
import { SubmitButton } from '#features/account-forms/submit-button.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useRichText, useText } from '#i18n/text.tsx';
import { enter } from '#session/enter.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Icon } from '#ui/icon.tsx';
import { CheckMail } from './check-mail.tsx';

export const loader = pageLoader(loadAccountOptions);
export const clientLoader = pageClientLoader(loadAccountOptions);
export const shouldRevalidate = () => false;

export default function RegisterScreen() {
  const t = useText();
  const rich = useRichText();
  const api = useApi();
  const returnTo = useReturnTo();
  const accountHref = useAccountHref();
  const options = useQuery(accountOptions(api));
  const [email, setEmail] = useState(useGivenEmail());
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isMailSent, setMailSent] = useState(false);
  const { isBusy, failure, run } = useSubmit();
  const address = email.trim();

  const submit = () => {
    setTried(true);
    if (!isEmail(address) || passwordStrength(password, address).problem) return;
    void run(async () => {
      const { state } = await api.call('register', { email: address, password });
      if (state === 'checkMail') setMailSent(true);
      else await enter(api, returnTo);
    });
  };

  const toLogin = rich('accounts.register.haveAccount', {
    // oxlint-disable-next-line react/no-unstable-nested-components -- a piece of a sentence, not a component
    link: (text) => (
      <Link className="link" to={accountHref('login')} state={emailState(email)}>
        {text}
      </Link>
    ),
  });
  if (isMailSent) return <CheckMail email={address} password={password} />;
  return (
    <AuthCard
      title={t('accounts.register.title')}
      lead={t('accounts.register.lead')}
      failure={failure}
      onSubmit={submit}
      foot={<p>{toLogin}</p>}
    >
      {options.data?.mail === false && (
        <p className="note warn">
          <Icon name="warn" />
          {t('accounts.noMail.register')}
        </p>
      )}
      <EmailField value={email} onChange={setEmail} takesFocus problem={isTried && !isEmail(address) ? t('accounts.emailInvalid') : null} />
      <PasswordField label={t('accounts.password')} value={password} onChange={setPassword} meterFor={address} isTried={isTried} />
      <SubmitButton isBusy={isBusy}>{t('accounts.register.submit')}</SubmitButton>
    </AuthCard>
  );
}
