import { fileNameOf } from '@tidemark/contract/brand.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { FormFailure } from '#features/account-forms/form-failure.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { Button } from '#ui/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

export function DataCard({ email }: { email: string }) {
  const t = useText();
  const api = useApi();
  const { name: site } = useBrand();
  const [isDeleting, setDeleting] = useState(false);
  const { isBusy, failure, run } = useSubmit();
  const download = () => void run(async () => saveAsFile(fileNameOf(site, 'account.json'), await api.call('exportData', {})));
  return (
    <section className="frame settings-card" aria-labelledby="account-data">
      <h2 id="account-data">{t('accounts.section.data')}</h2>
      <FormFailure text={failure} />
      <div className="setting">
        <p className="text-13 text-ink-2">{t('accounts.export.help')}</p>
        <Button disabled={isBusy} onClick={download}>
          {t('accounts.export')}
        </Button>
      </div>
      <div className="setting">
        <p className="text-13 text-ink-2">{t('accounts.delete.help')}</p>
        <Button className="danger" onClick={() => setDeleting(true)}>
          {t('accounts.delete')}
        </Button>
      </div>
      <DeleteDialog email={email} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </section>
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
