// What is under way can be told as traces: a piece of work is a span, and what it asks of others is one below it. Where traces are off
// this is a comparison and the name of the work, and no library of traces is loaded.

/** Names and codes of ours alone: no address, no text and no number of a person is ever said here. */
export type Facts = Readonly<Record<string, string | number>>;

export interface Span {
  say(facts: Facts): void;
  failed(error: unknown): void;
}

export interface Tracer {
  /** kind: whether the work answers a request, or is our own request to another server. */
  run<T>(kind: 'server' | 'client', name: string, facts: Facts, work: (span: Span) => Promise<T>): Promise<T>;
  /** A statement below what is under way; null: nothing is, or it is not traced. Called at its end, with what went wrong. */
  statement(text: string): ((error: Error | undefined) => void) | null;
}

const unheard: Span = { say: () => {}, failed: () => {} };

let tracer: Tracer | null = null;

/** null: traces are off. */
export const setTracer = (wanted: Tracer | null): void => {
  tracer = wanted;
};

export const traced = <T>(kind: 'server' | 'client', name: string, facts: Facts, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer === null ? work(unheard) : tracer.run(kind, name, facts, work);

export const tracedStatement = (text: string): ((error: Error | undefined) => void) | null =>
  tracer === null ? null : tracer.statement(text);
