// What is said of a write that did not end well, the same in every form: refused with the server's words, too much at once, nothing
// was sent, or no answer came and the end is not known. Section 8 lets 429 pass in silence for reads; a user who pressed a button is told.
import 'virtual:words/writes';
import { useCallback } from 'react';
import { ApiError } from '#api/api-error.ts';
import { useText } from '#i18n/text.tsx';
import { endOfWrite } from './write-end.ts';

/** The words of a failed write; null where the shell says them on the way home, or the page itself gave the call up. */
export function useWriteFailure(): (error: unknown) => string | null {
  const t = useText();
  return useCallback(
    (error) => {
      const end = endOfWrite(error);
      if (end === 'elsewhere') return null;
      return end === 'refused' ? (error as ApiError).message : t(`writes.${end}`);
    },
    [t],
  );
}
