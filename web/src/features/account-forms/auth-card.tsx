import type { ReactNode } from 'react';
import { FormFailure } from './form-failure.tsx';

interface AuthCardProps {
  title: string;
  lead?: ReactNode;
  failure?: string | null;
  onSubmit?(): void;
  children: ReactNode;
  /** Below the form. */
  foot?: ReactNode;
}

/** One narrow card in the middle: the frame of logging in, registering and resetting. */
export function AuthCard({ title, lead, failure = null, onSubmit, children, foot }: AuthCardProps) {
  return (
    <div className="auth-card">
      <h1 className="text-20 tracking-tight">{title}</h1>
      {lead && <div className="mt-1 text-13 text-ink-2">{lead}</div>}
      <form
        className="mt-5 grid gap-4"
        // Without scripts it must not put a password into an address.
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <FormFailure text={failure} />
        {children}
      </form>
      {foot && <div className="mt-5 grid gap-2 border-t border-line pt-4 text-13 text-ink-2">{foot}</div>}
    </div>
  );
}
