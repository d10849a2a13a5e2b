import { passwordLength, passwordStrength } from '@tidemark/contract/password.ts';
import { useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { TextField } from '#ui/text-field.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  problem?: string | null;
  /** For a password that is being chosen: how good it is, for this address. */
  meterFor?: string;
  /** It was sent once: what is wrong with a password that is being chosen is said as a mistake and not as advice. */
  isTried?: boolean;
  takesFocus?: boolean;
}

export function PasswordField({ label, value, onChange, problem, meterFor, isTried = false, takesFocus }: PasswordFieldProps) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  const chosen = useStrength(value, meterFor ?? '');
  const isWrong = meterFor !== undefined && isTried && chosen.isTooWeak;
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete={meterFor === undefined ? 'current-password' : 'new-password'}
        spellCheck={false}
        autoCapitalize="none"
        dir="ltr"
        maxLength={passwordLength.max * 2}
        value={value}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where it is the one thing to do on the page
        autoFocus={takesFocus}
        problem={isWrong ? chosen.words : problem}
        onChange={({ target }) => onChange(target.value)}
        end={
          <button type="button" className="text-btn -me-1 text-12" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'accounts.password.hide' : 'accounts.password.show')}
          </button>
        }
      />
      {meterFor !== undefined && <Meter score={chosen.score} words={isWrong ? null : chosen.words} />}
    </div>
  );
}

/** The same rule the server refuses by, in words. */
function useStrength(password: string, email: string): { score: number; isTooWeak: boolean; words: string } {
  const t = useText();
  const { score, problem } = passwordStrength(password, email);
  const words =
    password === '' || problem === 'tooShort'
      ? t('accounts.problem.tooShort', { min: passwordLength.min })
      : problem
        ? t(`accounts.problem.${problem}`, { min: passwordLength.min, max: passwordLength.max })
        : t('accounts.strength', { strength: t(`accounts.strength.${score}`) });
  return { score, isTooWeak: problem !== null, words };
}

/** Four bars; words is null while they stand at the field itself. */
function Meter({ score, words }: { score: number; words: string | null }) {
  return (
    <div className="grid gap-1">
      <div className={`meter s${score}`} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      {words !== null && (
        <p className="text-12 text-ink-3" role="status">
          {words}
        </p>
      )}
    </div>
  );
}
