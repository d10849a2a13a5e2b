// How an alert begins: at create, edit and switch on alike. It is checked against a fresh price and starts from it, and
// it never fires on that price.
import {
  alertType,
  checkAlertForm,
  checkP2pPrice,
  checkTarget,
  isChannelType,
  isPercentType,
  p2pSides,
  type AlertForm,
} from '@tidemark/contract/alert-rules.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { changeLevel, sideOf } from './levels.ts';
import { maxUnits, percentScale, type Scale } from './scale.ts';
import { newStanding, type Alert, type Standing } from './standing.ts';

/** A price older than this is stale: nothing starts on it, and alerts that wait for it say so. */
export const freshMs = 30_000;

/** What is known now of the series of an alert: a plain decimal, or null when there is no price (or no ad). */
export interface Present {
  readonly price: string | null;
  readonly at: number;
}

/** The first thing wrong with starting this alert now, or null. */
export function checkStart(form: AlertForm, present: Present, scale: Scale, now: number): ErrorName | null {
  const wrong = checkAlertForm(form);
  if (wrong !== null) return wrong;
  const price = now - present.at <= freshMs ? present.price : null;
  if (form.businessLine === businessLine.p2p) {
    const side = form.alertType === p2pSides.buy ? 'buy' : 'sell';
    const refused = checkP2pPrice(side, form.configurePrice, { lowest: price, highest: price });
    if (refused !== null) return refused;
  } else if (!isChannelType(form.alertType) && !isPercentType(form.alertType)) {
    const refused = checkTarget(form.alertType, form.configurePrice, price);
    if (refused !== null) return refused;
  }
  if (price === null) return 'alertNoFreshPrice';
  const { target, upper } = planLevels(form, scale);
  if (Math.max(target, upper) > maxUnits) return 'alertInvalidPrice';
  // Bounds between the same two ticks: no price can ever be inside.
  return isChannelType(form.alertType) && target > upper ? 'alertInvalidPrice' : null;
}

/** The numbers of a form as the engine takes them, moved onto the tick grid to the side where nothing fires early. */
export function planLevels(
  form: Pick<AlertForm, 'alertType' | 'configurePrice' | 'configurePriceUp' | 'configurePriceDown'>,
  scale: Scale,
): Pick<Alert, 'target' | 'upper'> {
  const { alertType: type, configurePrice, configurePriceUp, configurePriceDown } = form;
  if (isChannelType(type)) return { target: scale.unitsUp(configurePriceDown ?? ''), upper: scale.unitsDown(configurePriceUp ?? '') };
  const value = configurePrice ?? '';
  if (isPercentType(type)) return { target: percentScale.unitsUp(value), upper: 0 };
  return { target: type === alertType.risesTo ? scale.unitsUp(value) : scale.unitsDown(value), upper: 0 };
}

/** How it stands at its start on a value in units: latched where the condition holds already, and then the answer says so. */
export function startStanding(alert: Pick<Alert, 'type' | 'target' | 'upper'>, version: number, value: number, at: number): Standing {
  const standing = newStanding(version, at);
  switch (alert.type) {
    case alertType.risesTo:
    case alertType.fallsTo:
      break;
    case alertType.risePercent:
    case alertType.fallPercent:
      standing.anchor = value;
      break;
    case alertType.rise24hPercent:
      if (value >= changeLevel(alert.target)) standing.phase = 'latched';
      break;
    case alertType.fall24hPercent:
      if (value <= -changeLevel(alert.target)) standing.phase = 'latched';
      break;
    case alertType.entersChannel:
      standing.place = sideOf(alert, value);
      if (standing.place === 0) standing.phase = 'latched';
      break;
    case alertType.exitsChannel:
      standing.place = sideOf(alert, value);
      if (standing.place !== 0) standing.phase = 'latched';
      break;
  }
  return standing;
}
