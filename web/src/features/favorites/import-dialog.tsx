import { useRef, useState } from 'react';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { Band } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { readCsv, type BadReason, type ReadCsv } from './csv.ts';
import { favoritesStore, useFavorites } from './favorites-store.ts';
import { planImport, type ImportPlan } from './import-plan.ts';
import type { AllPairs } from './use-all-pairs.ts';
import { useAttempt } from './use-failure-text.ts';

const maxBytes = 1_000_000;
const exampleLine = 'BTCUSDT,DeFi;Majors';

interface ImportDialogProps {
  readonly isOpen: boolean;
  /** Every pair that can be starred. */
  readonly all: AllPairs;
  onClose(): void;
}

export function ImportDialog({ isOpen, all, onClose }: ImportDialogProps) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('favorites.import')} closeLabel={t('action.close')}>
      <Import all={all} onClose={onClose} />
    </Dialog>
  );
}

function Import({ all: { pairs: listed, hasFailed, retry }, onClose }: Omit<ImportDialogProps, 'isOpen'>) {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const { favorites, limits, owner } = useFavorites();
  const [text, setTyped] = useState('');
  // What is pasted while the lines of before are carried out stays.
  const latest = useRef(text);
  const setText = (next: string) => {
    latest.current = next;
    setTyped(next);
  };
  const [isTooLarge, setTooLarge] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const read = text.trim() === '' || listed === null ? null : readCsv(text, listed, (id) => favorites.symbolIds.includes(id));
  const plan = read && planImport(owner === null ? read.good.map((line) => ({ ...line, categories: [] })) : read.good, favorites, limits);

  const readFile = async (file: File) => {
    setText('');
    setTooLarge(file.size > maxBytes);
    // A folder, or a file that has been moved since, cannot be read.
    if (file.size <= maxBytes) await attempt(async () => setText(await file.text()));
  };
  const run = async () => {
    setBusy(true);
    const isDone = await attempt(() => carryOut(plan!));
    setBusy(false);
    if (!isDone) return;
    toast(t('favorites.addedMany', { count: plan!.symbolIds.length }));
    if (latest.current === text) onClose();
  };

  return (
    <div className="grid gap-4">
      <p className="text-13 text-ink-2">{t('favorites.importHelp')}</p>
      <DropZone
        prompt={t('favorites.importDrop')}
        accept=".csv,text/csv,text/plain"
        fileLabel={t('favorites.importFile')}
        onFile={(file) => void readFile(file)}
        pasteLabel={t('favorites.importPaste')}
        example={exampleLine}
        maxLength={maxBytes}
        text={text}
        onText={setText}
      />
      <div aria-live="polite" className="grid gap-3">
        {hasFailed && <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: retry }} />}
        {isTooLarge && <p className="text-13 text-danger">{t('favorites.importTooLarge')}</p>}
        {read && plan && <Found read={read} plan={plan} />}
        {read && owner === null && read.good.some(({ categories }) => categories.length > 0) && (
          <p className="text-12 text-ink-3">{t('favorites.importNoCategories')}</p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('favorites.cancel')}</Button>
        <Button kind="primary" disabled={isBusy || !read || read.good.length === 0} onClick={() => void run()}>
          {t('favorites.importDo')}
        </Button>
      </div>
    </div>
  );
}

function Found({ read: { good, bad }, plan }: { readonly read: ReadCsv; readonly plan: ImportPlan }) {
  const t = useText();
  const { limits } = useFavorites();
  const reasonOf = (reason: BadReason) =>
    t((reason.startsWith('categoryName') ? `favorites.error.${reason}` : `favorites.bad.${reason}`) as WordId);
  return (
    <>
      <p className="text-13 font-semibold">{t('favorites.importFound', { good: good.length - plan.noRoom.length })}</p>
      {plan.noRoom.length > 0 && (
        <p className="text-13 text-danger">
          {plan.noRoom.join(', ')}: {t('favorites.bad.noRoom', { limit: limits.totalLimit })}
        </p>
      )}
      {bad.length > 0 && (
        <div>
          <p className="text-13 font-semibold">{t('favorites.importBad', { bad: bad.length })}</p>
          <ul className="mt-1 grid max-h-48 gap-1 overflow-auto text-13 text-ink-2">
            {bad.map(({ line, text, reason }) => (
              <li key={line}>
                {t('favorites.importLine', { line, reason: reasonOf(reason) })} <bdi className="text-ink-3">{text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

async function carryOut({ symbolIds, categories }: ImportPlan): Promise<void> {
  const store = favoritesStore();
  if (symbolIds.length > 0) await store.add(symbolIds);
  for (const { name, groupId, symbolIds: pairs } of categories.values()) {
    const id = groupId ?? (await store.addCategory(name));
    if (pairs.length > 0) await store.add(pairs, id);
  }
}
