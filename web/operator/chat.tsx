import { useState } from 'react';
import { ask, useAnswer, useWork } from './api.ts';
import { Field, Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

export function Chat() {
  const { answer, failure } = useAnswer('operatorChats', {});
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <Said said={failure === null ? null : { text: failure, isFailure: true }} />
      {answer?.items.length === 0 && <p>{words.nothing}</p>}
      <ul>
        {answer?.items.map(({ conversationId, email, lastText, unread }) => (
          <li key={conversationId} className="card">
            <button aria-expanded={chosen === conversationId} onClick={() => setChosen(conversationId)}>
              {lastText}
            </button>{' '}
            <small>{email}</small> {unread > 0 && <b>{unread}</b>}
            {chosen === conversationId && <Talk conversationId={conversationId} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Talk({ conversationId }: { conversationId: string }) {
  const { answer, again } = useAnswer('operatorChat', { conversationId });
  const { said, isBusy, run } = useWork();
  return (
    <>
      <ol className="talk">
        {answer?.items
          .filter(({ sender }) => sender !== 'system')
          .map(({ id, sender, text }) => (
            <li key={id} className={sender}>
              {text}
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
        <button disabled={isBusy}>{words.answer}</button>
        <Said said={said} />
      </form>
    </>
  );
}
