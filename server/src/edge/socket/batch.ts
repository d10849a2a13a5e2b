// Frames of one beat that leave a connection in one piece. Connections that watch the same rows are owed the same frames in the same order:
// they meet in one batch, which is joined into one buffer as soon as a second of them writes it. So a list of sixty rows costs each of
// its readers one write and one chunk, instead of a chunk for every row that moved.
import type { SharedFrame } from './frame.ts';

interface JoinedFrames {
  readonly bytes: Buffer;
  readonly count: number;
}

export class Batch {
  readonly #before: Batch | null;
  readonly #last: SharedFrame | null;
  readonly #following = new Map<SharedFrame, Batch>();
  /** Most connections go on as the one before them did. */
  #newest: Batch | null = null;
  #isWritten = false;
  #joined: JoinedFrames | null = null;

  private constructor(before: Batch | null, last: SharedFrame | null) {
    this.#before = before;
    this.#last = last;
  }

  /** What every connection begins a beat with. */
  static empty(): Batch {
    return new Batch(null, null);
  }

  /** This batch and one more frame; the same for all callers. */
  with(frame: SharedFrame): Batch {
    if (this.#newest !== null && this.#newest.#last === frame) return this.#newest;
    this.#newest = this.#following.get(frame) ?? new Batch(this, frame);
    this.#following.set(frame, this.#newest);
    return this.#newest;
  }

  /** One by one, for a connection that is the only one so far. */
  frames(): SharedFrame[] {
    const frames = this.#before === null ? [] : this.#before.frames();
    if (this.#last !== null) frames.push(this.#last);
    return frames;
  }

  /** All of them as one; null for the first caller, and where they are no whole frames. */
  joined(): JoinedFrames | null {
    if (this.#joined === null && this.#isWritten) {
      const frames = this.frames();
      if (!frames.every(({ isFramed }) => isFramed)) return null;
      this.#joined = { bytes: Buffer.concat(frames.map(({ bytes }) => bytes)), count: frames.length };
    }
    this.#isWritten = true;
    return this.#joined;
  }
}
