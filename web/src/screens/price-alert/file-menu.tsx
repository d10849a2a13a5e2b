// A person's alerts as a file, and a file as alerts.
import type { AlertFileFormat } from '@tidemark/contract/alert-batches.ts';
import { fileNameOf } from '@tidemark/contract/brand.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { downloadText } from '#ui/chart/download-csv.ts';
import { Menu, MenuAction } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { useOnDemand } from '#ui/use-on-demand.ts';

const loadDialog = () => import('./import-dialog.tsx');

export function FileMenu() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const failureText = useWriteFailure();
  const { name: site } = useBrand();
  const [isImporting, setImporting] = useState(false);
  const part = useOnDemand(loadDialog, isImporting, () => {
    setImporting(false);
    toast(t('writes.notSent'), 'error');
  });
  const save = async (format: AlertFileFormat) => {
    try {
      const { content, count } = await api.call('exportAlerts', { format });
      const type = format === 'csv' ? 'text/csv' : 'application/json';
      downloadText(fileNameOf(site, `alerts-${new Date().toISOString().slice(0, 10)}.${format}`), content, type);
      toast(t('alerts.file.exported', { count }));
    } catch (error) {
      toast(failureText(error), 'error');
    }
  };
  return (
    <>
      <Menu label={t('alerts.file')} button={t('alerts.file')} buttonClass="btn">
        <MenuAction onSelect={() => setImporting(true)}>{t('alerts.file.import')}</MenuAction>
        <MenuAction onSelect={() => void save('csv')}>{t('alerts.file.csv')}</MenuAction>
        <MenuAction onSelect={() => void save('json')}>{t('alerts.file.json')}</MenuAction>
      </Menu>
      {part && <part.ImportDialog isOpen={isImporting} onClose={() => setImporting(false)} />}
    </>
  );
}
