import { useRef } from 'react';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';

/** Something that is shown this once, to be copied. */
export function OnceShown({ note, name, value }: { note: string; name: string; value: string }) {
  const t = useText();
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast(t('accounts.tokens.copied'));
    } catch {
      // Not allowed here: then it is at least marked, to be copied by hand.
      field.current?.select();
    }
  };
  return (
    <div className="grid gap-4">
      <p className="note warn">{note}</p>
      <div className="flex gap-2">
        <label className="field flex-1">
          <input ref={field} readOnly value={value} aria-label={name} dir="ltr" onFocus={({ target }) => target.select()} />
        </label>
        <Button kind="primary" onClick={() => void copy()}>
          {t('accounts.tokens.copy')}
        </Button>
      </div>
    </div>
  );
}
