import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

const never = () => () => {};

/** Waits until the page has come to life: sent before that, the browser itself would put the form into the address. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const isAlive = useSyncExternalStore(never, () => true, () => false);
  return <Button kind="primary" type="submit" disabled={isBusy || !isAlive} aria-busy={isBusy}>{children}</Button>;
}
