// The recent past of one price: every ten seconds for two hours, every hour for eight days, and the running day (UTC).
// What is not known is NaN and never leaves this file as a number.
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';

export const gridMs = 10_000;
export const weekMs = 7 * dayMs;
const gridSlots = 721;
const hourSlots = 192;
const weekHours = 168;

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

export class PriceTrack {
  /** Slot g: the last price at or before g x 10 s. */
  readonly #grid = new Float64Array(gridSlots).fill(NaN);
  #gridEnd = -1;
  readonly #close = new Float64Array(hourSlots).fill(NaN);
  readonly #high = new Float64Array(hourSlots).fill(NaN);
  readonly #low = new Float64Array(hourSlots).fill(NaN);
  readonly #turnover = new Float64Array(hourSlots).fill(NaN);
  #hourEnd = -1;
  #high7d = NaN;
  #low7d = NaN;
  #last = NaN;
  #lastTs = -1;
  #day = -1;
  #dayOpen = NaN;
  #dayHigh = NaN;
  #dayLow = NaN;
  /** Closes of minutes a week ago, by the minute they belong to. */
  #weekAgo: ReadonlyMap<number, number> = new Map();
  /** The past was read from candles; before that highs and lows of a week would be those of minutes. */
  isComplete = false;

  take(price: number, ts: number): void {
    if (ts < this.#lastTs) return;
    this.#rollGrid(price, ts);
    this.#rollHours(price, ts);
    this.#rollDay(price, ts);
    this.#last = price;
    this.#lastTs = ts;
  }

  /** The price that held at a moment on the grid of ten seconds, up to two hours back; null = not known. */
  priceAt(ms: number): number | null {
    const slot = Math.floor(ms / gridMs);
    if (slot > this.#gridEnd) return orNull(this.#last);
    return slot <= this.#gridEnd - gridSlots ? null : orNull(this.#grid[slot % gridSlots]!);
  }

  /** Closing price of the hour that begins at hour x 1 h. */
  closeOf(hour: number): number | null {
    return hour > this.#hourEnd || hour <= this.#hourEnd - hourSlots ? null : orNull(this.#close[hour % hourSlots]!);
  }

  /** The price at a full hour: the close of the hour before it. */
  priceAtHour(hour: number): number | null {
    if (hour > this.#hourEnd) return orNull(this.#last);
    return this.closeOf(hour - 1);
  }

  /** The price a week before now, to the minute; where that minute is not known, at the full hour before it. */
  priceAWeekBefore(now: number): number | null {
    return this.#weekAgo.get(Math.floor((now - weekMs) / minuteMs) - 1) ?? this.priceAtHour(Math.floor(now / hourMs) - weekHours);
  }

  takeWeekAgo(minutes: readonly Candle[]): void {
    this.#weekAgo = new Map(minutes.map(({ ts, close }) => [Math.floor(ts / minuteMs), close]));
  }

  /** Highest and lowest of the running hour and the 168 before it. */
  get week(): { readonly high: number; readonly low: number } | null {
    return this.isComplete && Number.isFinite(this.#high7d) ? { high: this.#high7d, low: this.#low7d } : null;
  }

  get day(): { readonly open: number; readonly high: number; readonly low: number } | null {
    return this.isComplete && Number.isFinite(this.#dayOpen) ? { open: this.#dayOpen, high: this.#dayHigh, low: this.#dayLow } : null;
  }

  /** Mean turnover of a day over the last week, in quote currency; null = less than a day of it is known. */
  meanDayTurnover(): number | null {
    let sum = 0;
    let hours = 0;
    for (let hour = this.#hourEnd - weekHours; hour < this.#hourEnd; hour++) {
      const turnover = this.#turnover[((hour % hourSlots) + hourSlots) % hourSlots]!;
      if (hour < 0 || !Number.isFinite(turnover)) continue;
      sum += turnover;
      hours++;
    }
    return hours < 24 ? null : (sum / hours) * 24;
  }

  /** Fills what the live stream has not told: minutes for the grid, hours for the rest. Oldest first. */
  backfill(minutes: readonly Candle[], hours: readonly Candle[]): void {
    const now = this.#lastTs;
    if (now < 0) return;
    for (const { ts, close } of minutes) {
      const end = ts + minuteMs;
      if (end > now) continue;
      for (let slot = end / gridMs, to = (end + minuteMs) / gridMs; slot < to; slot++) this.#fillSlot(slot, close);
    }
    for (const candle of hours) this.#fillHour(candle, now);
    this.#recountWeek();
    this.isComplete = true;
  }

  #fillSlot(slot: number, price: number): void {
    if (slot > this.#gridEnd || slot <= this.#gridEnd - gridSlots) return;
    const at = slot % gridSlots;
    if (Number.isNaN(this.#grid[at]!)) this.#grid[at] = price;
  }

  #fillHour(candle: Candle, now: number): void {
    const hour = Math.floor(candle.ts / hourMs);
    if (hour > this.#hourEnd || hour <= this.#hourEnd - hourSlots) return;
    const at = hour % hourSlots;
    const isOver = candle.ts + hourMs <= now;
    const [high, low] = [this.#high[at]!, this.#low[at]!];
    this.#high[at] = Number.isNaN(high) ? candle.high : Math.max(high, candle.high);
    this.#low[at] = Number.isNaN(low) ? candle.low : Math.min(low, candle.low);
    if (isOver) {
      this.#close[at] = candle.close;
      this.#turnover[at] = candle.turnover;
    }
    if (Math.floor(candle.ts / dayMs) !== this.#day) return;
    if (candle.ts === this.#day * dayMs) this.#dayOpen = candle.open;
    this.#dayHigh = Math.max(this.#dayHigh, candle.high);
    this.#dayLow = Math.min(this.#dayLow, candle.low);
  }

  #rollGrid(price: number, ts: number): void {
    const slot = Math.floor(ts / gridMs);
    for (let next = Math.max(this.#gridEnd + 1, slot - gridSlots + 1); next <= slot; next++) this.#grid[next % gridSlots] = this.#last;
    if (ts % gridMs === 0) this.#grid[slot % gridSlots] = price;
    if (slot > this.#gridEnd) this.#gridEnd = slot;
  }

  #rollHours(price: number, ts: number): void {
    const hour = Math.floor(ts / hourMs);
    if (hour > this.#hourEnd) {
      // Hours without a price stood still.
      for (let next = Math.max(this.#hourEnd + 1, hour - hourSlots + 1); next < hour; next++) this.#setHour(next % hourSlots, this.#last);
      this.#setHour(hour % hourSlots, price);
      this.#hourEnd = hour;
      this.#recountWeek();
      return;
    }
    const at = hour % hourSlots;
    this.#close[at] = price;
    if (price > this.#high[at]!) this.#high[at] = price;
    if (price < this.#low[at]!) this.#low[at] = price;
    if (!(price <= this.#high7d)) this.#high7d = price;
    if (!(price >= this.#low7d)) this.#low7d = price;
  }

  #setHour(at: number, price: number): void {
    this.#close[at] = price;
    this.#high[at] = price;
    this.#low[at] = price;
    this.#turnover[at] = NaN;
  }

  #recountWeek(): void {
    let high = NaN;
    let low = NaN;
    for (let hour = Math.max(0, this.#hourEnd - weekHours); hour <= this.#hourEnd; hour++) {
      const at = hour % hourSlots;
      if (!(this.#high[at]! <= high) && Number.isFinite(this.#high[at]!)) high = this.#high[at]!;
      if (!(this.#low[at]! >= low) && Number.isFinite(this.#low[at]!)) low = this.#low[at]!;
    }
    this.#high7d = high;
    this.#low7d = low;
  }

  #rollDay(price: number, ts: number): void {
    const day = Math.floor(ts / dayMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#dayOpen = price;
      this.#dayHigh = price;
      this.#dayLow = price;
      return;
    }
    if (price > this.#dayHigh) this.#dayHigh = price;
    if (price < this.#dayLow) this.#dayLow = price;
  }
}
