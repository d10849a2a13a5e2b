// Facts of others about the market of the whole world: not what this exchange trades but everything that is traded anywhere.
// Such a fact travels with its source and its time, so that a page can show both.

export interface WorldMarket {
  readonly capUsd: number;
  readonly volume24hUsd: number;
  readonly btcShare: number;
  readonly ethShare: number;
  /** A fraction; null = not told. */
  readonly capChange24h: number | null;
  readonly coins: number | null;
}

export interface WorldCategory {
  /** As its source names it. */
  readonly id: string;
  readonly name: string;
  readonly capUsd: number;
  readonly volume24hUsd: number | null;
  readonly capChange24h: number | null;
}

export interface WorldMoodDay {
  readonly ts: number;
  /** 0 to 100. */
  readonly value: number;
}

export interface Sourced<T> {
  /** Whose it is. */
  readonly source: string;
  /** at: when it was had, in time of the wall. null = never yet. */
  readonly known: { readonly value: T; readonly at: number } | null;
}

/** null = no source was configured for it. */
export interface WorldFacts {
  readonly market: Sourced<WorldMarket> | null;
  readonly categories: Sourced<readonly WorldCategory[]> | null;
  /** Oldest first. */
  readonly mood: Sourced<readonly WorldMoodDay[]> | null;
}

export const noWorldFacts: WorldFacts = { market: null, categories: null, mood: null };
