// `npm run look -- /markets/spot /ar/markets/spot`: what a person sees, as pictures in look/: three widths, light and dark,
// with live prices. LOOK_URL names a running site; without it one is started for the occasion.
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { cookies } from '@tidemark/contract/site.ts';
import { startApp } from '../e2e/harness/app.ts';
import { chromiumFlags, requireChromium } from './chromium.ts';
import { rootDir } from './run-command.ts';

const widths = [390, 900, 1440];
const themes = { light: 'white', dark: 'black' } as const;
const liveWithinMs = 15_000;

const fileName = (path: string, width: number, theme: string): string =>
  `${path.replace(/^\/|\/$/g, '').replace(/[^\p{L}\p{N}]+/gu, '-') || 'home'}-${width}-${theme}.png`;

const photograph = async (
  browser: Browser,
  url: string,
  path: string,
  width: number,
  theme: keyof typeof themes,
  file: string,
): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    hasTouch: width < 768,
    isMobile: width < 768,
    reducedMotion: 'reduce',
  });
  try {
    await context.addCookies([{ name: cookies.theme, value: themes[theme], url }]);
    const page = await context.newPage();
    await page.goto(new URL(path, url).href, { waitUntil: 'load' });
    // Every page of the shell says whether prices flow; a page outside it has nothing to wait for.
    if ((await page.locator('.connection').count()) > 0)
      await page.locator('.connection.live').first().waitFor({ state: 'attached', timeout: liveWithinMs });
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: file });
  } finally {
    await context.close();
  }
};

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Say which pages: npm run look -- /markets/spot /ar/markets/spot');
  process.exit(1);
}
const folder = join(rootDir, 'look');
mkdirSync(folder, { recursive: true });
const app = process.env.LOOK_URL ? null : await startApp({ isWholeMarket: true });
const url = process.env.LOOK_URL ?? app?.url ?? '';
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
try {
  for (const path of paths) {
    for (const width of widths) {
      for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
        const file = join(folder, fileName(path, width, theme));
        try {
          await photograph(browser, url, path, width, theme, file);
          console.log(relative(rootDir, file));
        } catch (error) {
          process.exitCode = 1;
          console.error(`${path} at ${width} px, ${theme}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }
  }
} finally {
  await browser.close();
  await app?.stop();
}
