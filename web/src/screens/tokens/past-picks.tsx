import type { PastPick } from '@tidemark/contract/picks.ts';
import type { ReactNode } from 'react';
import { PastPicksTable } from '#features/analytics/past-picks-table.tsx';

interface PastPicksProps {
  readonly title: string;
  readonly picks: readonly PastPick[];
  readonly isOfOneCoin?: boolean;
  readonly children?: ReactNode;
}

export function PastPicks({ title, picks, isOfOneCoin, children }: PastPicksProps) {
  return (
    <section className="frame picks-block" aria-labelledby="picks-past">
      <h2 id="picks-past">{title}</h2>
      <PastPicksTable labelledBy="picks-past" picks={picks} isOfOneCoin={isOfOneCoin} />
      {children}
    </section>
  );
}
