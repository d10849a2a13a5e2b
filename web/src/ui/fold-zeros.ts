/** Four or more zeros after the point are hard to count: they become a small number. Null when there is nothing to fold. */
export interface Folded {
  readonly head: string;
  readonly zeros: number;
  readonly digits: string;
  readonly tail: string;
}

const manyZeros = /^(\D*0\D)(0{4,})(\d+)(.*)$/s;

export function foldZeros(text: string): Folded | null {
  const [, head, zeros, digits, tail] = manyZeros.exec(text) ?? [];
  return head === undefined || zeros === undefined || digits === undefined ? null : { head, zeros: zeros.length, digits, tail: tail ?? '' };
}
