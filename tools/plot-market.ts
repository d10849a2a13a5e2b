// Draws ten symbols of the simulator over a day, a month and a year into one SVG, to be looked at: do they look like markets?
// node tools/plot-market.ts [file] [seed]
import { writeFileSync } from 'node:fs';
import { createSimulator } from '../simulator/src/index.ts';
import { createHandClock } from '../server/src/platform/clock.ts';

const [file = 'docs/simulator.svg', seed = '1'] = process.argv.slice(2);
const now = Date.UTC(2026, 10, 15, 13, 30);
const simulator = createSimulator({ clock: createHandClock(now), seed: Number(seed) });

const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'DOGEUSDT', 'LINKUSDT', 'PEPEUSDT', 'FETUSDT', 'USDCUSDT', 'ETHBTC', 'BTCUSDT_UMCBL'];
const spans = [
  { name: 'a day, 15 min', interval: '15m', limit: 96 },
  { name: 'a month, 8 h', interval: '4h', limit: 180 },
  { name: 'a year, 3 days', interval: '1d', limit: 365 },
] as const;

const [width, height, gap] = [380, 110, 14];
const plots: string[] = [];
for (const [row, symbolId] of symbols.entries()) {
  for (const [column, { name, interval, limit }] of spans.entries()) {
    const fine = await simulator.candles({ symbolId, interval, limit });
    const candles = Array.from({ length: Math.ceil(fine.length / (interval === '15m' ? 1 : interval === '4h' ? 2 : 3)) }, (_, i) => {
      const size = interval === '15m' ? 1 : interval === '4h' ? 2 : 3;
      const part = fine.slice(i * size, (i + 1) * size);
      return {
        open: part[0]!.open,
        close: part.at(-1)!.close,
        high: Math.max(...part.map(({ high }) => high)),
        low: Math.min(...part.map(({ low }) => low)),
        volume: part.reduce((sum, { turnover }) => sum + turnover, 0),
      };
    });
    const [low, high] = [Math.min(...candles.map((candle) => candle.low)), Math.max(...candles.map((candle) => candle.high))];
    const most = Math.max(...candles.map(({ volume }) => volume));
    const step = width / candles.length;
    const y = (price: number) => (4 + (height - 34) * (1 - (price - low) / (high - low))).toFixed(1);
    const path = (isUp: boolean, draw: (candle: (typeof candles)[0], x: number) => string) =>
      candles.map((candle, i) => (candle.close >= candle.open === isUp ? draw(candle, (i + 0.5) * step) : '')).join('');
    const shapes = (
      [
        [true, 'u'],
        [false, 'd'],
      ] as const
    ).map(([isUp, style]) => {
      const wicks = path(isUp, (candle, x) => `M${x.toFixed(1)} ${y(candle.high)}V${y(candle.low)}`);
      const bodies = path(
        isUp,
        (candle, x) =>
          `M${x.toFixed(1)} ${y(candle.open)}V${(Number(y(candle.close)) + (candle.open === candle.close ? 0.5 : 0)).toFixed(1)}`,
      );
      const bars = path(isUp, (candle, x) => `M${x.toFixed(1)} ${height}v${(-22 * (candle.volume / most)).toFixed(1)}`);
      return (
        `<path class="${style}" d="${wicks}"/><path class="${style}" stroke-width="${(step * 0.65).toFixed(1)}" ` +
        `d="${bodies}"/><path class="${style} v" stroke-width="${(step * 0.65).toFixed(1)}" d="${bars}"/>`
      );
    });
    const change = ((candles.at(-1)!.close / candles[0]!.open - 1) * 100).toFixed(1);
    plots.push(
      `<g transform="translate(${gap + column * (width + gap)} ${gap + 14 + row * (height + 26)})"><text y="-2">${symbolId} · ` +
        `${name} · ${change} %</text>${shapes.join('')}</g>`,
    );
  }
}
const size = [gap + spans.length * (width + gap), 2 * gap + symbols.length * (height + 26)] as const;
const style = 'text{font:11px sans-serif;fill:#555}path{fill:none;stroke-width:1}.u{stroke:#16a36a}.d{stroke:#d64550}.v{opacity:.35}';
writeFileSync(
  file,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ` +
    `${size[1]}"><style>${style}</style><rect width="100%" height="100%" fill="#fff"/>${plots.join('')}</svg>\n`,
);
process.stdout.write(`${file}\n`);
