// Where one writes.
import { cleanSupportText, supportLimits, supportTextLength } from '@tidemark/contract/support-rules.ts';
import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { readDraft, writeDraft } from './draft.ts';
import { thisConversation } from './this-conversation.ts';

/** From here on the room that is left is shown. */
const nearLimit = supportLimits.messageLength - 200;

export function Composer({ owner }: { owner: string | null | undefined }) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(owner));
  const [shownTo, setShownTo] = useState(owner);
  const isOnline = useSyncExternalStore(watchLine, () => navigator.onLine);
  const length = supportTextLength(cleanSupportText(text));
  const isTooLong = length > supportLimits.messageLength;

  useLayoutEffect(() => {
    grow(field.current!);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the field grows with what is in it
  }, [text]);

  // The next owner reads nothing of the user before; a visitor who turns out to be a user goes on writing.
  if (shownTo !== owner) {
    setShownTo(owner);
    if (typeof shownTo === 'string' || text === '') setText(readDraft(owner));
  }

  const type = (typed: string) => {
    setText(typed);
    writeDraft(typed, owner);
  };
  const send = () => {
    const clean = cleanSupportText(text);
    if (clean === '' || isTooLong) return;
    thisConversation().send(clean);
    type('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word; some say so by the key code only.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="support-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {!isOnline && (
        <p className="support-offline" role="status">
          <Icon name="warn" size="small" />
          {t('support.offline')}
        </p>
      )}
      <div className={isTooLong ? 'support-field wrong' : 'support-field'}>
        <label htmlFor={id} className="sr-only">
          {t('support.message')}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={t('support.placeholder')}
          value={text}
          aria-describedby={`${id}-note`}
          aria-invalid={isTooLong || undefined}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => grow(event.currentTarget)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="support-send"
          aria-label={t('support.send')}
          title={t('support.send')}
          disabled={length === 0 || isTooLong}
        >
          <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 13.5v-11M3.5 7 8 2.5 12.5 7" />
          </svg>
        </button>
      </div>
      <p id={`${id}-note`} className="support-hint">
        <span className={isTooLong ? 'text-danger' : undefined} role={isTooLong ? 'alert' : undefined}>
          {length >= nearLimit && t('support.count', { count: format.count(length), limit: format.count(supportLimits.messageLength) })}
        </span>
        {length < nearLimit && <span className="support-keys">{t('support.keys')}</span>}
      </p>
    </form>
  );
}

/** Where the style sheet cannot say it. Before the panel is shown there is nothing to measure. */
function grow(box: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content') || box.scrollHeight === 0) return;
  box.style.blockSize = 'auto';
  box.style.blockSize = `${box.scrollHeight}px`;
}

function watchLine(listener: () => void): () => void {
  const ending = new AbortController();
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal: ending.signal });
  return () => ending.abort();
}
