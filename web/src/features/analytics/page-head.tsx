import type { ReactNode } from 'react';

/** Title of a page, one line about it, and the rule that its figures follow. */
export function PageHead({ title, about, rule }: { title: string; about: ReactNode; rule?: ReactNode }) {
  return (
    <>
      <h1 className="text-20 tracking-tight">{title}</h1>
      <p className="mt-0.5 max-w-[88ch] text-13 text-ink-2">{about}</p>
      {rule && <p className="mt-0.5 max-w-[160ch] text-12 text-ink-3">{rule}</p>}
    </>
  );
}
