import { useQuery } from '@tanstack/react-query';
import { cleanSupportText, supportLimits, supportTextLength } from '@tidemark/contract/support-rules.ts';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Api } from '#api/client.ts';
import { randomId } from '#api/random-id.ts';
import { Bubble } from '#features/support/bubble.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Band } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';

interface Props {
  api: Api;
  token: string;
  conversationId: string;
  onBack(): void;
  onChanged(): void;
}

export function DeskConversation({ api, token, conversationId, onBack, onChanged }: Props) {
  const t = useText();
  const format = useFormat();
  const { data, isError, refetch } = useQuery({
    queryKey: ['desk', token, 'read', conversationId],
    queryFn: () => api.call('readSupportConversation', { conversationId, beforeSeq: 2_000_000_000 }),
    retry: false,
  });
  const last = data?.total ?? 0;
  const isUnread = (data?.conversation.unread ?? 0) > 0;

  const changed = useEffectEvent(onChanged);
  useEffect(() => {
    if (isUnread && !document.hidden)
      api.call('markSupportConversation', { conversationId, seq: last }).then(
        () => changed(),
        () => {},
      );
  }, [api, conversationId, last, isUnread]);

  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another message is what to follow
  }, [last]);

  const conversation = data?.conversation;
  const toast = useToast();
  const failureText = useWriteFailure();
  const [isTurning, setTurning] = useState(false);
  const setClosed = async (isClosed: boolean) => {
    setTurning(true);
    await api.call('closeSupportConversation', { conversationId, isClosed }).catch((error: unknown) => toast(failureText(error), 'error'));
    setTurning(false);
    onChanged();
  };
  return (
    <section className="desk-conversation" aria-label={t('desk.conversation')}>
      <header className="desk-person">
        <IconButton icon="back" label={t('desk.back')} className="desk-back" onClick={onBack} />
        <p className="min-w-0 flex-1 truncate text-14">
          {conversation && (conversation.email ?? t(conversation.userId ? 'desk.user' : 'desk.visitor'))}
        </p>
        {conversation && conversation.email !== null && !conversation.isEmailProven && (
          <span className="tag warn">{t('desk.unverified')}</span>
        )}
        {conversation && (
          <Button disabled={isTurning} onClick={() => void setClosed(!conversation.isClosed)}>
            {t(conversation.isClosed ? 'desk.reopen' : 'desk.close')}
          </Button>
        )}
      </header>
      {isError && <Band kind="warn" text={t('desk.notLoaded')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />}
      <div ref={box} className="support-log" role="log" aria-label={t('desk.conversation')} tabIndex={0}>
        {data?.items.map((message) =>
          message.sender === 'system' ? (
            <p key={message.id} className="support-note">
              {t('desk.closed')} · {format.time(message.sentAt)}
            </p>
          ) : (
            <div key={message.id} className={message.sender === 'agent' ? 'support-message own' : 'support-message'}>
              <span className="sr-only">{t(message.sender === 'agent' ? 'desk.you' : 'desk.person')}</span>
              <Bubble text={message.text} />
              <p className="support-time">
                {format.time(message.sentAt)}
                {message.sender === 'agent' && message.seq === last && (
                  <> · {t(data.conversation.readSeq >= message.seq ? 'desk.seen' : 'desk.notSeen')}</>
                )}
              </p>
            </div>
          ),
        )}
      </div>
      <AnswerForm api={api} conversationId={conversationId} onSent={onChanged} />
    </section>
  );
}

function AnswerForm({ api, conversationId, onSent }: { api: Api; conversationId: string; onSent(): void }) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const failureText = useWriteFailure();
  /** Of this text: sent again after a failure it is the same answer. */
  const clientKey = useRef(randomId());
  const clean = cleanSupportText(text);
  const isFit = clean !== '' && supportTextLength(clean) <= supportLimits.messageLength;

  const send = async () => {
    if (!isFit || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await api.call('answerSupportMessage', { conversationId, clientKey: clientKey.current, text: clean });
      clientKey.current = randomId();
      setText('');
      onSent();
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className="support-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {problem && (
        <p className="mb-2 text-12 text-danger" role="alert">
          {problem}
        </p>
      )}
      <div className="support-field">
        <label htmlFor={id} className="sr-only">
          {t('desk.answer')}
        </label>
        <textarea
          id={id}
          rows={2}
          dir="auto"
          placeholder={t('desk.answer')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            clientKey.current = randomId();
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" kind="primary" disabled={!isFit || isBusy}>
          {t('desk.send')}
        </Button>
      </div>
    </form>
  );
}
