// A person for whom a provider vouches, as the assembly hands them over.
import type { OperatorRole } from '@tidemark/contract/operators.ts';

export interface Vouched {
  /** Issuer and subject. */
  readonly vouchedAs: string;
  readonly name: string;
  /** null: the provider knows them, and the settings give them nothing to do. */
  readonly role: OperatorRole | null;
}

export interface Provider {
  /** keep: what the browser must bring back. */
  start(): Promise<{ readonly url: string; readonly keep: string }>;
  finish(answer: { code: string; state: string }, kept: string | undefined): Promise<Vouched>;
}
