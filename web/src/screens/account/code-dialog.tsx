import { useState, type ReactNode } from 'react';
import { CodeField, isCode } from '#features/account-forms/code-field.tsx';
import { useText } from '#i18n/text.tsx';
import { CurrentPassword } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAccountChange } from './use-account-change.ts';

interface CodeDialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  /** Why nothing is sent yet. Empty: the field itself says it. */
  problem(): string | null;
  request(password: string | undefined): Promise<unknown>;
  /** Said when the code is under way. */
  sent: string;
  confirm(code: string): Promise<unknown>;
  /** The fields of the new address or number. */
  children: ReactNode;
}

/** The password first, then the code that was sent to the new address or number: both the person and the address are proven. */
export function CodeDialog({ isOpen, onClose, title, problem, request, sent, confirm, children }: CodeDialogProps) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const { isBusy, failure, run, fail, change } = useAccountChange();
  const close = () => {
    setPassword('');
    setCode('');
    setSent(false);
    fail(null);
    onClose();
  };
  const send = () => {
    const text = problem();
    if (text !== null) return fail(text || null);
    void run(async () => {
      await request(password || undefined);
      setSent(true);
    });
  };
  const bind = () => (isCode(code) ? change(() => confirm(code), close) : fail(t('accounts.code.wrongForm')));
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      failure={failure}
      isBusy={isBusy}
      submit={t(isSent ? 'accounts.code.confirm' : 'accounts.forgot.submit')}
      onSubmit={isSent ? bind : send}
    >
      {isSent ? (
        <>
          <p className="text-13 text-ink-2">
            <bdi>{sent}</bdi>
          </p>
          <CodeField value={code} onChange={setCode} takesFocus />
        </>
      ) : (
        <>
          {children}
          <CurrentPassword value={password} onChange={setPassword} />
        </>
      )}
    </FormDialog>
  );
}
