import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupportConversation } from '@tidemark/contract/support.ts';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, createApi, createFetchTransport, type Api } from '#api/client.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useLive } from '#live/use-quote.tsx';
import { Button } from '#ui/button.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Band } from '#ui/states.tsx';
import { DeskConversation } from './desk-conversation.tsx';

/** Should a word of the socket be lost. */
const refetchMs = 20_000;

const deskApi = (token: string): Api =>
  createApi(
    createFetchTransport({
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), authorization: `Bearer ${token}` } }),
    }),
  );

export function Desk({ token, onShut }: { token: string; onShut(why: string | null): void }) {
  const t = useText();
  const api = useMemo(() => deskApi(token), [token]);
  const queryClient = useQueryClient();
  const [isClosed, setClosed] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ['desk', token, 'list', isClosed],
    queryFn: () => api.call('listSupportConversations', { isClosed, pageSize: 100 }),
    refetchInterval: refetchMs,
    retry: false,
  });
  const again = () => void queryClient.invalidateQueries({ queryKey: ['desk', token] });

  const refused =
    list.error instanceof ApiError && ['supportAgentRefused', 'supportNoAgents', 'tooManyGuesses'].includes(list.error.error ?? '')
      ? list.error.message
      : null;
  useEffect(() => {
    if (refused !== null) onShut(refused);
  }, [refused, onShut]);

  const { socket } = useLive();
  const ticket = list.data?.liveTicket;
  useEffect(() => {
    if (socket && ticket)
      return socket.subscribe(
        { topic: 'support', instId: ticket },
        () => void queryClient.invalidateQueries({ queryKey: ['desk', token] }),
      );
  }, [socket, ticket, queryClient, token]);

  const leave = () => {
    queryClient.removeQueries({ queryKey: ['desk'] });
    onShut(null);
  };
  return (
    <div className={chosen === null ? 'desk' : 'desk has-chosen'}>
      <header className="desk-head">
        <h1 className="text-16">
          {t('desk.title')}
          {list.data && list.data.unread > 0 ? ` (${list.data.unread})` : ''}
        </h1>
        <RadioSegments
          isInline
          label={t('desk.which')}
          options={[
            { value: 'open', label: t('desk.open') },
            { value: 'closed', label: t('desk.closed') },
          ]}
          value={isClosed ? 'closed' : 'open'}
          onChange={(value) => {
            setClosed(value === 'closed');
            setChosen(null);
          }}
        />
        <Button kind="quiet" onClick={leave}>
          {t('desk.leave')}
        </Button>
      </header>
      <nav className="desk-list" aria-label={t('desk.list')}>
        {list.isError && <Band kind="warn" text={t('desk.notLoaded')} action={{ label: t('action.retry'), onClick: again }} />}
        {list.data?.items.length === 0 && <p className="p-4 text-13 text-ink-3">{t('desk.empty')}</p>}
        <ul>
          {list.data?.items.map((row) => (
            <li key={row.conversationId}>
              <Row row={row} isChosen={row.conversationId === chosen} onChoose={() => setChosen(row.conversationId)} />
            </li>
          ))}
        </ul>
      </nav>
      {chosen === null ? (
        <p className="desk-rest text-13 text-ink-3">{t('desk.choose')}</p>
      ) : (
        <DeskConversation key={chosen} api={api} token={token} conversationId={chosen} onBack={() => setChosen(null)} onChanged={again} />
      )}
    </div>
  );
}

function Row({ row, isChosen, onChoose }: { row: SupportConversation; isChosen: boolean; onChoose(): void }) {
  const t = useText();
  const format = useFormat();
  return (
    <button type="button" className="desk-row" aria-current={isChosen || undefined} onClick={onChoose}>
      <span className="flex items-center justify-between gap-2">
        <strong className="truncate">{row.email ?? t(row.userId ? 'desk.user' : 'desk.visitor')}</strong>
        {row.email !== null && !row.isEmailProven && <span className="tag warn">{t('desk.unverified')}</span>}
        {row.unread > 0 && (
          <span className="desk-count">
            <span aria-hidden="true">{row.unread}</span>
            <span className="sr-only">{t('desk.unread', { count: row.unread })}</span>
          </span>
        )}
      </span>
      <span className="truncate text-13 text-ink-2" dir="auto">
        {row.lastSender === 'system' ? t('desk.closed') : row.lastText}
      </span>
      <span className="text-11 text-ink-3">
        {format.time(row.lastMessageAt)} · {row.locale}
      </span>
    </button>
  );
}
