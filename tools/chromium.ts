// The one browser of the project: tests, screenshots and measurements all start it from here, with the same flags.
import { findProgram } from './find-program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** CHROMIUM names it outright; otherwise the first one installed. Null when there is none. */
export const findChromium = (): string | null => {
  const named = process.env.CHROMIUM;
  if (named) return findProgram(named);
  return names.map((name) => findProgram(name)).find((path) => path !== null) ?? null;
};

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

export const requireChromium = (): string => {
  const path = findChromium();
  if (path === null) throw new Error(`No Chromium found. Install it (Debian: apt install chromium) or set CHROMIUM to its path. Looked for ${names.join(', ')}.`);
  return path;
};
