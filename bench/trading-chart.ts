// Promise: charts of 10,000 points are panned and zoomed at 55 frames a second or more. The page is the product's own; only the
// answers of its series are replaced by long ones. CHART_SECONDS: how long, 4 by default.
//
// Others may be busy on the same machine: everything is measured in parts, and the best part counts.
import { chromium, type Page } from '@playwright/test';
import { startApp } from '../e2e/harness/app.ts';
import { chromiumFlags, requireWholeChromium } from '../tools/chromium.ts';

const seconds = Number(process.env.CHART_SECONDS ?? 4);
const parts = 3;
const points = 10_000;
const stepMs = 300_000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Runs inside the page: a new stretch every frame, by the wheel as a person would; frames painted by the second. */
const move = (page: Page, how: 'zoom' | 'pan', count: number): Promise<number[]> =>
  page.evaluate(
    ([kind, wanted]) =>
      new Promise<number[]>((resolve) => {
        const area = document.querySelector('.chart-area')!;
        const { left, width, top, height } = area.getBoundingClientRect();
        const perSecond = Array.from({ length: wanted }, () => 0);
        const startedAt = performance.now();
        let turn = 0;
        const frame = (time: number) => {
          const second = Math.floor((time - startedAt) / 1_000);
          if (second >= 0 && second < wanted) perSecond[second]!++;
          turn++;
          const isForth = Math.floor(turn / 60) % 2 === 0;
          const common = { bubbles: true, cancelable: true, clientX: left + width * 0.6, clientY: top + height / 2 };
          area.dispatchEvent(
            new WheelEvent(
              'wheel',
              kind === 'zoom'
                ? { ...common, ctrlKey: true, deltaY: isForth ? -24 : 24 }
                : { ...common, shiftKey: true, deltaY: isForth ? -18 : 18 },
            ),
          );
          if (time - startedAt < wanted * 1_000) requestAnimationFrame(frame);
          else resolve(perSecond);
        };
        requestAnimationFrame(frame);
      }),
    [how, count] as const,
  );

const app = await startApp({ isWholeMarket: true, env: { LOG_LEVEL: 'error' } });
const browser = await chromium.launch({ executablePath: requireWholeChromium(), args: [...chromiumFlags] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/v1/mix/tradingData/series*', async (route) => {
    const answer = await (await route.fetch()).json();
    const { fields } = answer.data;
    const end = Math.floor(Date.now() / stepMs) * stepMs;
    let level = 1_000;
    answer.data.points = Array.from({ length: points }, (_, i) => [
      end - (points - 1 - i) * stepMs,
      ...fields.map(() => String((level += Math.sin(i / 50) + Math.random() - 0.5))),
    ]);
    await route.fulfill({ json: answer });
  });
  await page.goto(`${app.url}/markets/trading-data/trading?range=1d&period=15m&overlay=none`);
  // Asked for anew by the page itself, and so answered with the long series.
  await page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '7d' }).click();
  await page.locator('.chart-canvas canvas').first().waitFor();
  await page.waitForFunction(
    (wanted) => Number(document.querySelector('.chart-cursor')?.getAttribute('aria-valuemax')) === wanted - 1,
    points,
  );
  await page.waitForTimeout(2_000);
  await move(page, 'zoom', 1);
  const best = { zoom: 0, pan: 0 };
  for (let part = 0; part < parts; part++)
    for (const how of ['zoom', 'pan'] as const) best[how] = Math.max(best[how], median(await move(page, how, seconds)));
  const { zoom, pan } = best;
  const charts = await page.locator('.chart-canvas canvas').count();
  console.log(`${points} points in each of ${charts} charts that move together: zoom ${zoom} frames/s, pan ${pan} frames/s (promise: 55)`);
  if (Math.min(zoom, pan) < 55) process.exitCode = 1;
} finally {
  await browser.close();
  await app.stop();
}
