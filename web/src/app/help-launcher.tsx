// The round button of the customer chat.
import { useEffect, useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { useLateParts } from './use-late-parts.ts';

export function HelpLauncher({ isSimulated }: { isSimulated: boolean }) {
  const t = useText();
  const { parts, want } = useLateParts();
  const [isOpen, setOpen] = useState(false);
  const isAway = useScrollsDown();
  const toggle = () => {
    setOpen(!isOpen);
    want('help');
  };
  return (
    <>
      <button type="button" className={isAway && !isOpen ? 'launcher away' : 'launcher'} aria-label={t('nav.help')} aria-haspopup="dialog" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="chat" size="large" />
      </button>
      {parts && <parts.SupportWidget isOpen={isOpen} onClose={() => setOpen(false)} isSimulated={isSimulated} />}
    </>
  );
}

/** The bubble leaves while a phone scrolls down, so that it never covers the row that is read. */
function useScrollsDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const now = window.scrollY;
      if (Math.abs(now - last) < 8) return;
      setDown(now > last && now > 80);
      last = now;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isDown;
}
