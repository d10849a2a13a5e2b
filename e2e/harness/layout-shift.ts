import type { Page } from '@playwright/test';

/** How much of the page has moved by itself so far, as browsers count it. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]).reduce(
              (sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value),
              0,
            ),
          ),
        );
        observer.observe({ type: 'layout-shift', buffered: true });
        // What happened so far is told at once; a page on which nothing has moved tells nothing.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
