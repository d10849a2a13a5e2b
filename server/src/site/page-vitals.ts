// How pages feel to visitors, as figures for the operator: browsers measure, one visit in ten is told.
import type { PageVitals } from '@tidemark/contract/page-vitals.ts';
import type { Metrics } from '#platform/metrics.ts';

/** Around what counts as good and as poor: 2.5 and 4 s, 200 and 500 ms, 0.1 and 0.25. */
const buckets = {
  lcp: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
  inp: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5],
};

export function createPageVitals(metrics: Metrics): (felt: PageVitals) => void {
  const labels = ['page', 'device'] as const;
  const lcps = metrics.histogram(
    'page_lcp_seconds',
    'When the largest part of a page was painted, as visitors saw it',
    labels,
    buckets.lcp,
  );
  const inps = metrics.histogram('page_inp_seconds', 'How long a page took to show an answer to a press', labels, buckets.inp);
  const shifts = metrics.histogram(
    'page_cls',
    'How far things on a page moved by themselves (cumulative layout shift)',
    labels,
    buckets.cls,
  );
  return ({ page, device, lcp, inp, cls }) => {
    if (lcp !== undefined) lcps.observe({ page, device }, lcp / 1000);
    if (inp !== undefined) inps.observe({ page, device }, inp / 1000);
    if (cls !== undefined) shifts.observe({ page, device }, cls);
  };
}
