import { useState, type ReactNode } from 'react';
import { useLocale } from '#i18n/text.tsx';
import { decimalMarkOf, readNumber, writeNumber } from '#i18n/typed-number.ts';
import { TextField } from '#ui/text-field.tsx';

interface NumberFieldProps {
  readonly label: string;
  /** A plain decimal, or what was typed where it is none. */
  readonly value: string;
  readonly places: number;
  readonly className?: string;
  readonly problem?: string | null;
  readonly help?: string | undefined;
  readonly end?: ReactNode;
  onChange(value: string): void;
}

/** A number in the manner of the reader's language. What was typed stays as it is until the field is left. */
export function NumberField({ value, places, onChange, help, ...field }: NumberFieldProps) {
  const mark = decimalMarkOf(useLocale());
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  return (
    <TextField
      {...field}
      {...(help === undefined ? {} : { help })}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      value={typed?.value === value ? typed.text : writeNumber(value, mark)}
      onChange={({ currentTarget }) => {
        const read = readNumber(currentTarget.value, mark, places);
        if (read === null) return;
        const isCut = read !== readNumber(currentTarget.value, mark, Infinity);
        setTyped({ text: isCut ? writeNumber(read, mark) : currentTarget.value, value: read });
        onChange(read);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
