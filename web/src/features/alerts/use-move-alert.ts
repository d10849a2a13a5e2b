// A line of an alert that was let go of: judged by the rules of the form, saved, and taken back by one press.
import { useQueryClient } from '@tanstack/react-query';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';
import { editOf, formOf, problemOf, type AlertForm } from './alert-form.ts';
import { askAlertsAgain } from './alert-queries.ts';

export function useMoveAlert() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const [isBusy, setBusy] = useState(false);
  const save = async (form: AlertForm, of: { readonly id: string; readonly version: number }): Promise<AlertItem | null> => {
    setBusy(true);
    try {
      return (await api.call('updateAlert', { ...editOf(form), id: of.id, version: of.version })).alert;
    } catch (error) {
      toast(failureText(error), 'error');
      return null;
    } finally {
      await askAlertsAgain(queryClient);
      setBusy(false);
    }
  };
  const move = async (alert: AlertItem, field: 'value' | 'upper' | 'lower', price: string): Promise<void> => {
    const before = formOf(alert);
    const after = { ...before, [field]: price };
    const problem = problemOf(after, { pair: alert, ads: null }, field === 'lower' ? 'lower' : 'upper');
    if (problem !== null && problem !== 'priceLoading') return toast(t(`alerts.wrong.${problem.error}` as WordId), 'error');
    const saved = await save(after, alert);
    if (saved === null) return;
    const undo = async () => {
      if (await save(before, saved)) toast(t('alerts.restored'));
    };
    toast(t('alerts.saved'), 'done', [{ label: t('alerts.undo'), onClick: () => void undo() }]);
  };
  return { isBusy, move };
}
