import { useCallback, useRef, useState } from 'react';
import { useWriteFailure } from '#page/write-failure.ts';

export interface Submit {
  readonly isBusy: boolean;
  /** What went wrong the last time, in words. */
  readonly failure: string | null;
  /** One at a time; a second press changes nothing. True: it succeeded. */
  run(work: () => Promise<void>): Promise<boolean>;
  fail(text: string | null): void;
}

export function useSubmit(): Submit {
  const failureText = useWriteFailure();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);
  const run = useCallback(
    async (work: () => Promise<void>) => {
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(failureText(error));
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    [failureText],
  );
  return { isBusy, failure, run, fail: setFailure };
}
