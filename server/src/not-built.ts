// Calls that are agreed on but whose room does not exist yet; the description of the calls says so of each. At present
// every call is answered.
import type { Calls } from '@tidemark/contract/calls.ts';

export const notBuiltCalls: readonly (keyof Calls)[] = [];
