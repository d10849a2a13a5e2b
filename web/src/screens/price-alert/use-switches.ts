// The switches of the list: each shows at once what was asked of it, and presses of the same one are sent in turn.
import { useQueryClient } from '@tanstack/react-query';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { useRef, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { alertsChanged } from '#features/alerts/alert-queries.ts';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';

interface Asked {
  readonly to: AlertItem['switch'];
  /** null: still on its way. */
  readonly doneAt: number | null;
}

/** `listedAt` is when the list of alerts was answered. */
export function useSwitches(listedAt: number) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const [shown, show] = useState<ReadonlyMap<string, Asked>>(new Map());
  const asked = useRef(shown);
  const note = (id: string, one: Asked | null) => {
    const next = new Map(asked.current);
    if (one) next.set(id, one);
    else next.delete(id);
    asked.current = next;
    show(next);
  };

  const switchOf = ({ id, switch: listed }: AlertItem) => {
    const one = shown.get(id);
    return one && (one.doneAt === null || listedAt <= one.doneAt) ? one.to : listed;
  };
  const turn = async (alert: AlertItem) => {
    const { id } = alert;
    const isUnderWay = asked.current.get(id)?.doneAt === null;
    note(id, { to: switchOf(alert) === 1 ? 0 : 1, doneAt: null });
    if (isUnderWay) return;
    try {
      let sent: Asked['to'];
      do {
        sent = asked.current.get(id)!.to;
        await api.call('updateAlert', { id, switch: sent });
      } while (asked.current.get(id)!.to !== sent);
      note(id, { to: sent, doneAt: Date.now() });
      toast(t(sent === 1 ? 'alerts.turnedOn' : 'alerts.turnedOff'));
    } catch (error) {
      // What it is now the list says.
      note(id, null);
      toast(failureText(error), 'error');
    }
    alertsChanged(queryClient);
  };
  return { switchOf, turn };
}
