import 'virtual:words/help';
import { useText } from '#i18n/text.tsx';
import { Dialog } from '#ui/dialog.tsx';

const shortcuts = [
  { keys: ['/'], word: 'help.key.search' },
  { keys: ['↑', '↓'], word: 'help.key.rows' },
  { keys: ['Enter'], word: 'help.key.open' },
  { keys: ['Esc'], word: 'help.key.close' },
] as const;

/** Live chat is its own capability; until it opens, this panel answers what people ask first. */
export function HelpDialog({ isOpen, onClose, isSimulated }: { isOpen: boolean; onClose(): void; isSimulated: boolean }) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('help.title')} closeLabel={t('action.close')} place="corner">
      <div className="grid gap-4 text-13 text-ink-2">
        <section>
          <h3 className="mb-1 text-13 text-ink">{t('help.staleTitle')}</h3>
          <p>{t('help.stale')}</p>
        </section>
        {isSimulated && (
          <section>
            <h3 className="mb-1 text-13 text-ink">{t('simulated.label')}</h3>
            <p>{t('help.simulated')}</p>
          </section>
        )}
        <section>
          <h3 className="mb-1 text-13 text-ink">{t('help.keysTitle')}</h3>
          <ul className="grid gap-1">
            {shortcuts.map(({ keys, word }) => (
              <li key={word} className="flex items-center justify-between gap-4">
                {t(word)}
                <span className="flex gap-1" dir="ltr">
                  {keys.map((key) => <kbd key={key} className="kbd">{key}</kbd>)}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <p className="border-t border-line pt-3">{t('help.chatNotOpen')}</p>
      </div>
    </Dialog>
  );
}
