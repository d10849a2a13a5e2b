// Where the chain of Bitcoin stands. Forecast and states are made of it by the contract's rules, with the operator's config.
import { halving } from '@tidemark/contract/content.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { dayStart } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Part } from './part.ts';
import { figureOrNull, figureText } from './trading-data/figure.ts';

const symbolId = 'BTCUSDT';
/** Blocks come every ten minutes; a page asked for by thousands asks the source once. */
const heldMs = 5_000;

export function createHalving({ clock, market }: { readonly clock: Clock; readonly market: Market }): Part<'bitcoinHalving'> {
  let held: { readonly askedAt: number; readonly blocks: ReturnType<Market['blocks']> } | null = null;
  let priceAtLast: string | null = null;

  const blocks = () => {
    if (held && clock.now() - held.askedAt < heldMs) return held.blocks;
    held = { askedAt: clock.now(), blocks: market.blocks() };
    held.blocks.catch(() => (held = null));
    return held.blocks;
  };

  /** History does not change: once known, it stays. */
  const readPriceAtLast = async () => {
    const day = dayStart(halving.past.at(-1)!.at);
    const [found] = (await market.candles([{ symbolId, interval: '1d', from: day, to: day, limit: 1 }])) ?? [];
    return figureOrNull(found?.find(({ ts }) => ts === day)?.close);
  };

  return {
    calls: {
      async bitcoinHalving() {
        const chain = await blocks();
        const newest = chain?.recent[0];
        if (!chain || !newest) return refuse('sourceLacksData');
        priceAtLast ??= await readPriceAtLast();
        const price = market.board.quote(symbolId)?.last;
        return {
          height: chain.height,
          lastBlockAt: newest.at,
          averageIntervalMs: chain.averageIntervalMs,
          price: price === undefined ? null : figureText(price),
          priceAtLastHalving: priceAtLast,
          asOf: clock.now(),
        };
      },
    },
    start: async () => {},
    stop: async () => {},
  };
}
