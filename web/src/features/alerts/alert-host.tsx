// Where the dialog opens, on any page. Its code arrives with the first request; where it does not, a toast says so.
import { useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { useToast } from '#ui/toast.tsx';
import { useOnDemand } from '#ui/use-on-demand.ts';
import { alertRequestNow, openAlertDialog, useAlertRequest } from './open-alert-dialog.ts';

const load = () => withWords(import('./alert-dialog.tsx'));

export function AlertHost() {
  const t = useText();
  const toast = useToast();
  const request = useAlertRequest();
  const part = useOnDemand(load, request !== null, () => {
    openAlertDialog(null);
    toast(t('page.unstable'), 'error', [{ label: t('action.retry'), onClick: () => openAlertDialog(request) }]);
  });
  if (!request || !part) return null;
  return (
    <part.AlertDialog
      key={request.mode === 'edit' ? `${request.alert.id} ${request.alert.version}` : request.symbolId}
      request={request}
      // A save that ends when its form is gone leaves the form that has come since alone.
      onClose={() => alertRequestNow() === request && openAlertDialog(null)}
    />
  );
}
