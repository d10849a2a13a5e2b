// The figures behind the small lines of a week, as a table.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { useOnDemand } from '#ui/use-on-demand.ts';
import type { WeekCoin } from './week-columns.ts';

const load = () => withWords(import('./lazy/week-table.tsx'));

/** isQuiet: seen only when it is reached by the keyboard. */
export function WeekFigures({ coins, isQuiet = false }: { coins: readonly WeekCoin[]; isQuiet?: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const part = useOnDemand(load, isOpen, () => setOpen(false));
  return (
    <>
      <button
        type="button"
        className={isQuiet ? 'text-btn sr-only focus:not-sr-only' : 'text-btn'}
        aria-label={`${t('table.last7days')}: ${t('analytics.view.table')}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('analytics.view.table')}
      </button>
      {/* It opens from the head of a column, of which it is no part. */}
      {part && isOpen && createPortal(<part.WeekTable coins={coins} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
