import { isEmail } from '@tidemark/contract/accounts.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { CodeField, isCode } from '#features/account-forms/code-field.tsx';
import { EmailField } from '#features/account-forms/email-field.tsx';
import { useText } from '#i18n/text.tsx';
import { CurrentPassword } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAccountChange } from './use-account-change.ts';

/** The password first, then the code that was sent to the address: both the person and the address are proven. */
export function EmailDialog({ isOpen, onClose, email: bound }: { isOpen: boolean; onClose(): void; email: string }) {
  const t = useText();
  const api = useApi();
  const [typed, setTyped] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const { isBusy, failure, run, fail, change } = useAccountChange();
  const email = (typed ?? bound).trim();
  const close = () => {
    setTyped(null);
    setPassword('');
    setCode('');
    setSent(false);
    fail(null);
    onClose();
  };
  const send = () => {
    if (!isEmail(email)) return fail(t('accounts.emailInvalid'));
    void run(async () => {
      await api.call('requestBindEmail', { email, password: password || undefined });
      setSent(true);
    });
  };
  const bind = () => (isCode(code) ? change(() => api.call('bindEmail', { code }), close) : fail(t('accounts.code.wrongForm')));
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={t('accounts.email.change')}
      failure={failure}
      isBusy={isBusy}
      submit={t(isSent ? 'accounts.code.confirm' : 'accounts.forgot.submit')}
      onSubmit={isSent ? bind : send}
    >
      {isSent ? (
        <>
          <p className="text-13 text-ink-2">
            <bdi>{t('accounts.checkMail.text', { email })}</bdi>
          </p>
          <CodeField value={code} onChange={setCode} takesFocus />
        </>
      ) : (
        <>
          <EmailField value={typed ?? bound} onChange={setTyped} />
          <CurrentPassword value={password} onChange={setPassword} />
        </>
      )}
    </FormDialog>
  );
}
