import { noteRule } from '@tidemark/contract/alert-rules.ts';
import { useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { TextField } from '#ui/text-field.tsx';

interface NoteFieldProps {
  readonly note: string;
  readonly problem: string | null;
  onChange(note: string): void;
}

/** Behind 'More', as most alerts have none; open where there is one. */
export function NoteField({ note, problem, onChange }: NoteFieldProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(note !== '');
  return (
    <details open={isOpen || problem !== null} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-13 text-ink-2">{t('alerts.moreOptions')}</summary>
      <TextField
        className="mt-2"
        label={t('alerts.note')}
        help={t('alerts.note.help', { limit: noteRule.length })}
        problem={problem}
        dir="auto"
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </details>
  );
}
