// Section 9: one visit in ten is traced. What took long in it is told, so that the operator can look it up by its id.
import { errorReportRule } from '@tidemark/contract/site.ts';
import type { TracedCall } from '#api/client.ts';

/** A page in trouble waits for many things; the first ones say enough. */
const toldAtMost = 5;

/** undefined: this visit is not traced. */
export function createTrace(
  report: (message: string, call: TracedCall) => void,
  draw: number = Math.random(),
): ((call: TracedCall) => void) | undefined {
  if (draw >= errorReportRule.traceSampleRate) return undefined;
  let left = toldAtMost;
  return (call) => {
    // A slow report of a slow call would be the next one.
    if (call.name === 'errorReport' || call.ms < errorReportRule.slowCallMs || left === 0) return;
    left--;
    report(`slow call: ${call.name}`, call);
  };
}
