// Promises to a phone: at least 95 of Lighthouse's points and less than 150 ms blocked on the pages people live on, less than 60 kB before
// the first paint, less than 60 kB of markup for the spot list, half the time in scripts of the build before phones were looked after.
// That build is the peer, in the same run. PHONES_RUNS: how often Lighthouse looks (5, of which the median counts; 0 leaves it out).
import { chromium, type Browser } from '@playwright/test';
import { startApp, type App } from '../e2e/harness/app.ts';
import { audit } from '../e2e/harness/lighthouse.ts';
import { chromiumFlags, requireWholeChromium } from '../tools/chromium.ts';
import { earlierBuild } from './load/earlier-build.ts';

const peerCommit = 'beb0ba8c';
const runs = Number(process.env.PHONES_RUNS ?? 5);
const slowdown = 4;
const loads = 3;
/** As long as nothing of the page itself happens any more, beside the prices. */
const quietMs = 4_000;
const pages = ['/markets/spot', '/markets/futures', '/markets/favorite', '/markets/overview', '/markets/coin/BTCUSDT'];
const promised = { points: 95, blockedMs: 150, beforePaint: 60_000, spotMarkup: 60_000, scriptShare: 0.5 };

interface Figures {
  readonly markup: number;
  /** The page and what its first paint waits for, as they come over the wire. */
  readonly beforePaint: number;
  readonly scripts: number;
  readonly scriptMs: number;
  readonly taskMs: number;
  readonly points: number | null;
  readonly blockedMs: number | null;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

async function load(browser: Browser, url: string): Promise<Omit<Figures, 'points' | 'blockedMs'>> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable');
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('.connection.live').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(quietMs);
    const { metrics } = await client.send('Performance.getMetrics');
    const ms = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
    const bytes = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const sum = (some: readonly PerformanceResourceTiming[]) => some.reduce((all, { encodedBodySize }) => all + encodedBodySize, 0);
      return {
        markup: document!.decodedBodySize,
        beforePaint:
          document!.encodedBodySize +
          sum(files.filter((file) => 'renderBlockingStatus' in file && file.renderBlockingStatus === 'blocking')),
        scripts: sum(files.filter(({ name }) => name.endsWith('.js'))),
      };
    });
    return { ...bytes, scriptMs: ms('ScriptDuration'), taskMs: ms('TaskDuration') };
  } finally {
    await context.close();
  }
}

async function look(browser: Browser, url: string): Promise<Figures> {
  const seen: Awaited<ReturnType<typeof load>>[] = [];
  for (let one = 0; one < loads; one++) seen.push(await load(browser, url));
  const audits = [];
  for (let one = 0; one < runs; one++) audits.push(await audit(url, 'mobile'));
  const of = (pick: (one: (typeof seen)[number]) => number) => median(seen.map(pick));
  return {
    markup: of(({ markup }) => markup),
    beforePaint: of(({ beforePaint }) => beforePaint),
    scripts: of(({ scripts }) => scripts),
    scriptMs: of(({ scriptMs }) => scriptMs),
    taskMs: of(({ taskMs }) => taskMs),
    points: runs ? median(audits.map(({ scores }) => scores.performance)) : null,
    blockedMs: runs ? median(audits.map(({ paint }) => Number(paint.blocking.replace(/[^\d.]/g, '')))) : null,
  };
}

const told = ({ markup, beforePaint, scripts, scriptMs, taskMs, points, blockedMs }: Figures): string =>
  [
    `markup ${kilobytes(markup)}`,
    `before the first paint ${kilobytes(beforePaint)}`,
    `scripts ${kilobytes(scripts)}`,
    `in scripts ${scriptMs.toFixed(0)} ms, main thread ${taskMs.toFixed(0)} ms at ${slowdown}x`,
    ...(points === null ? [] : [`Lighthouse ${points}, blocked ${blockedMs} ms`]),
  ].join('; ');

const { startApp: startEarlier } = await earlierBuild(peerCommit);
const apps: App[] = [await startApp({ isWholeMarket: true })];
let isBroken = false;
try {
  apps.push(await startEarlier({ isWholeMarket: true }));
  const [app, earlier] = apps as [App, App];
  const browser = await chromium.launch({ executablePath: requireWholeChromium(), args: [...chromiumFlags] });
  try {
    for (const path of pages) {
      const before = await look(browser, earlier.url + path);
      const now = await look(browser, app.url + path);
      console.log(`${path}\n  ${peerCommit}: ${told(before)}\n  now:      ${told(now)}`);
      const short = [
        now.beforePaint > promised.beforePaint && 'bytes before the first paint',
        path === '/markets/spot' && now.markup > promised.spotMarkup && 'markup',
        now.scriptMs > promised.scriptShare * before.scriptMs && 'time in scripts',
        now.points !== null && now.points < promised.points && 'points',
        now.blockedMs !== null && now.blockedMs > promised.blockedMs && 'blocked',
      ].filter(Boolean);
      if (short.length > 0) console.log(`  below the promise: ${short.join(', ')}`);
      isBroken ||= short.length > 0;
    }
  } finally {
    await browser.close();
  }
} finally {
  for (const app of apps) await app.stop();
}
if (isBroken) process.exitCode = 1;
