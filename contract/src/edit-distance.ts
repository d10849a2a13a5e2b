// Reused between calls: a keystroke compares thousands of words.
let before = new Uint8Array(64);
let last = new Uint8Array(64);
let next = new Uint8Array(64);

/**
 * The smallest edit distance (a letter wrong, missing, too many, or two swapped) between the keyword and any prefix of the text; more
 * than `max` is answered as max + 1. Prefixes count because people have not finished typing.
 */
export function editsToPrefix(keyword: string, text: string, max: number): number {
  const rows = keyword.length;
  // What goes beyond the keyword by more than max letters cannot be of use.
  const columns = Math.min(text.length, rows + max);
  if (columns < rows - max) return max + 1;
  if (columns + 1 > last.length) {
    before = new Uint8Array(columns + 32);
    last = new Uint8Array(columns + 32);
    next = new Uint8Array(columns + 32);
  }
  for (let column = 0; column <= columns; column++) last[column] = column;
  for (let row = 1; row <= rows; row++) {
    next[0] = row;
    let fewest = row;
    const letter = keyword.charCodeAt(row - 1);
    for (let column = 1; column <= columns; column++) {
      const other = text.charCodeAt(column - 1);
      let edits = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (letter === other ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && letter === text.charCodeAt(column - 2) && keyword.charCodeAt(row - 2) === other;
      if (isSwapped) edits = Math.min(edits, before[column - 2]! + 1);
      next[column] = edits;
      if (edits < fewest) fewest = edits;
    }
    if (fewest > max) return max + 1;
    [before, last, next] = [last, next, before];
  }
  let fewest = max + 1;
  for (let column = 0; column <= columns; column++) fewest = Math.min(fewest, last[column]!);
  return fewest;
}
