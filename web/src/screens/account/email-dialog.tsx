import { isEmail } from '@tidemark/contract/accounts.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { EmailField } from '#features/account-forms/email-field.tsx';
import { useText } from '#i18n/text.tsx';
import { CodeDialog } from './code-dialog.tsx';

export function EmailDialog({ isOpen, onClose, email: bound }: { isOpen: boolean; onClose(): void; email: string }) {
  const t = useText();
  const api = useApi();
  const [typed, setTyped] = useState<string | null>(null);
  const email = (typed ?? bound).trim();
  return (
    <CodeDialog
      isOpen={isOpen}
      onClose={() => {
        setTyped(null);
        onClose();
      }}
      title={t('accounts.email.change')}
      problem={() => (isEmail(email) ? null : t('accounts.emailInvalid'))}
      request={(password) => api.call('requestBindEmail', { email, password })}
      sent={t('accounts.checkMail.text', { email })}
      confirm={(code) => api.call('bindEmail', { code })}
    >
      <EmailField value={typed ?? bound} onChange={setTyped} />
    </CodeDialog>
  );
}
