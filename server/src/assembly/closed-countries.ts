// Countries that this service is not offered in (section 8, code 20205): a visitor from there opens no account, session or alert, and
// cannot apply as a market maker. Reading stays open, and so does everything by which a user leaves or takes their data along.
import type { CallName } from '@tidemark/contract/calls.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Caller } from '@tidemark/contract/wire.ts';

const opening: ReadonlySet<string> = new Set<CallName>(['register', 'login', 'startOidc', 'finishOidc', 'createAlert', 'applyMarketMaker']);

export const closeTo = <H extends object>(handlers: H, closedCountries: () => readonly string[]): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      opening.has(name)
        ? (caller: Caller, input: unknown) =>
            closedCountries().includes(caller.country ?? '') ? refuse('regionNotAllowed') : handler(caller, input)
        : handler,
    ]),
  ) as H;
