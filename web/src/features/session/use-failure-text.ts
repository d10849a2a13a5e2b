import { useCallback } from 'react';
import { ApiError } from '#api/client.ts';
import { useText } from '#i18n/text.tsx';

/** What to say of a failed call; null where section 8 wants nothing said here: it is silent, or a toast says it. */
export function useFailureText(): (error: unknown) => string | null {
  const t = useText();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return t('accounts.failed.offline');
      if (error.action !== 'throw') return null;
      if (error.error === 'timeout') return t('accounts.failed.timeout');
      if (error.error === 'offline' || error.error === 'connectionUnstable') return t('accounts.failed.offline');
      return error.message;
    },
    [t],
  );
}
