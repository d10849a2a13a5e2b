// A line of an alert that was let go of: judged by the rules of the form, saved, and taken back by one press.
import { useQueryClient } from '@tanstack/react-query';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { useRef } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';
import { editOf, formOf, problemOf, type AlertForm } from './alert-form.ts';
import { askAlertsAgain } from './alert-queries.ts';

type LineField = 'value' | 'upper' | 'lower';

export type MoveAlert = ReturnType<typeof useMoveAlert>;

export function useMoveAlert() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  /** As they were saved here, which the list may not have told yet. */
  const savedAlerts = useRef(new Map<string, AlertItem>());
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  const save = async (form: AlertForm, of: { readonly id: string; readonly version: number }): Promise<AlertItem | null> => {
    try {
      const { alert } = await api.call('updateAlert', { ...editOf(form), id: of.id, version: of.version });
      savedAlerts.current.set(alert.id, alert);
      return alert;
    } catch (error) {
      toast(failureText(error), 'error');
      return null;
    } finally {
      await askAlertsAgain(queryClient);
    }
  };
  const moveNow = async (listed: AlertItem, field: LineField, price: string): Promise<void> => {
    const saved = savedAlerts.current.get(listed.id);
    const alert = saved && saved.version > listed.version ? saved : listed;
    const before = formOf(alert);
    if (Number(before[field]) === Number(price)) return;
    const after = { ...before, [field]: price };
    const problem = problemOf(after, { pair: alert, ads: null }, field === 'lower' ? 'lower' : 'upper');
    if (problem !== null && problem !== 'priceLoading') return toast(t(`alerts.wrong.${problem.error}` as WordId), 'error');
    const done = await save(after, alert);
    if (done === null) return;
    const undo = async () => {
      if (await inTurn(() => save(before, done))) toast(t('alerts.restored'));
    };
    toast(t('alerts.saved'), 'done', [{ label: t('alerts.undo'), onClick: () => void undo() }]);
  };
  /** A line that is moved again while it is being saved is saved after that, on top of what was saved. */
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const done = underWay.current.then(write);
    underWay.current = done.catch(() => undefined);
    return done;
  };
  return (alert: AlertItem, field: LineField, price: string): Promise<void> => inTurn(() => moveNow(alert, field, price));
}
