import { codeDigits } from '@tidemark/contract/accounts.ts';
import { useText } from '#i18n/text.tsx';
import { latinDigits } from '#i18n/typed-number.ts';
import { TextField } from '#ui/text-field.tsx';

export const isCode = (typed: string): boolean => typed.length === codeDigits;

/** The digits of a mail or a text message; other characters that are pasted along are left out. */
export function CodeField({
  value,
  onChange,
  problem,
  takesFocus,
}: {
  value: string;
  onChange(code: string): void;
  problem?: string | null;
  takesFocus?: boolean;
}) {
  const t = useText();
  return (
    <TextField
      label={t('accounts.code')}
      className="code-field"
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      value={value}
      problem={problem}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do now
      autoFocus={takesFocus}
      onChange={({ target }) => onChange(latinDigits(target.value).replace(/\D/g, '').slice(0, codeDigits))}
    />
  );
}
