// What the paper of a morning is made of: facts of the day before, kept as they were when it came out.
import type { CoinChange } from '../notes/note.ts';
import type { EventFacts } from '../calendar/event.ts';

export interface PaperFacts {
  /** BTC and ETH, as far as they are traded. */
  readonly majors: readonly (CoinChange & { readonly close: number })[];
  readonly breadth: { readonly rising: number; readonly falling: number; readonly coins: number; readonly median: number } | null;
  readonly sectors: { readonly best: string; readonly bestChange: number; readonly worst: string; readonly worstChange: number } | null;
  readonly movers: { readonly up: CoinChange; readonly down: CoinChange } | null;
  readonly mood: { readonly value: number; readonly before: number | null } | null;
  readonly contracts: { readonly count: number; readonly value: number; readonly change: number; readonly funding: number | null } | null;
  readonly headlines: { readonly count: number; readonly coins: readonly string[] };
  /** Of the day it came out. */
  readonly events: readonly EventFacts[];
}
