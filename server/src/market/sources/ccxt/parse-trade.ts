// Trades of an exchange, judged; in time order, though they may come in any order.
import type { Trade } from '@tidemark/source/source.ts';
import { fieldOf, readNumber } from './read-number.ts';

export type TradeFault = 'notANumber' | 'notPositive' | 'badSide' | 'listedTwice';

function parseTrade(row: unknown, symbolId: string): Trade | TradeFault {
  const [ts, price, size] = ['timestamp', 'price', 'amount'].map((name) => readNumber(fieldOf(row, name))) as [number, number, number];
  const side = fieldOf(row, 'side');
  if (!Number.isFinite(ts + price + size)) return 'notANumber';
  if (!(ts > 0 && price > 0 && size > 0)) return 'notPositive';
  if (side !== 'buy' && side !== 'sell') return 'badSide';
  const id = fieldOf(row, 'id');
  // Exchanges tell fills; those of one order have its moment and its side.
  const order = fieldOf(row, 'order');
  return {
    id: typeof id === 'string' ? id : `${ts}-${price}-${size}`,
    symbolId,
    ts,
    price,
    size,
    side,
    order: typeof order === 'string' ? order : `${ts} ${side}`,
  };
}

export function parseTrades(rows: readonly unknown[], symbolId: string): { trades: readonly Trade[]; refused: readonly TradeFault[] } {
  const refused: TradeFault[] = [];
  const byId = new Map<string, Trade>();
  for (const row of rows) {
    const trade = parseTrade(row, symbolId);
    if (typeof trade === 'string') refused.push(trade);
    else if (byId.has(trade.id)) refused.push('listedTwice');
    else byId.set(trade.id, trade);
  }
  return { trades: [...byId.values()].sort((a, b) => a.ts - b.ts), refused };
}
