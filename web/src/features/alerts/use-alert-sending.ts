// From the press to its end: an alert that is saved, or words that stay.
import { useQueryClient } from '@tanstack/react-query';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { randomId } from '#api/random-id.ts';
import { useApi } from '#api/use-api.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { loginHrefFor, sessionNow } from '#session/session.ts';
import { useToast } from '#ui/toast.tsx';
import { keepDraft } from './alert-draft.ts';
import { alertRequestNow, openAlertDialog, type AlertRequest } from './open-alert-dialog.ts';
import { editOf, inputOf, type AlertForm, type Parameters, type Problem } from './alert-form.ts';
import { alertList, alertParameters, alertsChanged } from './alert-queries.ts';

export interface Press {
  readonly form: AlertForm;
  /** The prices wait for a connection, and so would the press. */
  readonly isPaused: boolean;
  /** What is sent once the prices are known, and what is wrong with it. */
  finish(known: Parameters | null): { readonly ready: AlertForm; readonly problem: Problem | 'priceLoading' | null };
}

export function useAlertSending(request: AlertRequest, onClose: () => void) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const locale = useLocale();
  const navigate = useNavigate();
  const failureText = useWriteFailure();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<'waiting' | 'sending' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isOld, setOld] = useState(false);
  // A retry of the same form is the same alert.
  const clientKey = useRef<string>(null);

  /** The form has become another one: what was said of the old one is over, and a press that still waits is not for it. */
  const forget = () => {
    clientKey.current = null;
    setProblem(null);
    setRefusal(null);
    setBusy((now) => (now === 'waiting' ? null : now));
  };

  const isGone = () => alertRequestNow() !== request;
  /** In the form, and where it has been closed meanwhile, on the page. */
  const tell = (words: string | null) => (isGone() ? toast(words, 'error') : setRefusal(words));

  const save = async (form: AlertForm, key: string) => {
    return request.mode === 'edit'
      ? api.call('updateAlert', { ...editOf(form), id: request.alert.id, version: request.alert.version })
      : api.call('createAlert', { ...inputOf(form), clientKey: key });
  };

  const send = async ({ form, isPaused, finish }: Press) => {
    if (busy) return;
    const key = (clientKey.current ??= randomId());
    let isSent = false;
    const isForgotten = () => !isSent && clientKey.current !== key;
    const parameters = alertParameters(api, form.businessLine, form.symbolId);
    setBusy('waiting');
    setProblem(null);
    setRefusal(null);
    try {
      let judged = finish(queryClient.getQueryData(parameters.queryKey) ?? null);
      if (judged.problem === 'priceLoading') {
        // Loading is not 'no fresh price': the press waits for the answer that is under way.
        const known = isPaused ? null : await queryClient.ensureQueryData(parameters).catch(() => null);
        if (isForgotten() || isGone()) return;
        judged = finish(known);
      }
      if (judged.problem === 'priceLoading') return setRefusal(t('alerts.pricesFailed'));
      if (judged.problem) return setProblem(judged.problem);
      if (sessionNow().state === 'visitor') {
        // Kept as a draft, which a visitor who comes back from logging in finds on the page of alerts.
        keepDraft(judged.ready, Date.now());
        onClose();
        const search = new URLSearchParams({ symbol: form.symbolId, ...(form.businessLine === businessLine.p2p && { line: 'p2p' }) });
        return void navigate(loginHrefFor(locale, `${href(locale, 'priceAlert')}?${search.toString()}`));
      }
      isSent = true;
      setBusy('sending');
      const { startsLatched } = await save(judged.ready, key);
      alertsChanged(queryClient);
      toast(startsLatched ? t('alerts.savedLatched') : t(request.mode === 'edit' ? 'alerts.saved' : 'alerts.created'));
      onClose();
    } catch (error) {
      const words = failureText(error);
      if (words === null) onClose();
      tell(words);
      setOld(error instanceof ApiError && error.error === 'alertChanged');
    } finally {
      if (!isForgotten()) setBusy(null);
    }
  };

  const loadNewer = async () => {
    setBusy('waiting');
    try {
      const { items } = await queryClient.fetchQuery({ ...alertList(api), staleTime: 0 });
      const alert = request.mode === 'edit' && items.find(({ id }) => id === request.alert.id);
      if (alert && !isGone()) openAlertDialog({ mode: 'edit', alert });
      setOld(false);
    } catch {
      setRefusal(t('alerts.loadFailed'));
    } finally {
      setBusy(null);
    }
  };

  return {
    isBusy: busy !== null,
    isSending: busy === 'sending',
    problem,
    refusal,
    loadNewer: isOld && refusal !== null ? () => void loadNewer() : null,
    send,
    forget,
  };
}
