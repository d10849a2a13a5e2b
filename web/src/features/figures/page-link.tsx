import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A way to another page, in the middle of words. */
export const PageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="text-accent underline underline-offset-2">
    {children}
  </Link>
);
