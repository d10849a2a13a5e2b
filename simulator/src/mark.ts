// Index and mark of a contract, as logarithms: the index is what the coin costs in the world, the mark is what the contract is
// worth by it, with the premium smoothed so that one trade cannot move it.
import { cellMs } from './grid.ts';
import type { Contract } from './listing.ts';

export const logIndexPrice = (contract: Contract, logSpot: number, ms: number): number => logSpot + contract.indexOffset(ms);

export function logMarkPrice(contract: Contract, logSpot: number, ms: number): number {
  const cell = Math.floor(ms / cellMs);
  const f = ms / cellMs - cell;
  const premium = contract.premium(cell) * (1 - f) + contract.premium(cell + 1) * f;
  return logIndexPrice(contract, logSpot, ms) + premium;
}
