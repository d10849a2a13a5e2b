// Tokens that live on chains. Owns nothing: the facts come from the source, in this process or over the bus. Promises: one
// answer is of one moment; what is not known of a token is null, never a guess; risks are named by rules that are written in
// rules.ts. Refuses chains that are not covered, and everything when the source has no such data.
import { refuse } from '@tidemark/contract/errors.ts';
import type { onchainCalls } from '@tidemark/contract/onchain.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { OnchainMarket } from '@tidemark/source/onchain-market.ts';
import type { Source } from '@tidemark/source/source.ts';
import { BusTimeout, type Bus, type Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import * as topics from '#topics/index.ts';
import type { Words } from '#words/index.ts';
import { createCalls } from './calls.ts';

export interface OnchainDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  /** null = this process does not play the feed and asks the one that does. */
  readonly source: Pick<Source, 'onchain'> | null;
  readonly words: Words;
  readonly iconUrl: (ticker: string) => string;
}

export interface Onchain {
  readonly calls: Handlers<typeof onchainCalls>;
  start(): void;
  stop(): void;
}

const answerTimeoutMs = 5_000;
/** Many readers of one list ask the source once. */
const heldMs = 2_000;

export function createOnchain({ bus, clock, source, words, iconUrl }: OnchainDeps): Onchain {
  let unsubscribe: Unsubscribe = () => {};
  let held: { readonly askedAt: number; readonly answer: Promise<OnchainMarket | null> } | null = null;

  const market = async (): Promise<OnchainMarket> => {
    if (!held || Math.abs(clock.now() - held.askedAt) >= heldMs) {
      const asked = { askedAt: clock.now(), answer: bus.request(topics.onchainMarket, null, answerTimeoutMs) };
      held = asked;
      asked.answer.catch(() => {
        if (held === asked) held = null;
      });
    }
    const found = await held.answer.catch((error: unknown) => {
      if (error instanceof BusTimeout) refuse('timeout');
      throw error;
    });
    return found ?? refuse('sourceLacksData');
  };

  return {
    calls: createCalls({ market, words, iconUrl }),
    start() {
      if (source) unsubscribe = bus.answer(topics.onchainMarket, async () => (await source.onchain?.()) ?? null);
    },
    stop: () => unsubscribe(),
  };
}
