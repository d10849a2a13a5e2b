// What a contract's quote has beyond its price, at any millisecond of the running minute.
import { minuteMs } from '@tidemark/contract/time.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { fundingAt, fundingStart } from './contracts.ts';
import type { Crowd } from './crowd.ts';
import { cellsPerDay, minutesPerCell, secondsPerMinute } from './grid.ts';
import { logPriceAt, toPrice } from './history.ts';
import { createCellShape, createDayShape } from './instrument.ts';
import type { Contract, ListedSymbol } from './listing.ts';
import { logIndexPrice, logMarkPrice } from './mark.ts';
import { writeCell, writeDay, writeSeconds } from './shapes.ts';

export type ContractFields = Pick<Tick, 'mark' | 'index' | 'fundingRate' | 'nextFundingAt' | 'openInterest'>;

export interface LiveContract {
  enter(minute: number): void;
  /** At a moment of the minute it stands at. */
  fieldsAt(ms: number): ContractFields;
}

// Working memory: a refresh is over before the next begins.
const spotDay = createDayShape();

export function createLiveContract(listed: ListedSymbol, contract: Contract, crowd: Crowd): LiveContract {
  const { spot, premium, funding } = contract;
  const { priceScale } = listed;
  const { volumeScale } = listed.instrument;
  const spotCell = createCellShape();
  const spotSeconds = new Float64Array(secondsPerMinute + 1);
  let minute = NaN;
  let rate: Pick<ContractFields, 'fundingRate' | 'nextFundingAt'> = {};
  let openInterest = 0;
  return {
    enter(next) {
      minute = next;
      const ms = minute * minuteMs;
      const cell = Math.floor(minute / minutesPerCell);
      if (cell !== spotCell.cell) {
        writeDay(spot.instrument, Math.floor(cell / cellsPerDay), spotDay);
        writeCell(spot.instrument, spotDay, cell, spotCell);
      }
      writeSeconds(spot.instrument, spotCell, minute, spotSeconds);
      if (funding) rate = { fundingRate: fundingAt(premium, funding, ms), nextFundingAt: fundingStart(ms, funding) + funding.intervalMs };
      openInterest = Math.round(crowd.openInterest(ms) * volumeScale) / volumeScale;
    },
    fieldsAt(ms) {
      const logSpot = logPriceAt(spotSeconds, ms - minute * minuteMs);
      return {
        index: toPrice(logIndexPrice(contract, logSpot, ms), priceScale),
        mark: toPrice(logMarkPrice(contract, logSpot, ms), priceScale),
        ...rate,
        openInterest,
      };
    },
  };
}
