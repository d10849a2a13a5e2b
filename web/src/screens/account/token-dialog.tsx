import { accessRule } from '@tidemark/contract/access.ts';
import { accessScopes, type AccessScope } from '@tidemark/contract/access-scopes.ts';
import { useId, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CurrentPassword, useHasPassword } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';
import { OnceShown } from './once-shown.tsx';
import { scopeWords } from './scope-words.ts';

interface Form {
  readonly name: string;
  readonly scopes: readonly AccessScope[];
  readonly days: (typeof accessRule.days)[number];
  readonly password: string;
}
const emptyForm: Form = { name: '', scopes: ['alerts:read'], days: accessRule.days[0], password: '' };

/** Asks what the token shall open, then shows it, this once. */
export function TokenDialog({ isOpen, onClose, onMade }: { isOpen: boolean; onClose(): void; onMade(): void }) {
  const t = useText();
  const api = useApi();
  const daysId = useId();
  const [form, setForm] = useState(emptyForm);
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const { isBusy, failure, fail, run } = useSubmit();
  const hasPassword = useHasPassword();
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const close = () => {
    setForm(emptyForm);
    setTried(false);
    setMade(null);
    fail(null);
    onClose();
  };
  const create = () => {
    setTried(true);
    const { name, scopes, days, password } = form;
    if (name.trim() === '' || scopes.length === 0 || (hasPassword && password === '')) return;
    void run(async () => {
      setMade((await api.call('createAccessToken', { name, scopes: [...scopes], days, password: password || undefined })).token);
      onMade();
    });
  };
  const missing = (isThere: boolean) => (isTried && !isThere ? t('accounts.required') : null);

  if (made !== null)
    return (
      <Dialog isOpen={isOpen} onClose={close} title={t('accounts.tokens.create')} closeLabel={t('action.close')}>
        <OnceShown note={t('accounts.tokens.once')} name={t('accounts.section.tokens')} value={made} />
      </Dialog>
    );
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={t('accounts.tokens.create')}
      failure={failure}
      isBusy={isBusy}
      submit={t('accounts.tokens.create')}
      onSubmit={create}
    >
      <TextField
        label={t('accounts.tokens.name')}
        value={form.name}
        maxLength={accessRule.nameLength}
        autoComplete="off"
        problem={missing(form.name.trim() !== '')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-13 text-ink-2">{t('accounts.tokens.scopes')}</legend>
        {accessScopes.map((scope) => (
          <label key={scope} className="flex items-center gap-2 text-14">
            <input
              type="checkbox"
              checked={form.scopes.includes(scope)}
              onChange={({ target }) =>
                set({ scopes: target.checked ? [...form.scopes, scope] : form.scopes.filter((other) => other !== scope) })
              }
            />
            {t(scopeWords[scope])}
          </label>
        ))}
        {missing(form.scopes.length > 0) && (
          <p role="alert" className="text-12 text-danger">
            {t('accounts.required')}
          </p>
        )}
      </fieldset>
      <div className="grid gap-1.5">
        <label htmlFor={daysId} className="text-13 text-ink-2">
          {t('accounts.tokens.validity')}
        </label>
        <select
          id={daysId}
          className="select"
          value={form.days}
          onChange={({ target }) => set({ days: accessRule.days.find((days) => days === Number(target.value))! })}
        >
          {accessRule.days
            .toSorted((a, b) => a - b)
            .map((days) => (
              <option key={days} value={days}>
                {t('accounts.tokens.days', { days })}
              </option>
            ))}
        </select>
      </div>
      <CurrentPassword value={form.password} onChange={(password) => set({ password })} problem={missing(form.password !== '')} />
    </FormDialog>
  );
}
