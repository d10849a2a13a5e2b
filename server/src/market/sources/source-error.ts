/** A source cannot begin, and the operator can mend it; the message is one clear sentence. */
export class SourceError extends Error {}
