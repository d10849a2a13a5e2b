import type { analyticsCalls } from '@tidemark/contract/analytics.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';

/** One subject of the room: a part has the calls of its subject and may live between start and stop. */
export interface Part<Names extends keyof typeof analyticsCalls> {
  readonly calls: Handlers<Pick<typeof analyticsCalls, Names>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
