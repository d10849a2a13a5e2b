// Where an answer goes when the visitor is not here to read it.
import { isEmail } from '@tidemark/contract/accounts.ts';
import type { SupportStaffing } from '@tidemark/contract/support-rules.ts';
import { useId, useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button } from '#ui/button.tsx';
import { thisConversation } from './this-conversation.ts';

export function MailAddress({ email, staffing }: { email: string | null; staffing: SupportStaffing }) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const failureText = useWriteFailure();
  if (email !== null) return <p className="support-mail text-12 text-ink-3">{t('support.mailTo', { email })}</p>;

  const save = async () => {
    const address = typed.trim();
    if (!isEmail(address)) return setProblem(t('support.mailWrong'));
    setBusy(true);
    setProblem(null);
    try {
      await thisConversation().leaveAddress(address);
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="support-mail"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id} className="text-12 text-ink-2">
        {t(staffing === 'mail' ? 'support.mailNeeded' : 'support.mailAsk')}
      </label>
      <div className="flex gap-2">
        <div className={problem ? 'field wrong flex-1' : 'field flex-1'}>
          <input
            id={id}
            type="email"
            autoComplete="email"
            dir="ltr"
            value={typed}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem ? `${id}-note` : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
        </div>
        <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
          {t('support.mailSave')}
        </Button>
      </div>
      {problem && (
        <p id={`${id}-note`} className="text-12 text-danger" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
