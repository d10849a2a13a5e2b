// The round button of the customer chat and the chat itself, for a visitor who has written to it, is logged in, or opens it; other
// visitors load none of it.
import { useEffect, useRef, useState } from 'react';
import { hasConversationKey } from '#features/support/has-conversation-key.ts';
import { useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { localStore } from '#session/local-store.ts';
import { useSession } from '#session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { useToast } from '#ui/toast.tsx';
import { useOnDemand } from '#ui/use-on-demand.ts';

const load = () => withWords(import('#features/support/support-corner.tsx'));

export function SupportWidget({ startsOpen, isSimulated }: { startsOpen: boolean; isSimulated: boolean }) {
  const t = useText();
  const { user } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(startsOpen);
  const [isKnown] = useState(() => localStore.getItem(hasConversationKey) !== null);
  const toast = useToast();
  const corner = useOnDemand(load, isKnown || user !== null || isOpen, () => {
    if (!isOpen) return;
    setOpen(false);
    toast(t('page.unstable'), 'error', [{ label: t('action.retry'), onClick: () => setOpen(true) }]);
  });
  // After the panel has closed: while it is a sheet nothing else can have the focus.
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="launcher"
        aria-label={t('nav.help')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chat" size="large" />
      </button>
      {corner && <corner.SupportCorner isOpen={isOpen} onClose={() => setOpen(false)} isSimulated={isSimulated} />}
    </>
  );
}
