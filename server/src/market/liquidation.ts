// The rim for liquidations: what is told of a position that was closed must make sense before it reaches a listener.
import { minuteMs } from '@tidemark/contract/time.ts';
import type { Liquidation } from '@tidemark/source/source.ts';

export type LiquidationFault = 'unknownSymbol' | 'badSide' | 'notANumber' | 'notPositive' | 'worthDiffers' | 'old' | 'early';

/** Exchanges tell them within a second or two; what is older was told before, or belongs into a period that is closed. */
const oldestMs = 2 * minuteMs;
const earliestMs = minuteMs;
/** Size times price is what it was worth, up to rounding. */
const worthDiffersBy = 0.01;

export function faultOf(told: Liquidation, { nowMs, isContract }: { nowMs: number; isContract(symbolId: string): boolean }) {
  const { symbolId, ts, side, price, size, value } = told;
  const fault = (is: LiquidationFault | null) => is;
  if (!isContract(symbolId)) return fault('unknownSymbol');
  if (side !== 'long' && side !== 'short') return fault('badSide');
  if (![ts, price, size, value].every((figure) => typeof figure === 'number' && Number.isFinite(figure))) return fault('notANumber');
  if (!(price > 0 && size > 0 && value > 0)) return fault('notPositive');
  if (Math.abs(price * size - value) > worthDiffersBy * value) return fault('worthDiffers');
  if (ts < nowMs - oldestMs) return fault('old');
  if (ts > nowMs + earliestMs) return fault('early');
  return fault(null);
}
