// The round button of the customer chat, still until the chat has arrived.
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { useLazyParts } from './use-lazy-parts.ts';

export function HelpLauncher({ isSimulated }: { isSimulated: boolean }) {
  const t = useText();
  const { parts, wanted, want } = useLazyParts();
  if (parts) return <parts.SupportWidget startsOpen={wanted !== null} isSimulated={isSimulated} />;
  return (
    <button type="button" className="launcher" aria-label={t('nav.help')} aria-haspopup="dialog" onClick={() => want('help')}>
      <Icon name="chat" size="large" />
    </button>
  );
}
