import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { CodeField, isCode } from '#features/account-forms/code-field.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { left } from '#session/enter.ts';
import { Button } from '#ui/button.tsx';
import { CurrentPassword, LoginAgain, useDeletionProof } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';

/** A person at an unlocked screen is not yet the owner: the password, the code of a mail, or a login of the last minutes says so. */
export function DeleteDialog({ isOpen, onClose, email }: { isOpen: boolean; onClose(): void; email: string }) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const proof = useDeletionProof();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const { isBusy, failure, run, fail } = useSubmit();
  const close = () => {
    setPassword('');
    setCode('');
    setSent(false);
    setConfirmed(false);
    fail(null);
    onClose();
  };
  const send = () =>
    void run(async () => {
      await api.call('requestDeletionCode', {});
      setSent(true);
    });
  const remove = () => {
    if (proof === 'mailCode' && !isCode(code)) return fail(t('accounts.code.wrongForm'));
    void run(async () => {
      await api.call('deleteAccount', { password: password || undefined, code: code || undefined, confirmed: true });
      await left();
      location.assign(href(locale, 'home'));
    });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={t('accounts.delete')}
      failure={failure}
      isBusy={isBusy}
      submit={t('accounts.delete')}
      isDangerous
      isReady={isConfirmed && (proof !== 'mailCode' || isSent)}
      onSubmit={remove}
    >
      <p className="text-13 text-ink-2">{t('accounts.delete.help')}</p>
      {proof === 'password' && <CurrentPassword value={password} onChange={setPassword} />}
      {proof === 'mailCode' && (
        <>
          <p className="text-13 text-ink-2">
            <bdi>{t('accounts.delete.byCode', { email })}</bdi>
          </p>
          {isSent && <CodeField value={code} onChange={setCode} takesFocus />}
          <Button className="justify-self-start" disabled={isBusy} onClick={send}>
            {t(isSent ? 'accounts.code.again' : 'accounts.forgot.submit')}
          </Button>
        </>
      )}
      {proof === 'recentLogin' && <LoginAgain />}
      <label className="flex min-h-10 items-center gap-2 text-13">
        <input type="checkbox" checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />
        {t('accounts.delete.confirm')}
      </label>
    </FormDialog>
  );
}
