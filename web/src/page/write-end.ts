import type { ErrorName } from '@tidemark/contract/errors.ts';
import { ApiError } from '#api/api-error.ts';

/**
 * refused: the server says why. busy: too many requests, not done. notSent: it never left this browser. unknown: it left, and no answer
 * can be read. failed: the page itself could not do it. elsewhere: told by the shell, or given up by the page.
 */
export type WriteEnd = 'refused' | 'busy' | 'notSent' | 'unknown' | 'failed' | 'elsewhere';

/** When the browser or the server gave up waiting, what was asked for may still be done. */
const ends: Partial<Record<ErrorName, WriteEnd>> = {
  tooManyRequests: 'busy',
  offline: 'notSent',
  timeout: 'unknown',
  connectionUnstable: 'unknown',
};

export function endOfWrite(error: unknown): WriteEnd {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.action === 'toastHome') return 'elsewhere';
  return (error.error && ends[error.error]) ?? (error.action === 'silent' ? 'elsewhere' : 'refused');
}
