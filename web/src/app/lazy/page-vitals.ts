// How the page felt to this visitor, of one visit in ten: told when the page is left, without anything about the visitor.
import { languageOf } from '@tidemark/contract/locales.ts';
import { pageVitalsPath, vitalsSampleRate } from '@tidemark/contract/page-vitals.ts';
import { matchPage } from '@tidemark/contract/pages.ts';
import { breakpoints } from '@tidemark/contract/site.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';

export async function measurePageVitals(): Promise<void> {
  const match = matchPage(location.pathname);
  if (!match || Math.random() >= vitalsSampleRate) return;
  const { onCLS, onINP, onLCP } = await import('web-vitals');
  const { page, locale } = match;
  const { languageType } = languageOf(locale);
  const device = matchMedia(`(width < ${breakpoints.tablet}px)`).matches ? 'phone' : 'desktop';
  /** A page that is looked at again after it was left is measured on under the same id; it counts once. */
  const told = new Set<string>();
  const figures = new Map<string, number>();
  for (const measure of [onCLS, onINP, onLCP])
    measure(({ name, id, value }) => {
      if (told.has(id)) return;
      told.add(id);
      figures.set(name.toLowerCase(), value);
    });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || figures.size === 0) return;
    const felt = Object.fromEntries(figures);
    figures.clear();
    const body = JSON.stringify({ languageType, page, device, ...felt });
    navigator.sendBeacon(`${apiPrefix}${pageVitalsPath}`, new Blob([body], { type: 'application/json' }));
  });
}
