// The subscribers of each order book. A book is read once for all of them, after its price has moved, and only so many at a time:
// however many channels are open, what they cost is bounded; the ones that wait longest come first.
import type { Clock } from '#platform/clock.ts';
import { bookChange, bookTexts, topOf, type BookTexts } from './order-book.ts';
import type { ApiMarket } from './rest.ts';
import type { ApiSymbol } from './shapes.ts';

export type TellBook = (action: 'snapshot' | 'update', book: BookTexts, seq: number) => void;

export interface BookChannels {
  /** levels: the whole top of the book each time; null = the book once, then what changes. */
  watch(symbol: ApiSymbol, levels: number | null, tell: TellBook): () => void;
  /** Prices of these symbols moved. */
  touch(symbolIds: readonly string[]): void;
  stop(): void;
}

const beatMs = 200;
const readsAtOnce = 8;

interface Reader {
  readonly levels: number | null;
  readonly tell: TellBook;
  /** The top of the book as this reader last got it. */
  lastSent: string;
}

interface Watched {
  readonly symbol: ApiSymbol;
  readonly readers: Set<Reader>;
  book: BookTexts | null;
  seq: number;
  isDue: boolean;
  isReading: boolean;
}

/** 'books' is the whole book, 'books5' its five best levels. */
export function bookLevelsOf(channel: string): number | null | undefined {
  const [isBook, levels] = /^books(1|5|15|50)?$/.exec(channel) ?? [];
  return isBook === undefined ? undefined : levels === undefined ? null : Number(levels);
}

export function createBookChannels(market: Pick<ApiMarket, 'orderBook'>, clock: Clock): BookChannels {
  const watched = new Map<string, Watched>();
  let reading = 0;

  const begin = (entry: Watched, reader: Reader) => {
    if (!entry.book) return;
    if (reader.levels === null) reader.tell('snapshot', entry.book, entry.seq);
    else tellTop(entry, reader);
  };
  const tellTop = ({ book, seq }: Watched, reader: Reader) => {
    const top = topOf(book!, reader.levels!);
    const text = JSON.stringify([top.bids, top.asks]);
    if (text === reader.lastSent) return;
    reader.lastSent = text;
    reader.tell('snapshot', top, seq);
  };

  const applyBook = (entry: Watched, book: BookTexts) => {
    const before = entry.book;
    const change = before && bookChange(before, book);
    if (before && !change) return;
    entry.book = book;
    entry.seq++;
    for (const reader of entry.readers) {
      if (change && reader.levels === null) reader.tell('update', change, entry.seq);
      else begin(entry, reader);
    }
  };

  const read = async (entry: Watched) => {
    entry.isDue = false;
    entry.isReading = true;
    reading++;
    try {
      const book = await market.orderBook(entry.symbol.symbolId);
      if (book && entry.readers.size > 0) applyBook(entry, bookTexts(entry.symbol, book));
    } catch {
      // The source is away: the book is told again when it is back.
      entry.isDue = true;
    } finally {
      entry.isReading = false;
      reading--;
    }
  };

  const cancel = clock.every(beatMs, () => {
    for (const [symbolId, entry] of [...watched]) {
      if (reading >= readsAtOnce) return;
      if (!entry.isDue || entry.isReading) continue;
      // To the end of the line.
      watched.delete(symbolId);
      watched.set(symbolId, entry);
      void read(entry);
    }
  });

  return {
    watch(symbol, levels, tell) {
      const entry = watched.get(symbol.symbolId) ?? { symbol, readers: new Set(), book: null, seq: 0, isDue: true, isReading: false };
      watched.set(symbol.symbolId, entry);
      const reader: Reader = { levels, tell, lastSent: '' };
      entry.readers.add(reader);
      begin(entry, reader);
      return () => {
        entry.readers.delete(reader);
        if (entry.readers.size === 0 && watched.get(symbol.symbolId) === entry) watched.delete(symbol.symbolId);
      };
    },
    touch(symbolIds) {
      if (watched.size === 0) return;
      for (const symbolId of symbolIds) {
        const entry = watched.get(symbolId);
        if (entry) entry.isDue = true;
      }
    },
    stop() {
      cancel();
      watched.clear();
    },
  };
}
