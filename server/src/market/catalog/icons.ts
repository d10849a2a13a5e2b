// Where the pictures of coins are. The build writes them (write-icons.ts) under names that carry a hash of the content;
// without a build, as in tests, the plain name stands in.
import { readFileSync } from 'node:fs';

const iconsPath = '/assets/coins';

/** Ticker -> file name. */
export type IconManifest = Readonly<Record<string, string>>;

export function iconUrls(manifestPath: string | null): (ticker: string) => string {
  const manifest = manifestPath === null ? {} : readManifest(manifestPath);
  return (ticker) => `${iconsPath}/${Object.hasOwn(manifest, ticker) ? manifest[ticker] : `${ticker.toLowerCase()}.svg`}`;
}

function readManifest(path: string): IconManifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as IconManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
