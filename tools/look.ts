// `npm run look -- /markets/spot /ar/markets/spot`: what a person sees, as pictures in look/: three widths, light and dark, with live
// prices. `--widths 320,768 --themes dark --locales en,de,ar` choose others, `--whole` takes the whole page, and `--demo` looks as the
// demo account. LOOK_URL names a running site, LOOK_LOGIN its demo account as it printed it; without them one is started for the occasion.
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { cookies } from '@tidemark/contract/site.ts';
import { successCodes, type Envelope } from '@tidemark/contract/wire.ts';
import { startApp } from '../e2e/harness/app.ts';
import { chromiumFlags, requireChromium } from './chromium.ts';
import { type Login, type LookOptions, pictureName, readDemoLogin, readLookOptions, type Theme, themes } from './look-options.ts';
import { rootDir } from './run-command.ts';

const liveWithinMs = 15_000;

type Session = BrowserContextOptions['storageState'];

const logIn = async (browser: Browser, url: string, login: Login): Promise<Session> => {
  const context = await browser.newContext();
  const answer = await context.request.post(new URL('/v1/user/public/login', url).href, { data: login });
  const { code, msg } = (await answer.json()) as Envelope;
  if (code !== successCodes[0]) throw new Error(`The demo account could not log in: ${msg}`);
  const session = await context.storageState();
  await context.close();
  return session;
};

const photograph = async (
  browser: Browser,
  url: string,
  path: string,
  width: number,
  theme: Theme,
  session: Session,
  isWhole: boolean,
  file: string,
): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    hasTouch: width < 768,
    isMobile: width < 768,
    reducedMotion: 'reduce',
    ...(session && { storageState: session }),
  });
  try {
    await context.addCookies([{ name: cookies.theme, value: themes[theme], url }]);
    const page = await context.newPage();
    await page.goto(new URL(path, url).href, { waitUntil: 'load' });
    // Every page of the shell says whether prices flow; a page outside it has nothing to wait for.
    if ((await page.locator('.connection').count()) > 0)
      await page.locator('.connection.live').first().waitFor({ state: 'attached', timeout: liveWithinMs });
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: file, fullPage: isWhole });
  } finally {
    await context.close();
  }
};

const readOptions = (): LookOptions => {
  try {
    return readLookOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};

const { paths, widths, themes: wanted, isWhole, isDemo } = readOptions();
const folder = join(rootDir, 'look');
mkdirSync(folder, { recursive: true });
const app = process.env.LOOK_URL ? null : await startApp({ isWholeMarket: true, env: isDemo ? { DEMO: '1' } : {} });
const url = process.env.LOOK_URL ?? app?.url ?? '';
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
try {
  const session = isDemo ? await logIn(browser, url, readDemoLogin(app?.log() ?? process.env.LOOK_LOGIN ?? '')) : undefined;
  for (const path of paths) {
    for (const width of widths) {
      for (const theme of wanted) {
        const file = join(folder, pictureName(path, width, theme));
        try {
          await photograph(browser, url, path, width, theme, session, isWhole, file);
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
