// What people ask first, answered before they have to.
import type { ReactNode } from 'react';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';

const shortcuts = [
  { keys: ['/'], word: 'support.key.search' },
  { keys: ['↑', '↓'], word: 'support.key.rows' },
  { keys: ['Enter'], word: 'support.key.open' },
  { keys: ['Esc'], word: 'support.key.close' },
] as const;

export function QuickAnswers({ isSimulated }: { isSimulated: boolean }) {
  const t = useText();
  return (
    <section className="support-answers" aria-label={t('support.answers')}>
      <p className="text-14 text-ink">{t('support.hello')}</p>
      <Answer question={t('support.staleTitle')}>{t('support.stale')}</Answer>
      {isSimulated && <Answer question={t('support.simulatedTitle')}>{t('support.simulated')}</Answer>}
      <Answer question={t('support.keysTitle')}>
        <ul className="grid gap-1">
          {shortcuts.map(({ keys, word }) => (
            <li key={word} className="flex items-center justify-between gap-4">
              {t(word)}
              <span className="flex gap-1" dir="ltr">
                {keys.map((key) => (
                  <kbd key={key} className="kbd">
                    {key}
                  </kbd>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Answer>
    </section>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        {question}
        <Icon name="down" />
      </summary>
      <div className="text-13 text-ink-2">{children}</div>
    </details>
  );
}
