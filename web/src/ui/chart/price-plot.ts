// Prices over time, drawn by a library, for what is laid over the drawing.

/** The plot as it is drawn at this moment, in pixels from its upper left corner; left of it is its scale of prices on no side. */
export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  /** Of the newest candle; null: there is none. */
  readonly last: number | null;
  /** null: the scale does not know it. */
  yOf(price: number): number | null;
  priceAt(y: number): number | null;
  /** The candle that holds a moment; null: it is not among those that are loaded. */
  candleAt(ms: number): { readonly x: number; readonly top: number } | null;
}

export interface PricePlot {
  readonly box: HTMLElement;
  /** Told whenever the plot is drawn in another way, until it is undone. */
  watch(listener: (frame: PlotFrame) => void): () => void;
}
