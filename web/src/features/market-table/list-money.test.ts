import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { QuoteRow } from '@tidemark/contract/market.ts';
import type { DataFrame } from '@tidemark/contract/socket.ts';
import { createQuotes } from '#live/quotes.ts';
import { createListMoney } from './list-money.ts';
import { createWorthOf } from './worth.ts';

const row = (symbolId: string, last: string, seq: number): QuoteRow =>
  [symbolId, last, '1', '1', '1', '1', 1_000 + seq, seq] as unknown as QuoteRow;

it('a row that is still as the server wrote it keeps the worth of that moment; its first tick brings the new one', () => {
  const frames: (() => void)[] = [];
  let hear: ((frame: DataFrame) => void) | null = null;
  const quotes = createQuotes({
    socket: { subscribe: (_arg, onFrame) => ((hear = onFrame), () => {}) },
    requestFrame: (fn) => void frames.push(fn),
  });
  quotes.seed([row('BTCUSDT', '50000', 1), row('ETHBTC', '0.05', 1)]);
  const money = createListMoney(
    'USD',
    { USD: '1' },
    quotes,
    createWorthOf({}, (symbolId) => quotes.get(symbolId)?.last),
    null,
  );
  quotes.watch('BTCUSDT', () => {});
  const tell = (...rows: QuoteRow[]) => {
    hear!({ ts: 0, data: rows } as unknown as DataFrame);
    frames.splice(0).forEach((fn) => fn());
  };

  tell(row('BTCUSDT', '60000', 2));
  assert.equal(money.toFiat(0.05, 'BTC', quotes.get('ETHBTC')!), 2_500);
  tell(row('ETHBTC', '0.05', 2));
  assert.equal(money.toFiat(0.05, 'BTC', quotes.get('ETHBTC')!), 3_000);
});
