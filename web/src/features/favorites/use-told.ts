// What went wrong, in the words of section 5: refusals of our own and answers of the server read the same.
import { Refusal } from '@tidemark/contract/errors.ts';
import { useCallback } from 'react';
import { ApiError } from '#api/client.ts';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useToast } from '#ui/toast.tsx';

export function useTold(): (error: unknown) => string {
  const t = useText();
  return useCallback(
    (error) => {
      const name = error instanceof Refusal || error instanceof ApiError ? error.error : null;
      const id = `favorites.error.${name ?? ''}` as WordId;
      const word = t(id, error instanceof Refusal ? error.values : undefined);
      // The server has put the limit into its words already.
      if (error instanceof ApiError && error.error !== 'offline') return error.message;
      return word === id ? (error as Error).message : word;
    },
    [t],
  );
}

/** For what is done without a form: success says nothing here, failure is a toast. Answers whether it went well. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const told = useTold();
  const toast = useToast();
  return useCallback(
    async (work) => {
      try {
        await work();
        return true;
      } catch (error) {
        // What leads home is told by the shell on the way; 429 is nobody's business.
        if (!(error instanceof ApiError) || error.action === 'throw') toast(told(error), 'error');
        return false;
      }
    },
    [told, toast],
  );
}
