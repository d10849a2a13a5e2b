import { accessTokenStart } from '@tidemark/contract/access.ts';

/** Addresses are logged wherever they pass: a request with a token in its address is refused, so that no client comes to rely on it. */
export const hasTokenInAddress = (url: string): boolean => url.includes(accessTokenStart);
