import { errors, type ClientReaction, type ErrorName } from '@tidemark/contract/errors.ts';

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

/** A failure that no server put into words. Screens have their own for these names. */
export const failure = (error: ErrorName, message: string): ApiError =>
  new ApiError(message, { code: errors[error].code, error, action: errors[error].client });

export const wrongApiName = () => failure('wrongApiName', 'wrong api name!');
