// What a visitor entered before they were sent to log in, kept so that the form comes back as it was left.
import { localStore } from '#session/local-store.ts';
import type { AlertForm } from './alert-form.ts';

const key = 'alertDraft';
const keptMs = 3_600_000;

export const keepDraft = (form: AlertForm, now: number): void => localStore.setItem(key, JSON.stringify({ form, keptAt: now }));

/** Of this pair, and not from long ago. Any script may have written into the store, so what has another shape than a form is no draft. */
export function draftOf(start: AlertForm, now: number): AlertForm | null {
  try {
    const { form, keptAt } = JSON.parse(localStore.getItem(key) ?? 'null') as { form: Record<string, unknown>; keptAt: number };
    if (!(now - keptAt < keptMs) || form.symbolId !== start.symbolId || form.businessLine !== start.businessLine) return null;
    const isWhole = Object.entries(start).every(
      ([name, value]) => typeof form[name] === typeof value && Array.isArray(form[name]) === Array.isArray(value),
    );
    return isWhole ? { ...start, ...form } : null;
  } catch {
    return null;
  }
}

export const dropDraft = (): void => localStore.removeItem(key);
