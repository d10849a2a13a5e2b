// The open chat: beside the page on wide screens, a sheet of the whole height on phones.
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useText } from '#i18n/text.tsx';
import { IconButton } from '#ui/button.tsx';
import { Band } from '#ui/states.tsx';
import '#styles/support.css';
import { Composer } from './composer.tsx';
import { MailAddress } from './mail-address.tsx';
import { MessageLog } from './message-log.tsx';
import { QuickAnswers } from './quick-answers.tsx';
import type { SupportProps } from './support-props.ts';
import { thisConversation, useConversation } from './this-conversation.ts';

const isPhone = () => matchMedia('(width < 768px)').matches;

export function SupportPanel({ isOpen, onClose, isSimulated }: SupportProps) {
  const t = useText();
  const titleId = useId();
  const dialog = useDialog(isOpen);
  const conversation = useConversation();
  const { phase, staffing, canMail, items } = conversation;
  // Beside the page the browser does not do it by itself.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      className="support"
      aria-labelledby={titleId}
      onClose={() => isOpen && onClose()}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      {isOpen && (
        <>
          <div className="support-head">
            <div>
              <h2 id={titleId} className="text-16">
                {t('support.title')}
              </h2>
              {phase === 'ready' && <p className="text-12 text-ink-3">{t(`support.staffing.${staffing}`)}</p>}
            </div>
            <IconButton icon="close" label={t('action.close')} onClick={onClose} />
          </div>
          <MessageLog conversation={conversation}>
            <QuickAnswers isSimulated={isSimulated} />
          </MessageLog>
          {phase === 'failed' && (
            <Band
              kind="warn"
              text={t('support.notLoaded')}
              action={{ label: t('action.retry'), onClick: () => void thisConversation().refresh() }}
            />
          )}
          {canMail && items.length > 0 && <MailAddress email={conversation.email} staffing={staffing} />}
          <Composer owner={conversation.owner} />
        </>
      )}
    </dialog>
  );
}

/** Opens and closes with isOpen; the focus goes to the field. */
function useDialog(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const box = dialog.current!;
    if (isOpen && !box.open) {
      if (isPhone()) box.showModal();
      else box.show();
      // On a phone the keyboard would cover what there is to read first.
      if (isPhone()) box.querySelector<HTMLElement>('.icon-btn')?.focus();
      else box.querySelector('textarea')?.focus();
    } else if (!isOpen && box.open) box.close();
  }, [isOpen]);

  // The keyboard of some phones lies over the page instead of making it smaller.
  useEffect(() => {
    const view = window.visualViewport;
    if (!view || !isOpen) return;
    const fit = () => {
      dialog.current?.style.setProperty('--seen', `${view.height}px`);
      dialog.current?.style.setProperty('--seen-top', `${view.offsetTop}px`);
    };
    fit();
    const ending = new AbortController();
    for (const event of ['resize', 'scroll']) view.addEventListener(event, fit, { signal: ending.signal });
    return () => ending.abort();
  }, [isOpen]);
  return dialog;
}
