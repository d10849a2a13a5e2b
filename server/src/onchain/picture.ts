// A picture for a token that has none: its first letters on a disc whose colour follows from its address.

export function letterPicture(symbol: string, address: string): string {
  let hash = 0;
  for (let i = 0; i < address.length; i++) hash = (Math.imul(hash, 31) + address.charCodeAt(i)) | 0;
  const letters = [...symbol].slice(0, 2).join('').toUpperCase();
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><circle cx='12' cy='12' r='12' fill='hsl(${(hash >>> 0) % 360} ` +
    `50% 38%)'/><text x='12' y='15.6' fill='white' font-family='sans-serif' font-size='10' ` +
    `text-anchor='middle'>${/^[A-Z0-9]+$/.test(letters) ? letters : '?'}</text></svg>`;
  // Only what would end or bend an address is escaped; the rest compresses well.
  return `data:image/svg+xml,${svg.replace(/[%<>#]/g, encodeURIComponent)}`;
}
