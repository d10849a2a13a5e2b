// Keeps the conversation of this tab alive: whose it is, news from the socket and from other tabs, the dot on the round button. The
// panel itself comes when the user opens it.
import 'virtual:words/support';
import { useEffect } from 'react';
import { useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { useLive } from '#live/use-quote.tsx';
import { useSession } from '#session/session.ts';
import { onTabMessage } from '#session/tabs.ts';
import { useToast } from '#ui/toast.tsx';
import { useOnDemand } from '#ui/use-on-demand.ts';
import { forgetDraft } from './draft.ts';
import type { SupportProps } from './support-props.ts';
import { thisConversation, useConversation } from './this-conversation.ts';

const load = () => withWords(import('./support-panel.tsx'));

export function SupportCorner(props: SupportProps) {
  const t = useText();
  const { unread } = useConversation();
  useOwner();
  useNews(props.isOpen);
  const toast = useToast();
  const panel = useOnDemand(load, props.isOpen, () => {
    props.onClose();
    toast(t('page.unstable'), 'error');
  });
  return (
    <>
      <span role="status" className={unread > 0 && !props.isOpen ? 'launcher-dot' : 'sr-only'}>
        {unread > 0 && !props.isOpen && <span className="sr-only">{t('support.unread', { count: unread })}</span>}
      </span>
      {panel && <panel.SupportPanel {...props} />}
    </>
  );
}

function useOwner(): void {
  const { state, user } = useSession();
  const userId = user?.userId ?? null;
  useEffect(() => {
    if (state === 'checking') return;
    const { owner } = thisConversation().state();
    // Whoever leaves takes along what they typed.
    if (typeof owner === 'string' && owner !== userId) forgetDraft();
    thisConversation().open(userId);
  }, [state, userId]);
}

const pollMs = 8_000;

function useNews(isOpen: boolean): void {
  const { socket } = useLive();
  const userId = useSession().user?.userId;
  const { liveTicket, total, pending } = useConversation();
  const isWorth = isOpen || total > 0 || pending.length > 0;
  const ticket = userId === undefined ? liveTicket : null;
  const isHeard = isWorth && (userId !== undefined || ticket !== null);

  useEffect(() => {
    if (!socket || !isHeard) return;
    return socket.subscribe(ticket === null ? { topic: 'support' } : { topic: 'support', instId: ticket }, ({ action, data }) => {
      // A snapshot says: there may have been news before this subscription.
      const [news] = data as readonly { lastSeq?: unknown; readSeq?: unknown }[];
      const known =
        action === 'update' && typeof news?.lastSeq === 'number' && typeof news.readSeq === 'number'
          ? { lastSeq: news.lastSeq, readSeq: news.readSeq }
          : undefined;
      void thisConversation().refresh(known);
    });
  }, [socket, ticket, isHeard]);

  // Where no socket gets through, the open panel asks now and then.
  useEffect(() => {
    if (!isOpen || !socket) return;
    const timer = setInterval(() => {
      if (socket.state().phase !== 'open' && !document.hidden) void thisConversation().refresh();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isOpen, socket]);

  useEffect(() => {
    const ending = new AbortController();
    window.addEventListener('online', () => thisConversation().retry(), { signal: ending.signal });
    const stopHearing = onTabMessage((news) => news === 'support' && void thisConversation().refresh());
    return () => {
      ending.abort();
      stopHearing();
    };
  }, []);
}
