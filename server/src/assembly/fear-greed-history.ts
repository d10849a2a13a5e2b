// Fear and greed of the days that are over, for the notes and the morning paper.
import type { Caller } from '@tidemark/contract/wire.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Analytics } from '#analytics/index.ts';

const days = 40;
/** The index is the same for every visitor. */
const nobody: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'fear-greed-history', ip: '', deviceId: null };

/** By the beginning of the day; empty while it is not known. */
export async function fearGreedHistory(analytics: Pick<Analytics, 'calls'>): Promise<ReadonlyMap<number, number>> {
  try {
    const { history } = await analytics.calls.fearGreed(nobody, { days });
    return new Map(history.slice(0, -1).map(({ at, value }) => [at, value]));
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}
