import type { ReactNode } from 'react';
import { FormFailure } from '#features/account-forms/form-failure.tsx';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface FormDialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  failure: string | null;
  isBusy: boolean;
  submit: string;
  onSubmit(): void;
  isDangerous?: boolean;
  isReady?: boolean;
  children: ReactNode;
}

export function FormDialog({
  isOpen,
  onClose,
  title,
  failure,
  isBusy,
  submit,
  onSubmit,
  isDangerous = false,
  isReady = true,
  children,
}: FormDialogProps) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t('action.close')} isBusy={isBusy}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <FormFailure text={failure} />
        {children}
        <div className="flex justify-end gap-2">
          <Button disabled={isBusy} onClick={onClose}>
            {t('accounts.cancel')}
          </Button>
          <Button
            type="submit"
            kind={isDangerous ? undefined : 'primary'}
            className={isDangerous ? 'danger' : ''}
            disabled={isBusy || !isReady}
            aria-busy={isBusy}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
