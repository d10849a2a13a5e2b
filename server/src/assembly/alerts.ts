// The role alerts: judges every price.
import { createAlertJudge } from '#alerts/index.ts';
import type { MarketRooms } from './feed.ts';
import type { ProcessParts } from './process-parts.ts';

export async function startAlerts(parts: ProcessParts, { market, marketClock }: MarketRooms): Promise<void> {
  const { db, bus, clock, log, metrics, onStop } = parts;
  const judge = createAlertJudge({ db, bus, clock, marketClock, log, metrics, market });
  await judge.start();
  onStop(() => judge.stop());
}
