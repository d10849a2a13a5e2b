import { useMemo, useState, type ReactNode } from 'react';
import { SharedMomentContext } from '#ui/chart/use-crosshair.ts';

/** All charts below look at the same moment. */
export function MomentLink({ children }: { children: ReactNode }) {
  const [at, set] = useState<number | null>(null);
  return <SharedMomentContext value={useMemo(() => ({ at, set }), [at])}>{children}</SharedMomentContext>;
}
