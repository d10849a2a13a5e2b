// Logging in, and the two places a mail leads to: proving an address (#verify=…) and choosing a new password (#reset=…).
import { useQuery } from '@tanstack/react-query';
import { isEmail } from '@tidemark/contract/accounts.ts';
import { languageOf } from '@tidemark/contract/locales.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
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
import { useLocale, useRichText, useText } from '#i18n/text.tsx';
import { enter } from '#session/enter.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { useSession } from '#session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { oidcProblem } from './oidc-problem.ts';
import { ResetForm } from './reset-form.tsx';
import { useMailLink } from './use-mail-link.ts';
import { VerifyForm } from './verify-form.tsx';

export const loader = pageLoader(loadAccountOptions);
export const clientLoader = pageClientLoader(loadAccountOptions);
export const shouldRevalidate = () => false;

export default function LoginScreen() {
  const [news, setNews] = useState<'verified' | 'passwordReset' | null>(null);
  const { link, drop } = useMailLink();
  const done = (what: 'verified' | 'passwordReset') => {
    drop();
    setNews(what);
  };
  if (link?.kind === 'reset') return <ResetForm token={link.token} onDone={() => done('passwordReset')} />;
  if (link?.kind === 'verify') return <VerifyForm token={link.token} onDone={() => done('verified')} />;
  return <LoginForm news={news} />;
}

function LoginForm({ news }: { news: 'verified' | 'passwordReset' | null }) {
  const t = useText();
  const rich = useRichText();
  const api = useApi();
  const locale = useLocale();
  const returnTo = useReturnTo();
  const accountHref = useAccountHref();
  const [search] = useSearchParams();
  const { user } = useSession();
  const options = useQuery(accountOptions(api));
  const [email, setEmail] = useState(useGivenEmail());
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, run } = useSubmit();
  const providerFailure = oidcProblem(search.get('error'), t);

  const toRegister = rich('accounts.login.noAccount', {
    // oxlint-disable-next-line react/no-unstable-nested-components -- a piece of a sentence, not a component
    link: (text) => (
      <Link className="link" to={accountHref('register')} state={emailState(email)}>
        {text}
      </Link>
    ),
  });
  const submit = () => {
    setTried(true);
    if (!isEmail(email.trim()) || password === '') return;
    void run(async () => {
      await api.call('login', { email: email.trim(), password });
      await enter(api, returnTo);
    });
  };

  return (
    <AuthCard
      title={t('accounts.login.title')}
      lead={t('accounts.login.lead')}
      failure={failure ?? providerFailure}
      onSubmit={submit}
      foot={<p>{toRegister}</p>}
    >
      {user && (
        <p className="note">
          <span>
            <bdi>{t('accounts.login.already', { name: user.userName })}</bdi>{' '}
            <a className="link" href={returnTo}>
              {t('accounts.login.goOn')}
            </a>
          </span>
        </p>
      )}
      {news && (
        <p className="note done" role="status">
          <Icon name="check" />
          {t(`accounts.${news}`)}
        </p>
      )}
      <EmailField
        value={email}
        onChange={setEmail}
        takesFocus
        problem={isTried && !isEmail(email.trim()) ? t('accounts.emailInvalid') : null}
      />
      <PasswordField
        label={t('accounts.password')}
        value={password}
        onChange={setPassword}
        problem={isTried && password === '' ? t('accounts.required') : null}
      />
      <SubmitButton isBusy={isBusy}>{t('accounts.login.submit')}</SubmitButton>
      <Link className="link justify-self-start text-13" to={accountHref('forgotPassword')} state={emailState(email)}>
        {t('accounts.login.forgot')}
      </Link>
      {options.data?.oidc && (
        <>
          <div className="rule-or">{t('accounts.or')}</div>
          <a
            className="btn"
            href={`/auth/oidc/start?${new URLSearchParams({ returnTo, languageType: String(languageOf(locale).languageType) })}`}
          >
            {t('accounts.oidc')}
          </a>
        </>
      )}
    </AuthCard>
  );
}
