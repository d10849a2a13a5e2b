// What was told already. An event of a pair is told once within its window, and again only when its tier has risen; a
// high of a long period has told the shorter ones, too.
import { moverWindowMs, type MoverTier, type MoverType } from '@tidemark/contract/movers.ts';

export interface ReportedEvents {
  isNews(symbolId: string, type: MoverType, tier: MoverTier, at: number): boolean;
  add(symbolId: string, type: MoverType, tier: MoverTier, at: number): void;
}

const includes: Partial<Record<MoverType, readonly MoverType[]>> = {
  newHigh30d: ['newHigh7d', 'newHigh24h'],
  newHigh7d: ['newHigh24h'],
  newLow30d: ['newLow7d', 'newLow24h'],
  newLow7d: ['newLow24h'],
};

export function createReportedEvents(): ReportedEvents {
  const known = new Map<string, { tier: MoverTier; at: number }>();
  const put = (symbolId: string, type: MoverType, tier: MoverTier, at: number) => {
    const before = known.get(`${symbolId} ${type}`);
    if (!before || at >= before.at) known.set(`${symbolId} ${type}`, { tier, at });
  };
  return {
    isNews(symbolId, type, tier, at) {
      const before = known.get(`${symbolId} ${type}`);
      return !before || at - before.at >= moverWindowMs[type] || tier > before.tier;
    },
    add(symbolId, type, tier, at) {
      put(symbolId, type, tier, at);
      for (const shorter of includes[type] ?? []) put(symbolId, shorter, 3, at);
    },
  };
}
