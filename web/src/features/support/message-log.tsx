// The messages. New ones are followed while the end is in view; a reader further up is told of them and not moved.
import type { SupportMessage } from '@tidemark/contract/support.ts';
import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { languageOf } from '@tidemark/contract/locales.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { Bubble } from './bubble.tsx';
import type { ConversationState, Pending } from './conversation.ts';
import { nearDayOf } from './near-day.ts';
import { thisConversation } from './this-conversation.ts';

const nearEndPx = 48;

export function MessageLog({ conversation, children }: { conversation: ConversationState; children: ReactNode }) {
  const t = useText();
  const { items, pending, total, phase, staffing } = conversation;
  const { box, isAtEnd, toEnd, onScroll } = useFollowing(items, pending);
  const days = useDays();
  const lastOwn = items.findLast(({ sender }) => sender === 'visitor')?.seq;

  return (
    <div className="support-middle">
      <div
        ref={box}
        className="support-log"
        role="log"
        aria-label={t('support.log')}
        aria-busy={phase === 'loading'}
        tabIndex={0}
        onScroll={onScroll}
      >
        {children}
        {phase === 'loading' && pending.length === 0 && <p className="sr-only">{t('support.loading')}</p>}
        {items.length > 0 && items[0]!.seq > 1 && (
          <button
            type="button"
            className="text-btn self-center"
            onClick={() =>
              void thisConversation()
                .loadEarlier()
                .catch(() => {})
            }
          >
            {t('support.earlier')}
          </button>
        )}
        {items.map((message, index) => (
          <Fragment key={message.id}>
            {days.nameOf(message.sentAt) !== days.nameOf(items[index - 1]?.sentAt) && (
              <p className="support-day">{days.nameOf(message.sentAt)}</p>
            )}
            <Message
              message={message}
              before={items[index - 1]}
              time={days.time(message.sentAt)}
              isSent={message.seq === lastOwn && pending.length === 0 && message.seq === total}
            />
            {message.seq === 1 && message.sender === 'visitor' && <p className="support-note">{t(`support.taken.${staffing}`)}</p>}
          </Fragment>
        ))}
        {pending.map((message) => (
          <PendingMessage key={message.clientKey} message={message} />
        ))}
      </div>
      {!isAtEnd && (
        <button type="button" className="support-pill" onClick={toEnd}>
          {conversation.unread > 0 ? t('support.new', { count: conversation.unread }) : t('support.toEnd')}
          <Icon name="down" size="small" />
        </button>
      )}
    </div>
  );
}

function Message({
  message,
  before,
  time,
  isSent,
}: {
  message: SupportMessage;
  before: SupportMessage | undefined;
  time: string;
  isSent: boolean;
}) {
  const t = useText();
  if (message.sender === 'system') return <p className="support-note">{t('support.closed')}</p>;
  const isOwn = message.sender === 'visitor';
  return (
    <div className={isOwn ? 'support-message own' : 'support-message'}>
      {!isOwn && before?.sender !== 'agent' ? (
        <p className="support-from">{t('support.agent')}</p>
      ) : (
        <span className="sr-only">{t(isOwn ? 'support.you' : 'support.agent')}</span>
      )}
      <Bubble text={message.text} />
      <p className="support-time">
        <time dateTime={new Date(message.sentAt).toISOString()}>{time}</time>
        {isSent && <> · {t('support.sent')}</>}
      </p>
    </div>
  );
}

function PendingMessage({ message: { text, state, reason } }: { message: Pending }) {
  const t = useText();
  return (
    <div className={`support-message own ${state}`}>
      <span className="sr-only">{t('support.you')}</span>
      <Bubble text={text} />
      {state === 'sending' ? (
        <p className="support-time">{t('support.sending')}</p>
      ) : (
        <p className="support-time failed">
          {reason ?? t('support.notSent')}{' '}
          <button type="button" className="support-again" onClick={() => thisConversation().retry()}>
            {t('action.retry')}
          </button>
        </p>
      )}
    </div>
  );
}

function useFollowing(items: readonly SupportMessage[], pending: readonly Pending[]) {
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const last = items.at(-1)?.seq ?? 0;
  const own = pending.length;

  const look = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < nearEndPx;
    setAtEnd(isNear);
    if (isNear && !document.hidden) thisConversation().markRead();
  };
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  const follow = useEffectEvent((isForced: boolean) => {
    // An empty conversation begins with what is asked first.
    if (last + own > 0 && (isAtEnd || isForced)) toEnd();
    look();
  });
  const ownBefore = useRef(0);
  useLayoutEffect(() => {
    follow(own > ownBefore.current);
    ownBefore.current = own;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another message is what to follow
  }, [last, own]);

  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    const ending = new AbortController();
    document.addEventListener('visibilitychange', () => lookAgain(), { signal: ending.signal });
    // The keyboard of a phone, a growing field: the end stays in view.
    const seen = new ResizeObserver(() => follow(false));
    seen.observe(box.current!);
    return () => {
      ending.abort();
      seen.disconnect();
    };
  }, []);
  return { box, isAtEnd, toEnd, onScroll: look };
}

/** In the reader's own time zone: the panel is never rendered on the server. */
function useDays() {
  const t = useText();
  const format = useFormat();
  const { formatTag: tag } = languageOf(useLocale());
  const clock = useMemo(
    () => new Intl.DateTimeFormat(tag, { numberingSystem: 'latn', hourCycle: 'h23', hour: '2-digit', minute: '2-digit' }),
    [tag],
  );
  return {
    time: (ms: number) => clock.format(ms),
    nameOf(ms: number | undefined): string | null {
      if (ms === undefined) return null;
      const near = nearDayOf(ms, Date.now());
      return near ? t(`support.${near}`) : format.time(ms, 'date');
    },
  };
}
