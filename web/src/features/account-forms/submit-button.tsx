import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button kind="primary" type="submit" disabled={isBusy} aria-busy={isBusy}>
      {children}
    </Button>
  );
}
