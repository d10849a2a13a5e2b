import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { useSubmit } from '#features/session/use-submit.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { left } from '#page/enter.ts';
import { Button } from '#ui/button.tsx';
import { CurrentPassword } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';

export function DataCard() {
  const t = useText();
  const api = useApi();
  const [isDeleting, setDeleting] = useState(false);
  const { isBusy, failure, run } = useSubmit();
  const download = () => void run(async () => saveAsFile('tidemark-account.json', await api.call('exportData', {})));
  return (
    <section className="frame settings-card" aria-labelledby="account-data">
      <h2 id="account-data">{t('accounts.section.data')}</h2>
      <FormFailure text={failure} />
      <div className="setting">
        <p className="text-13 text-ink-2">{t('accounts.export.help')}</p>
        <Button disabled={isBusy} onClick={download}>{t('accounts.export')}</Button>
      </div>
      <div className="setting">
        <p className="text-13 text-ink-2">{t('accounts.delete.help')}</p>
        <Button className="danger" onClick={() => setDeleting(true)}>{t('accounts.delete')}</Button>
      </div>
      <DeleteDialog isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </section>
  );
}

function DeleteDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const [password, setPassword] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const { isBusy, failure, run, fail } = useSubmit();
  const close = () => {
    setPassword('');
    setConfirmed(false);
    fail(null);
    onClose();
  };
  const remove = () =>
    void run(async () => {
      await api.call('deleteAccount', { password: password || undefined, confirmed: true });
      left();
      location.assign(href(locale, 'home'));
    });
  return (
    <FormDialog isOpen={isOpen} onClose={close} title={t('accounts.delete')} failure={failure} isBusy={isBusy} submit={t('accounts.delete')} isDangerous isReady={isConfirmed} onSubmit={remove}>
      <p className="text-13 text-ink-2">{t('accounts.delete.help')}</p>
      <CurrentPassword value={password} onChange={setPassword} />
      <label className="flex min-h-10 items-center gap-2 text-13">
        <input type="checkbox" checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />
        {t('accounts.delete.confirm')}
      </label>
    </FormDialog>
  );
}

function saveAsFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
