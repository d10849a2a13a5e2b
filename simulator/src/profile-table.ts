// Measured shapes of the day and the week (UTC), all relative to their mean.
export const volumeByHour = [
  0.92, 0.65, 0.63, 0.82, 0.69, 0.55, 0.51, 0.6, 0.92, 0.78, 0.89, 0.87, 0.97, 1.2, 1.7, 1.57, 1.41, 1.27, 1.26, 1.39, 1.38, 1.16, 0.99,
  0.94,
];
export const moveByHour = [
  1.04, 0.82, 0.74, 0.82, 0.79, 0.74, 0.74, 0.77, 0.89, 0.85, 0.91, 0.92, 0.99, 1.08, 1.33, 1.33, 1.22, 1.12, 1.16, 1.23, 1.32, 1.13, 1.12,
  0.98,
];
/** Monday first. */
export const turnoverByWeekday = [1.22, 1.12, 1.05, 1.1, 1.14, 0.6, 0.77];
export const moveByWeekday = [1.06, 1.04, 1.02, 1.05, 1.07, 0.8, 0.92];
/** The first minute after the hour is busier than the rest of it. */
export const firstMinuteOfHour = 1.34;
