// The newest quote of every symbol. Writes are judged first (tick.ts) and numbered: seq grows by one with every accepted
// quote of the whole board, and every term of a feed begins above those before, so a reader can see what it missed.
import { quoteAt, type ContractQuoteRow, type QuoteRow } from '@tidemark/contract/market.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { hourMs } from '@tidemark/contract/time.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import { createCatalog, emptyCatalog, type Catalog } from './catalog/catalog.ts';
import { faultOf, wholeMs, type TickFault } from './tick.ts';

export interface Quote extends Tick {
  readonly seq: number;
}

/** As it travels: what one feed accepted at once. */
export interface QuoteBatch {
  readonly epoch: number;
  readonly quotes: readonly Quote[];
}

export interface Board {
  quote(symbolId: string): Quote | undefined;
  /** As it travels to browsers; null = unknown or without a price yet. */
  row(symbolId: string): QuoteRow | null;
  /** JSON text of row(). */
  encodedRow(symbolId: string): string | null;
  /** In catalog order. */
  ids(instType: InstType): readonly string[];
  all(): readonly Quote[];
  /**
   * Feed side: a term begins. Clocks of two feeds differ: where the one before was ahead of this one, nothing that came before makes a tick
   * an old one; nor where this one tells of another time, as another recording does.
   */
  begin(term: { readonly epoch: number; readonly seqAfter: number }): void;
  /** Feed side: a number that no quote gets. A listener sees by it that something is missing there. */
  skip(): number;
  /** The newest number that was given away or seen. */
  seq(): number;
  /** Feed side: judges, numbers and keeps ticks; answers what was accepted. */
  apply(ticks: readonly Tick[]): readonly Quote[];
  /** Replica side: keeps what is newer than what it has, by epoch and then by number; answers what it kept. */
  merge(batch: QuoteBatch): readonly Quote[];
  /** Symbols that are gone lose their quotes. */
  setCatalog(catalog: Catalog): void;
}

interface Entry {
  readonly symbol: MarketSymbol;
  quote: Quote | undefined;
  /** Of the feed that told the quote. */
  epoch: number;
  row: QuoteRow | null;
  encoded: string | null;
}

/** A price that is older than the last one of the feed before by more than this is not late but of another time. */
const otherTimeMs = hourMs;

export interface BoardDeps {
  readonly clock: Clock;
  onRefused?(fault: TickFault, tick: Tick): void;
  /** Once in a term. */
  onOtherTime?(tick: Tick, before: Quote): void;
}

export function createBoard({ clock, onRefused = () => {}, onOtherTime = () => {} }: BoardDeps): Board {
  let catalog = createCatalog(emptyCatalog);
  let entries = new Map<string, Entry>();
  let ids = new Map<InstType, readonly string[]>();
  let seq = 0;
  let epochNow = 0;
  /** Times of the feed before and of this one can be compared. */
  let isOneTime = false;
  let saysOtherTime = false;

  const isOlder = ({ quote, epoch }: Entry, tick: Tick): boolean => {
    if (!quote || tick.ts >= quote.ts) return false;
    if (epoch === epochNow) return true;
    if (!isOneTime) return false;
    const isOther = tick.ts < quote.ts - otherTimeMs;
    if (isOther && !saysOtherTime) onOtherTime(tick, quote);
    saysOtherTime ||= isOther;
    return !isOther;
  };

  const keep = (entry: Entry, quote: Quote) => {
    entry.quote = quote;
    entry.row = null;
    entry.encoded = null;
  };

  const rowOf = (entry: Entry | undefined): QuoteRow | null => {
    if (!entry?.quote) return null;
    return (entry.row ??= toRow(entry.quote, entry.symbol));
  };

  return {
    quote: (symbolId) => entries.get(symbolId)?.quote,
    row: (symbolId) => rowOf(entries.get(symbolId)),
    encodedRow(symbolId) {
      const entry = entries.get(symbolId);
      const row = rowOf(entry);
      return row && (entry!.encoded ??= JSON.stringify(row));
    },
    ids(instType) {
      const known = ids.get(instType) ?? catalog.symbolsOf(instType).map((symbol) => symbol.symbolId);
      ids.set(instType, known);
      return known;
    },
    all: () => [...entries.values()].flatMap(({ quote }) => (quote ? [quote] : [])),

    begin(term) {
      epochNow = term.epoch;
      seq = term.seqAfter;
      saysOtherTime = false;
      const now = clock.now();
      isOneTime = [...entries.values()].every(({ quote }) => quote === undefined || quote.ts <= now);
    },
    skip: () => ++seq,
    seq: () => seq,

    apply(ticks) {
      const now = clock.now();
      const accepted: Quote[] = [];
      for (const told of ticks) {
        const tick = Number.isInteger(told.ts) ? told : { ...told, ts: wholeMs(told.ts) };
        const entry = entries.get(tick.symbolId);
        const fault = !entry ? 'unknownSymbol' : (faultOf(tick, now) ?? (isOlder(entry, tick) ? 'older' : null));
        if (fault || !entry) {
          onRefused(fault ?? 'unknownSymbol', tick);
          continue;
        }
        const quote: Quote = { ...tick, seq: ++seq };
        entry.epoch = epochNow;
        keep(entry, quote);
        accepted.push(quote);
      }
      return accepted;
    },

    merge({ epoch, quotes }) {
      const kept: Quote[] = [];
      for (const quote of quotes) {
        const entry = entries.get(quote.symbolId);
        if (!entry || entry.epoch > epoch || (entry.epoch === epoch && entry.quote && entry.quote.seq >= quote.seq)) continue;
        entry.epoch = epoch;
        keep(entry, quote);
        kept.push(quote);
        if (quote.seq > seq) seq = quote.seq;
      }
      return kept;
    },

    setCatalog(next) {
      const before = entries;
      catalog = next;
      ids = new Map();
      entries = new Map(
        next.data.symbols.map((symbol) => [
          symbol.symbolId,
          { symbol, quote: before.get(symbol.symbolId)?.quote, epoch: before.get(symbol.symbolId)?.epoch ?? 0, row: null, encoded: null },
        ]),
      );
    },
  };
}

/** Turnover in a dear quote currency has its meaning behind the point. */
export const amountText = (amount: number): string => amount.toFixed(amount >= 100_000 ? 2 : 6);

/** Finer than the smallest step of any source. */
const rateText = (rate: number): string => rate.toFixed(8);

function toRow(quote: Quote, { instType, pricePrecision, quantityPrecision }: MarketSymbol): QuoteRow {
  const row: QuoteRow = ['', '', '', '', '', '', 0, 0];
  row[quoteAt.symbolId] = quote.symbolId;
  row[quoteAt.last] = quote.last.toFixed(pricePrecision);
  row[quoteAt.open24h] = quote.open24h.toFixed(pricePrecision);
  row[quoteAt.high24h] = quote.high24h.toFixed(pricePrecision);
  row[quoteAt.low24h] = quote.low24h.toFixed(pricePrecision);
  row[quoteAt.turnover24h] = amountText(quote.turnover24h);
  row[quoteAt.ts] = quote.ts;
  row[quoteAt.seq] = quote.seq;
  if (instType === 'sp') return row;
  const { mark, index, fundingRate, nextFundingAt, openInterest } = quote;
  return [
    ...row,
    mark?.toFixed(pricePrecision) ?? null,
    index?.toFixed(pricePrecision) ?? null,
    fundingRate === undefined ? null : rateText(fundingRate),
    nextFundingAt ?? null,
    openInterest?.toFixed(quantityPrecision) ?? null,
  ] as ContractQuoteRow;
}
