// What the module of an exchange exports by default, for SOURCE=module:PATH.
import type { Source } from './source.ts';

/** What the site lends to a source. */
export interface SourceHost {
  readonly clock: {
    /** ms since 1970. */
    now(): number;
    /** Runs fn every ms until the returned function is called. */
    every(ms: number, fn: () => void): () => void;
    after(ms: number, fn: () => void): () => void;
  };
  readonly log: { warn(details: object, message: string): void };
}

export type CreateSource = (host: SourceHost) => Source | Promise<Source>;
