import { accessTokenStart } from '@tidemark/contract/access.ts';

/** Addresses are written down wherever they pass: a token in one is refused, so that nobody gets used to it. */
export const hasTokenInAddress = (url: string): boolean => url.includes(accessTokenStart);
