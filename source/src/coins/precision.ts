// Tick sizes and quantity steps from a price, the way exchanges choose them: about five significant digits for cheap
// coins, never fewer than two decimals for dear ones.
const magnitudeOf = (price: number): number => Math.floor(Math.log10(price) + 1e-9);

export const pricePrecisionFor = (price: number): number => Math.min(14, Math.max(2, 4 - magnitudeOf(price)));

export const quantityPrecisionFor = (price: number): number => Math.min(6, Math.max(0, magnitudeOf(price) + 1));

/** 10 ** -places without the last-bit noise of a negative power. */
export const stepOf = (places: number): number => Number(`1e-${places}`);
