// From the form a user filled in to an alert with its first standing: checked against the market as it is now.
import { isDeepStrictEqual } from 'node:util';
import {
  hasPriceSource,
  isChannelType,
  priceSource,
  type AlertForm,
  type AlertType,
  type NoticeChannel,
} from '@tidemark/contract/alert-rules.ts';
import type { BusinessLine } from '@tidemark/contract/business-lines.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Born, MinuteSeen } from '../minute-seen.ts';
import { normal } from '../normal.ts';
import { scaleOf, type Pair, type Pairs, type Reading } from '../pairs.ts';
import { seriesKindOf } from '../engine/series.ts';
import type { Standing } from '../engine/standing.ts';
import { checkStart, freshMs, planLevels, startStanding } from '../engine/start.ts';
import type { AlertValues } from '../store.ts';
import type { AlertRow } from '../store-parts.ts';
import type { Texts } from '../texts.ts';

/** Only the values its type uses are kept; the others would tell twins apart. */
export const valuesOf = (form: AlertForm): AlertValues => {
  const isChannel = isChannelType(form.alertType);
  return {
    type: form.alertType,
    source: hasPriceSource(form) ? form.priceSource : priceSource.market,
    frequency: form.frequency,
    price: isChannel ? null : normal(form.configurePrice),
    priceUp: isChannel ? normal(form.configurePriceUp) : null,
    priceDown: isChannel ? normal(form.configurePriceDown) : null,
    channels: [...new Set(form.channels)].sort((a, b) => a - b),
  };
};

/** What is asked for is what the alert waits for already, however it is spelled. */
export const isSame = (values: AlertValues, row: AlertRow): boolean => isDeepStrictEqual(values, valuesOf(formOf(row)));

/** An alert as it is, as a form. */
export const formOf = (row: AlertRow): AlertForm => ({
  businessLine: row.businessLine as BusinessLine,
  alertType: row.type as AlertType,
  priceSource: row.source as AlertForm['priceSource'],
  frequency: row.frequency as AlertForm['frequency'],
  channels: row.channels as NoticeChannel[],
  configurePrice: normal(row.price),
  configurePriceUp: normal(row.priceUp),
  configurePriceDown: normal(row.priceDown),
});

export interface Beginning {
  readonly values: AlertValues;
  readonly tick: string;
  begin(version: number): Standing;
  readonly startsLatched: boolean;
  readonly born: Born | null;
}

/** Refuses what cannot start now. */
export async function beginAlert(
  { pairs, minutes, texts }: { pairs: Pairs; minutes: Pick<MinuteSeen, 'of'>; texts: Pick<Texts, 'hasTemplate'> },
  pair: Pair,
  form: AlertForm,
  now: number,
): Promise<Beginning> {
  if (pair.isSuspended) refuse('alertNoFreshPrice');
  if (!texts.hasTemplate({ businessLine: form.businessLine, type: form.alertType })) refuse('templateNotFound');
  const kind = seriesKindOf(form);
  const reading: Reading | null = await pairs.read(kind, pair);
  // Ads have no time of their own: they are read as they stand.
  const present = { price: reading?.price ?? null, at: reading ? Math.min(reading.at, now) : -Infinity };
  const scale = scaleOf(pair.tick);
  const wrong = checkStart(form, present, scale, now);
  if (wrong !== null) refuse(wrong);
  const levels = planLevels(form, scale);
  const begin = (version: number) => startStanding({ type: form.alertType, ...levels }, version, reading!.units, now);
  return {
    values: valuesOf(form),
    tick: pair.tick,
    begin,
    startsLatched: begin(1).phase === 'latched',
    born: minutes.of(kind, pair.symbolId, pair.tick, now),
  };
}

/** Brought back as it was: no check of the direction; what holds already waits for the price to go back first. */
export function beginAgain(
  row: AlertValues & { readonly tick: string; readonly version: number },
  reading: Reading | null,
  now: number,
): Standing | null {
  if (reading === null || now - reading.at > freshMs) return null;
  const type = row.type as AlertType;
  const levels = planLevels(
    { alertType: type, configurePrice: row.price, configurePriceUp: row.priceUp, configurePriceDown: row.priceDown },
    scaleOf(row.tick),
  );
  const standing = startStanding({ type, ...levels }, row.version + 1, reading.units, now);
  const isMet = (type === 1 && reading.units >= levels.target) || (type === 2 && reading.units <= levels.target);
  return isMet ? { ...standing, phase: 'latched' } : standing;
}
