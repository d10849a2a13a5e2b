// What the simulator needs of time. Its creator passes a clock in; that of the server is one.

export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Runs fn every ms until the returned function is called. */
  every(ms: number, fn: () => void): () => void;
  after(ms: number, fn: () => void): () => void;
}
