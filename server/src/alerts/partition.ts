// Alerts are judged by partitions of symbols; each partition has one judge at a time, in any process.
export const partitionCount = 32;

/** FNV-1a over the letters: the same in every process and for ever. */
export function partitionOf(symbolId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < symbolId.length; at++) hash = Math.imul(hash ^ symbolId.charCodeAt(at), 0x01000193) >>> 0;
  return hash % partitionCount;
}
