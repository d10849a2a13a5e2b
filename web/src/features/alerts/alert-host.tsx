// Where the dialog opens, on whatever page. Its code arrives with the first wish.
import { lazy, Suspense } from 'react';
import { withWords } from '#i18n/words.ts';
import { useAlertWish, wishAlert } from './alert-door.ts';

const AlertDialog = lazy(() => withWords(import('./alert-dialog.tsx')).then(({ AlertDialog: dialog }) => ({ default: dialog })));

export function AlertHost() {
  const wish = useAlertWish();
  if (!wish) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialog key={wish.mode === 'edit' ? wish.alert.id : wish.symbolId} wish={wish} onClose={() => wishAlert(null)} />
    </Suspense>
  );
}
