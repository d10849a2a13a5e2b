// The one browser of the project: tests, screenshots and measurements all start it from here, with the same flags.
import { findProgram } from './find-program.ts';

/** The same engine without windows, menus and extensions around it: pages behave the same, and journeys take two thirds of the time. */
const withoutWindows = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const firstOf = (names: readonly string[]): string | null => {
  const named = process.env.CHROMIUM;
  if (named) return findProgram(named);
  return names.map((name) => findProgram(name)).find((path) => path !== null) ?? null;
};

/** CHROMIUM names it outright; otherwise the first one installed. Null when there is none. */
export const findChromium = (): string | null => firstOf([withoutWindows, ...whole]);

/** As root there is no sandbox, and containers give /dev/shm too little room; the rest keeps the browser off the network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
] as const;

const required = (path: string | null, names: readonly string[]): string => {
  if (path === null)
    throw new Error(
      `No Chromium found. Install it (Debian: apt install ${names[0]}) or set CHROMIUM to its path. Looked for ${names.join(', ')}.`,
    );
  return path;
};

export const requireChromium = (): string => required(findChromium(), [withoutWindows, ...whole]);

/** The browser as people have it: what is measured is measured in that. */
export const findWholeChromium = (): string | null => firstOf(whole);
export const requireWholeChromium = (): string => required(findWholeChromium(), whole);
