import { lettersOf } from '@tidemark/contract/market-maker.ts';
import { useId, type ComponentProps } from 'react';
import { useText } from '#i18n/text.tsx';

interface CountedFieldProps {
  label: string;
  help?: string;
  /** Said when the user has tried to send. */
  problem: string | null;
  /** Letters; null: not counted. */
  limit: number | null;
  /** More than one: a field of several lines. */
  rows?: number;
  value: string;
  onChange(value: string): void;
  /** Of a field of one line. */
  input?: Pick<ComponentProps<'input'>, 'inputMode' | 'autoComplete' | 'dir'>;
}

/** A field that says how much is written and how much may be; more can be typed, so that a pasted text is not cut in silence. */
export function CountedField({ label, help, problem, limit, rows = 1, value, onChange, input }: CountedFieldProps) {
  const t = useText();
  const id = useId();
  const count = lettersOf(value);
  const isOver = limit !== null && count > limit;
  const notes = [problem && `${id}-problem`, help && `${id}-help`, limit !== null && `${id}-count`].filter(Boolean).join(' ');
  const common = {
    id,
    value,
    'aria-required': true,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': notes || undefined,
  } as const;
  return (
    <div className="maker-field">
      <div className="maker-label">
        <label htmlFor={id}>{label}</label>
        {limit !== null && (
          <span id={`${id}-count`} className={isOver ? 'maker-count over' : 'maker-count'}>
            <span className="num" aria-hidden="true">
              {count} / {limit}
            </span>
            <span className="sr-only">{t('makers.counted', { count, limit })}</span>
          </span>
        )}
      </div>
      <div className={problem ? 'field wrong' : 'field'}>
        {rows > 1 ? (
          <textarea {...common} rows={rows} dir="auto" onChange={({ target }) => onChange(target.value)} />
        ) : (
          <input {...common} dir="auto" {...input} onChange={({ target }) => onChange(target.value)} />
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="text-12 text-danger">
          {problem}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-12 text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}
