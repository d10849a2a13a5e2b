import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { AuthCard } from '#features/account-forms/auth-card.tsx';
import { CodeField, isCode } from '#features/account-forms/code-field.tsx';
import { useAccountHref, useReturnTo } from '#features/account-forms/return-to.ts';
import { SubmitButton } from '#features/account-forms/submit-button.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { enter } from '#session/enter.ts';
import { Button } from '#ui/button.tsx';

/** The code of the mail makes the account, and the user who typed it here is logged in with the password of a moment ago. */
export function CheckMail({ email, password }: { email: string; password: string }) {
  const t = useText();
  const api = useApi();
  const returnTo = useReturnTo();
  const accountHref = useAccountHref();
  const [code, setCode] = useState('');
  const [isSentAgain, setSentAgain] = useState(false);
  const { isBusy, failure, run, fail } = useSubmit();

  const submit = () => {
    if (!isCode(code)) return fail(t('accounts.code.wrongForm'));
    void run(async () => {
      await api.call('verifyEmail', { email, code, password });
      await api.call('login', { email, password });
      await enter(api, returnTo);
    });
  };
  // The attempt is not an account yet, so it is asked for anew as a whole.
  const sendAgain = () =>
    void run(async () => {
      await api.call('register', { email, password });
    }).then(setSentAgain);

  return (
    <AuthCard
      title={t('accounts.checkMail.title')}
      lead={<bdi>{t('accounts.checkMail.text', { email })}</bdi>}
      failure={failure}
      onSubmit={submit}
      foot={
        <Link className="link" to={accountHref('login')}>
          {t('accounts.toLogin')}
        </Link>
      }
    >
      <CodeField value={code} onChange={setCode} takesFocus />
      <SubmitButton isBusy={isBusy}>{t('accounts.code.confirm')}</SubmitButton>
      <Button kind="quiet" disabled={isBusy} onClick={sendAgain}>
        {t('accounts.code.again')}
      </Button>
      <p className="text-12 text-ink-3" role="status">
        {isSentAgain && t('accounts.code.sentAgain')}
      </p>
    </AuthCard>
  );
}
