import type { ReactNode } from 'react';

/** The outcome of the last work, said to screen readers too. */
export function Said({ said }: { said: { readonly text: string; readonly isFailure: boolean } | null }) {
  return (
    <p className={said?.isFailure ? 'said failed' : 'said'} role="status">
      {said?.text}
    </p>
  );
}

export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
/** As the browser writes it, in its own time. */
export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{moments.format(at)}</time>;
}

/** The texts of a form by the names of its fields. */
export const typedIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
