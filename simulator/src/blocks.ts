// Blocks of Bitcoin: 144 to a day, found at random moments. Days of blocks are laid out one by one from a known block on,
// so that the height of any moment can be told without counting from the beginning.
import { minedSupply } from '@tidemark/contract/content.ts';
import type { Block, Blocks } from '@tidemark/source/source.ts';
import { drawNormal, drawUniform, keyOf } from './draw.ts';

const blocksPerGroup = 144;
const usualIntervalMs = 597_500;
/** The fourth halving. */
const known: Block = { height: 840_000, at: Date.UTC(2024, 3, 20, 0, 9, 27) };
const recentBlocks = 12;

export function createBlocks(seed: number): (ms: number) => Blocks {
  const groupKey = keyOf(seed, 'blocks/group');
  const blockKey = keyOf(seed, 'blocks/block');
  /** When the group's first block was found: a day apart, give or take an hour. */
  const groupStart = (group: number) =>
    group === 0
      ? known.at
      : known.at +
        group * blocksPerGroup * usualIntervalMs +
        Math.round(3_600_000 * Math.max(-3, Math.min(3, drawNormal(groupKey, group))));
  const groupBlocks = (group: number): Block[] => {
    const start = groupStart(group);
    const waits = Array.from({ length: blocksPerGroup }, (_, i) => -Math.log(drawUniform(blockKey, group * blocksPerGroup + i)));
    const scale = (groupStart(group + 1) - start) / waits.reduce((sum, wait) => sum + wait, 0);
    let at = start;
    return waits.map((wait, i) => {
      const block = { height: known.height + group * blocksPerGroup + i, at: Math.round(at) };
      at += wait * scale;
      return block;
    });
  };
  return (ms) => {
    let group = Math.floor((ms - known.at) / (blocksPerGroup * usualIntervalMs));
    while (groupStart(group) > ms) group--;
    while (groupStart(group + 1) <= ms) group++;
    const found = [...groupBlocks(group - 1), ...groupBlocks(group)].filter((block) => block.at <= ms);
    const newest = found.at(-1)!;
    const lastDay = found.slice(-blocksPerGroup);
    return {
      height: newest.height,
      recent: found.slice(-recentBlocks).reverse(),
      averageIntervalMs: Math.round((newest.at - lastDay[0]!.at) / (lastDay.length - 1)),
    };
  };
}

/** Bitcoins mined by a moment. */
export function createMined(seed: number): (ms: number) => number {
  const blocksAt = createBlocks(seed);
  return (ms) => minedSupply(blocksAt(ms).height);
}
