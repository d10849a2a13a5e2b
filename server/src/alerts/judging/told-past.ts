// The answer about a missed stretch, beside what its judge knows already: how much of it is a repetition, and whether it is whole.
import type { Checkpoint } from '../engine/missed.ts';
import type { Line } from './line.ts';
import { pastWidth, type PastPiece } from './messages.ts';
import { unitsOfTick } from './recent-values.ts';

/** Value of a series at one of the ticks that were told; null: it says nothing of it. */
export const pastUnits = (line: Line, data: Float64Array, at: number): number | null =>
  unitsOfTick(line, data[at + 2]!, data[at + 3]!, data[at + 4]!, data[at + 5]!);

/** Whether a stretch before that is lost: neither its ticks nor its minutes are known. */
export const isPartLost = (pieces: readonly PastPiece[], before: number): boolean =>
  pieces.some((piece) => piece.kind === 'minutes' && piece.minutes === null && piece.until <= before);

interface Place {
  readonly piece: number;
  readonly at: number;
}

/** Where the last price that was judged is. Two feeds may have told one stretch, each with numbers of its own. */
export function lastKnown(pieces: readonly PastPiece[], line: Line, last: Pick<Checkpoint, 'at' | 'value'> | null): Place {
  const nowhere = { piece: -1, at: -1 };
  if (last === null) return nowhere;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index]!;
    if (piece.kind !== 'ticks') continue;
    for (let at = piece.data.length - pastWidth; at >= 0; at -= pastWidth)
      if (piece.data[at + 1] === last.at && pastUnits(line, piece.data, at) === last.value) return { piece: index, at };
  }
  return nowhere;
}

/** Up to where the ticks of a piece are known, when the last price that was judged is there. */
export const repeatedTo = ({ piece, at }: Place, index: number): number => (index < piece ? Infinity : index > piece ? -1 : at);
