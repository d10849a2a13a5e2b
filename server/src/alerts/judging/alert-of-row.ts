import type { AlertForm } from '@tidemark/contract/alert-rules.ts';
import type { Alert } from '../engine/standing.ts';
import { planLevels } from '../engine/start.ts';
import { scaleOf } from '../pairs.ts';
import type { JudgedAlert } from './judge-store.ts';

/** A row of the store as the engine knows it. */
export const alertOf = (row: JudgedAlert, series: number): Alert => {
  const form = {
    alertType: row.type,
    configurePrice: row.price,
    configurePriceUp: row.priceUp,
    configurePriceDown: row.priceDown,
  } as AlertForm;
  const levels = planLevels(form, scaleOf(row.tick));
  return { id: row.id, series, type: row.type, frequency: row.frequency, timeZone: row.timeZone, ...levels } as Alert;
};
