import { useEffect, useState } from 'react';
import { ask, useAnswer, useWork } from './api.ts';
import { Field, Moment, Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

export function Chat() {
  const { answer, failure, again } = useAnswer('operatorChats', {});
  useReadAgain(again);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <Said said={failure === null ? null : { text: failure, isFailure: true }} />
      {answer?.items.length === 0 && <p>{words.nothing}</p>}
      <ul>
        {answer?.items.map(({ conversationId, email, lastText, unread, lastMessageAt }) => (
          <li key={conversationId} className="card">
            <button className="opener" aria-expanded={chosen === conversationId} onClick={() => setChosen(conversationId)}>
              {lastText}
            </button>{' '}
            <small>{email}</small> {unread > 0 && <span className="tag on">{unread}</span>} <Moment at={lastMessageAt} />
            {chosen === conversationId && <Talk conversationId={conversationId} />}
          </li>
        ))}
      </ul>
    </>
  );
}

const everyMs = 5_000;
/** A visitor waits for an answer: what they write shows without a click. */
function useReadAgain(again: () => Promise<void>): void {
  useEffect(() => {
    const timer = setInterval(() => void again(), everyMs);
    return () => clearInterval(timer);
  }, [again]);
}

function Talk({ conversationId }: { conversationId: string }) {
  const { answer, again } = useAnswer('operatorChat', { conversationId });
  const { said, isBusy, run } = useWork();
  useReadAgain(again);
  return (
    <>
      <ol className="talk">
        {answer?.items
          .filter(({ sender }) => sender !== 'system')
          .map(({ id, sender, text, sentAt }) => (
            <li key={id} className={sender}>
              {text} <Moment at={sentAt} />
            </li>
          ))}
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const { text = '' } = typedIn(form);
          void run(async () => {
            await ask('operatorAnswer', { conversationId, clientKey: crypto.randomUUID(), text });
            form.reset();
            await again();
            return words.answered;
          });
        }}
      >
        <Field label={words.yourAnswer}>
          <textarea name="text" rows={3} maxLength={2_000} required />
        </Field>
        <button className="primary" disabled={isBusy}>
          {words.answer}
        </button>
        <Said said={said} />
      </form>
    </>
  );
}
