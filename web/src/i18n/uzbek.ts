// Chromium has no words of Uzbek: what Intl would say by a name is said in digits, or by these.
const tagOfUzbek = 'uk-UZ';

export type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Dates without names of months. */
export const inDigits = (tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions =>
  tag === tagOfUzbek && options.month ? { ...options, month: '2-digit' } : options;

/** The name of a unit where Intl has none. */
export const unitName = (tag: string, unit: Unit): string | false =>
  tag === tagOfUzbek && { second: 'son.', minute: 'daq.', hour: 'soat', day: 'kun' }[unit];
