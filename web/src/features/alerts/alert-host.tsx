// Where the dialog opens, on whatever page. Its code arrives with the first wish; where it does not, a toast says so.
import { useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { useToast } from '#ui/toast.tsx';
import { useWanted } from '#ui/use-wanted.ts';
import { useAlertWish, wishAlert } from './alert-door.ts';

const load = () => withWords(import('./alert-dialog.tsx'));

export function AlertHost() {
  const t = useText();
  const toast = useToast();
  const wish = useAlertWish();
  const part = useWanted(load, wish !== null, () => {
    wishAlert(null);
    toast(t('page.unstable'), 'error', [{ label: t('action.retry'), onClick: () => wishAlert(wish) }]);
  });
  if (!wish || !part) return null;
  return <part.AlertDialog key={wish.mode === 'edit' ? `${wish.alert.id} ${wish.alert.version}` : wish.symbolId} wish={wish} onClose={() => wishAlert(null)} />;
}
