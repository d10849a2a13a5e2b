import { keptChoice } from '#session/kept-choice.ts';
import { isOffered } from './candle-chart.tsx';

export const { keep: keepInterval, kept: keptInterval } = keptChoice('klineInterval', isOffered);
