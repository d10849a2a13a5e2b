// Calls that are agreed on but whose room does not exist yet. They answer a clear refusal instead of a guess; building a
// room takes its names out of here, and the types of main.ts hold the two lists together.
import type { Calls } from '@tidemark/contract/calls.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';

export const notBuiltCalls = [
  // content
  'getCurrentModel',
] as const satisfies readonly (keyof Calls)[];

type NotBuilt = Pick<Calls, (typeof notBuiltCalls)[number]>;

const notAvailableYet = (): never => refuse('notAvailableYet');
export const notBuiltHandlers = Object.fromEntries(notBuiltCalls.map((name) => [name, notAvailableYet])) as unknown as Handlers<NotBuilt>;
