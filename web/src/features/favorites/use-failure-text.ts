// What went wrong, in the words of section 5: refusals of our own and answers of the server read the same.
import { Refusal } from '@tidemark/contract/errors.ts';
import { useCallback } from 'react';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';

/** null: the shell says it on the way home. */
export function useFailureText(): (error: unknown) => string | null {
  const t = useText();
  const failureText = useWriteFailure();
  return useCallback(
    (error) => (error instanceof Refusal ? t(`favorites.error.${error.error}` as WordId, error.values) : failureText(error)),
    [t, failureText],
  );
}

/** For what is done without a form: success says nothing here, failure is a toast. Answers whether it went well. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const failureText = useFailureText();
  const toast = useToast();
  return useCallback(
    async (work) => {
      try {
        await work();
        return true;
      } catch (error) {
        toast(failureText(error), 'error');
        return false;
      }
    },
    [failureText, toast],
  );
}
