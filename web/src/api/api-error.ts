import type { ClientReaction, ErrorName, errors } from '@tidemark/contract/errors.ts';

export class ApiError extends Error {
  readonly code: string;
  /** The row of the catalogue; null for codes that are none of ours and for aborted requests. */
  readonly error: ErrorName | null;
  /** throw: show the message where the call was made. toastHome: onRedirect has it. silent: show nothing. */
  readonly action: ClientReaction;

  constructor(message: string, { code, error, action }: { code: string; error: ErrorName | null; action: ClientReaction }) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.error = error;
    this.action = action;
  }
}

/** What the source of this site does not have: asking again would not help. */
export const isLacking = (error: unknown): error is ApiError => error instanceof ApiError && error.error === 'sourceLacksData';

/** The rows the browser itself needs before any other; the whole catalogue comes with the first refusal. */
type Own = 'tooManyRequests' | 'connectionUnstable' | 'timeout' | 'wrongApiName' | 'offline';
const own: { readonly [N in Own]: (typeof errors)[N] } = {
  tooManyRequests: { code: '40004', client: 'silent' },
  connectionUnstable: { code: '40102', client: 'throw' },
  timeout: { code: '40007', client: 'throw' },
  wrongApiName: { code: '40010', client: 'throw' },
  offline: { code: '40014', client: 'throw' },
};

/** Section 8: these show their message as a toast and lead home, whether or not the catalogue is there. */
const leadHome: {
  readonly [N in 'notLoggedIn' | 'sessionExpired' | 'sessionRevoked' | 'accountFrozen' | 'regionNotAllowed']: (typeof errors)[N]['code'];
} = {
  notLoggedIn: '00004',
  sessionExpired: '00005',
  sessionRevoked: '00006',
  accountFrozen: '20906',
  regionNotAllowed: '20205',
};
export const sessionExpiredCode = leadHome.sessionExpired;

/** A failure that no server put into words. Screens have their own for these names. */
export const failure = (error: Own, message: string): ApiError =>
  new ApiError(message, { code: own[error].code, error, action: own[error].client });

/** What the server refused, by the row of the catalogue. */
export async function refusal(code: string, message: string, status: number): Promise<ApiError> {
  const home = (Object.keys(leadHome) as (keyof typeof leadHome)[]).find((name) => leadHome[name] === code);
  // Section 8: these codes lead home only when they come with HTTP 200.
  if (home) return new ApiError(message, { code, error: home, action: status === 200 ? 'toastHome' : 'throw' });
  const { errorOfCode, errors: rows } = await import('@tidemark/contract/errors.ts');
  const error = errorOfCode(code);
  return new ApiError(message, { code, error, action: error === null ? 'throw' : rows[error].client });
}

export const wrongApiName = () => failure('wrongApiName', 'wrong api name!');
