// Lighthouse on one address, in a browser of its own.
import * as chromeLauncher from 'chrome-launcher';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { chromiumFlags, requireWholeChromium } from '../../tools/chromium.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];
export type FormFactor = 'desktop' | 'mobile';

export interface Audit {
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** As Lighthouse words them: '0.6 s', '40 ms'. */
  readonly paint: { readonly first: string; readonly largest: string; readonly blocking: string };
  /** Cumulative, as Lighthouse counts it. */
  readonly shift: number;
  /** Audits below full marks, worst first: what to mend. */
  readonly losses: readonly string[];
}

/** only: what is looked at; of the rest the score is 0. */
export const audit = async (url: string, formFactor: FormFactor, only: readonly Category[] = categories): Promise<Audit> => {
  const chrome = await chromeLauncher.launch({ chromePath: requireWholeChromium(), chromeFlags: ['--headless=new', ...chromiumFlags] });
  try {
    const flags: Flags = { port: chrome.port, output: 'json', logLevel: 'error', onlyCategories: [...only] };
    const result = await lighthouse(url, flags, formFactor === 'desktop' ? desktopConfig : undefined);
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`Lighthouse on ${url}: ${lhr.runtimeError.message}`);
    const score = (category: Category): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    const shown = (id: string): string => lhr.audits[id]?.displayValue ?? '--';
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      paint: { first: shown('first-contentful-paint'), largest: shown('largest-contentful-paint'), blocking: shown('total-blocking-time') },
      shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0,
      losses: Object.values(lhr.audits)
        .filter((one) => one.score !== null && one.score < 0.9)
        .sort((a, b) => (a.score ?? 0) - (b.score ?? 0))
        .map((one) => `${one.id} ${Math.round((one.score ?? 0) * 100)}${one.displayValue ? ` (${one.displayValue})` : ''}`),
    };
  } finally {
    chrome.kill();
  }
};
