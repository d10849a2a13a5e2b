import { useText } from '#i18n/text.tsx';
import { TextField } from '#ui/text-field.tsx';

export function EmailField({
  value,
  onChange,
  problem,
  takesFocus,
}: {
  value: string;
  onChange(email: string): void;
  problem?: string | null;
  takesFocus?: boolean;
}) {
  const t = useText();
  return (
    <TextField
      label={t('accounts.email')}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={254}
      value={value}
      problem={problem}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to do on a page with one form
      autoFocus={takesFocus}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
