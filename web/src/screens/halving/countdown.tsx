import type { HalvingForecast } from '@tidemark/contract/content.ts';
import { halving } from '@tidemark/contract/content.ts';
import { useEffect, useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { createMarketClock } from './market-clock.ts';

const unitsMs = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 } as const;
const unitNames = Object.keys(unitsMs) as (keyof typeof unitsMs)[];

/** A tick a second once the page is alive; on the first paint, when the chain was read. */
export function useMarketNow(asOf: number): number {
  const [now, setNow] = useState(asOf);
  useEffect(() => {
    const read = createMarketClock(asOf);
    const tick = () => setNow(read());
    tick();
    const timer = setInterval(tick, halving.tickMs);
    return () => clearInterval(timer);
  }, [asOf]);
  return now;
}

export function Countdown({ forecast, now }: { forecast: HalvingForecast; now: number }) {
  const t = useText();
  const left = Math.max(0, forecast.estimatedAt - now);
  return (
    <div className="halving-clock" role="timer" aria-label={t('halving.countdown')}>
      {unitNames.map((unit, i) => {
        const before = i === 0 ? Infinity : unitsMs[unitNames[i - 1]!];
        const amount = Math.floor((left % before) / unitsMs[unit]);
        return (
          <span key={unit} className="halving-unit">
            <b className="num">{i === 0 ? amount : String(amount).padStart(2, '0')}</b>
            <span>{t(`halving.unit.${unit}`, { count: amount })}</span>
          </span>
        );
      })}
    </div>
  );
}
