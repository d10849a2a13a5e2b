import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAccountChange } from './use-account-change.ts';

interface TextDialogProps {
  isOpen: boolean;
  onClose(): void;
  field: 'nickName' | 'antiPhishingCode';
  title: string;
  help: string;
  value: string;
  maxLength: number;
}

export function TextDialog({ isOpen, onClose, field, title, help, value, maxLength }: TextDialogProps) {
  const t = useText();
  const api = useApi();
  const [typed, setTyped] = useState<string | null>(null);
  const { isBusy, failure, fail, change } = useAccountChange();
  const close = () => {
    setTyped(null);
    fail(null);
    onClose();
  };
  const save = () => change(() => api.call('updateProfile', { [field]: (typed ?? value).trim() }), close);
  return (
    <FormDialog isOpen={isOpen} onClose={close} title={title} failure={failure} isBusy={isBusy} submit={t('accounts.save')} onSubmit={save}>
      <TextField label={title} help={help} value={typed ?? value} maxLength={maxLength} onChange={({ target }) => setTyped(target.value)} />
    </FormDialog>
  );
}
