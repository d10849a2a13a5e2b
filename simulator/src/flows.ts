// What takers did over any stretch of time: volume by side, and turnover by side and size of order. Reads the same minutes
// as the candles and the same orders as the trades.
import { fundFlowRule, fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import type { MetricValues, Trade } from '@tidemark/source/source.ts';
import { cellMs, cellOf, cellsPerDay, dayOf, minuteOf, minutesPerCell } from './grid.ts';
import { createCellShape, createDayShape } from './instrument.ts';
import type { ListedSymbol } from './listing.ts';
import { createTaker, type Taker } from './taker.ts';
import { writeCell, writeDay } from './shapes.ts';

export type TakerVolume = MetricValues['takerVolume'];
export type FundFlow = MetricValues['fundFlow'];

export interface Flows {
  /** Over [from, end); both on a minute's edge, except that end may be a moment of the running minute. */
  takerVolume(listed: ListedSymbol, from: number, end: number): TakerVolume;
  fundFlow(listed: ListedSymbol, from: number, end: number): FundFlow;
  /** Whether the fund flow of the stretch is at hand, so that asking for it costs next to nothing. */
  hasFundFlow(listed: ListedSymbol, from: number, end: number): boolean;
  /** Of one minute, oldest first. */
  trades(listed: ListedSymbol, minute: number): Trade[];
}

const rememberedSymbols = 64;
/** Of so many symbols, and of each at most a year. */
const rememberedFlows = 24;
const rememberedCells = 48 * 370;

export function createFlows(seed: number): Flows {
  const day = createDayShape();
  const cell = createCellShape();
  const bought = new Float64Array(minutesPerCell);
  let dayOwner: ListedSymbol | null = null;
  /** Fund flow by cell: dear to make, so kept apart from what every look at a symbol makes. */
  const flowCells = new Map<ListedSymbol, Map<number, Float64Array>>();
  const takers = new Map<ListedSymbol, { taker: Taker; thresholds: Map<number, { whale: number; dolphin: number }> }>();

  const stateOf = (listed: ListedSymbol) => {
    let state = takers.get(listed);
    if (!state) {
      takers.set(listed, (state = { taker: createTaker(seed, listed), thresholds: new Map() }));
      if (takers.size > rememberedSymbols) takers.delete(takers.keys().next().value!);
    }
    return state;
  };

  const cellsOf = (listed: ListedSymbol) => {
    const cells = flowCells.get(listed) ?? new Map<number, Float64Array>();
    flowCells.delete(listed);
    flowCells.set(listed, cells);
    if (flowCells.size > rememberedFlows) flowCells.delete(flowCells.keys().next().value!);
    return cells;
  };

  const enterDay = (listed: ListedSymbol, dayNumber: number) => {
    if (dayOwner === listed && day.day === dayNumber) return;
    writeDay(listed.instrument, dayNumber, day);
    dayOwner = listed;
  };
  const enterCell = (listed: ListedSymbol, taker: Taker, cellNumber: number) => {
    enterDay(listed, Math.floor(cellNumber / cellsPerDay));
    writeCell(listed.instrument, day, cellNumber, cell);
    taker.boughtInMinutes(day, cell, bought);
  };

  /** Whole cells where the stretch allows, else minutes; the last one may be only partly over. */
  const walk = (
    from: number,
    end: number,
    onCell: (cell: number) => boolean,
    onMinute: (cell: number, m: number, part: number) => void,
  ) => {
    for (let ms = from; ms < end;) {
      if (ms % cellMs === 0 && ms + cellMs <= end && onCell(cellOf(ms))) {
        ms += cellMs;
        continue;
      }
      const next = Math.min(end, ms + minuteMs);
      onMinute(cellOf(ms), minuteOf(ms) % minutesPerCell, (next - ms) / minuteMs);
      ms = next;
    }
  };

  /** By the mean turnover of the seven days before. */
  const thresholdsOf = (listed: ListedSymbol, dayNumber: number) => {
    const { thresholds } = stateOf(listed);
    let known = thresholds.get(dayNumber);
    if (!known) {
      let sum = 0;
      for (let ago = 1; ago <= fundFlowRule.averageDays; ago++) {
        enterDay(listed, dayNumber - ago);
        for (let k = 0; k < cellsPerDay; k++) sum += day.turnover[k]!;
      }
      known = fundFlowThresholds((sum / listed.instrument.turnoverScale / fundFlowRule.averageDays) * usdtPerQuote(listed));
      thresholds.set(dayNumber, known);
    }
    return known;
  };

  /** The orders of a minute until the given moment of it. */
  const addMinute = (
    listed: ListedSymbol,
    taker: Taker,
    m: number,
    untilMs: number,
    thresholds: { whale: number; dolphin: number },
    into: Float64Array,
  ) => {
    if (cell.volume[m] === 0) return;
    const { volumeScale } = listed.instrument;
    const whale = thresholds.whale / usdtPerQuote(listed);
    const dolphin = thresholds.dolphin / usdtPerQuote(listed);
    const { count, sizes, times, prices } = taker.orders(cell, m, bought[m]!);
    for (let i = 0; i < count && times[i]! < untilMs; i++) {
      const size = sizes[i]!;
      const amount = (Math.abs(size) / volumeScale) * prices[i]!;
      const who = amount >= whale ? 0 : amount >= dolphin ? 2 : 4;
      into[who + (size > 0 ? 0 : 1)]! += amount;
    }
  };

  return {
    takerVolume(listed, from, end) {
      const { taker } = stateOf(listed);
      const { volumeScale } = listed.instrument;
      let buy = 0;
      let all = 0;
      let entered = NaN;
      walk(
        from,
        end,
        (cellNumber) => {
          enterDay(listed, Math.floor(cellNumber / cellsPerDay));
          const k = cellNumber - day.day * cellsPerDay;
          buy += taker.boughtInCell(day, k);
          all += day.volume[k]!;
          return true;
        },
        (cellNumber, m, part) => {
          if (entered !== cellNumber) enterCell(listed, taker, (entered = cellNumber));
          buy += Math.floor(bought[m]! * part);
          all += Math.floor(cell.volume[m]! * part);
        },
      );
      return { buy: buy / volumeScale, sell: (all - buy) / volumeScale };
    },

    fundFlow(listed, from, end) {
      const { taker } = stateOf(listed);
      const cells = cellsOf(listed);
      const flow = new Float64Array(flowNames.length);
      let entered = NaN;
      walk(
        from,
        end,
        (cellNumber) => {
          let known = cells.get(cellNumber);
          if (!known) {
            const thresholds = thresholdsOf(listed, Math.floor(cellNumber / cellsPerDay));
            known = new Float64Array(flowNames.length);
            enterCell(listed, taker, (entered = cellNumber));
            for (let m = 0; m < minutesPerCell; m++) addMinute(listed, taker, m, minuteMs, thresholds, known);
            cells.set(cellNumber, known);
            if (cells.size > rememberedCells) cells.delete(cells.keys().next().value!);
          }
          for (let i = 0; i < flow.length; i++) flow[i]! += known[i]!;
          return true;
        },
        (cellNumber, m, part) => {
          const thresholds = thresholdsOf(listed, dayOf(cellNumber * cellMs));
          if (entered !== cellNumber) enterCell(listed, taker, (entered = cellNumber));
          addMinute(listed, taker, m, part * minuteMs, thresholds, flow);
        },
      );
      return Object.fromEntries(flowNames.map((name, i) => [name, flow[i]!])) as FundFlow;
    },

    hasFundFlow(listed, from, end) {
      const cells = cellsOf(listed);
      if (from % cellMs !== 0 || end % cellMs !== 0) return false;
      for (let cellNumber = cellOf(from); cellNumber < cellOf(end); cellNumber++) if (!cells.has(cellNumber)) return false;
      return true;
    },

    trades(listed, minute) {
      const { taker } = stateOf(listed);
      const cellNumber = Math.floor(minute / minutesPerCell);
      enterCell(listed, taker, cellNumber);
      return taker.trades(cell, minute - cellNumber * minutesPerCell, bought[minute - cellNumber * minutesPerCell]!);
    },
  };
}

/** By place in the working sums. */
const flowNames = [
  'whaleBuy',
  'whaleSell',
  'dolphinBuy',
  'dolphinSell',
  'fishBuy',
  'fishSell',
] as const satisfies readonly (keyof FundFlow)[];

const usdtPerQuote = ({ dailyTurnoverUsdt, instrument }: ListedSymbol): number => dailyTurnoverUsdt / instrument.dailyTurnover;

/** Orders of so many days are added up while the caller waits; those before are added up in the background (past-flows.ts). */
export const fundFlowReachMs = 10 * dayMs;
export const fundFlowPastMs = 366 * dayMs;
