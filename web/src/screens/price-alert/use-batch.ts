// One press for many alerts: told what came of it, with the reason of each that was refused; a deletion can be taken back.
import { useQueryClient } from '@tanstack/react-query';
import { batchSize, type BatchAction, type ChangedAlert } from '@tidemark/contract/alert-batches.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { alertsChanged } from '#features/alerts/alert-queries.ts';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';

const inPieces = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize));

export function useBatch() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const [busy, setBusy] = useState<BatchAction | null>(null);
  const [refused, setRefused] = useState<readonly ChangedAlert[]>([]);

  const bringBack = async (ids: readonly string[]) => {
    let restored = 0;
    try {
      for (const piece of inPieces(ids)) restored += (await api.call('restoreAlerts', { ids: piece })).restored;
      if (restored === 0) toast(t('alerts.notRestored'), 'error');
    } catch (error) {
      toast(failureText(error), 'error');
    }
    if (restored > 0) toast(t('alerts.batch.restored', { count: restored }));
    alertsChanged(queryClient);
  };

  const tell = (action: BatchAction, ids: readonly string[]) => {
    if (ids.length === 0) return;
    const undo = { label: t('alerts.undo'), onClick: () => void bringBack(ids) };
    toast(t(`alerts.batch.${action}`, { count: ids.length }), 'done', action === 'delete' ? [undo] : []);
  };

  /** Answers which of them are as was asked for now. */
  const run = async (action: BatchAction, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const told: ChangedAlert[] = [];
    setBusy(action);
    setRefused([]);
    try {
      for (const piece of inPieces(ids)) told.push(...(await api.call('changeAlerts', { ids: piece, action })).items);
    } catch (error) {
      toast(failureText(error), 'error');
    }
    const done = told.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id);
    setRefused(told.filter(({ outcome }) => outcome === 'refused'));
    tell(action, done);
    alertsChanged(queryClient);
    setBusy(null);
    return new Set(done);
  };

  return { busy, refused, run, forget: () => setRefused([]) };
}
