// Reading what a client sent. One bad arg among good ones costs only itself, so that a newer client still gets the
// topics this server knows; anything else that is not a frame of the contract is refused as a whole.
import { clientFrame, socketCodes, socketLimits } from '@tidemark/contract/socket.ts';
import type { ClientFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import * as v from 'valibot';

export interface FrameRefusal {
  readonly code: number;
  readonly msg: string;
  /** As the client sent it. */
  readonly arg?: SubscriptionArg;
}

export interface ReadFrame {
  readonly frame: ClientFrame | null;
  readonly refusals: readonly FrameRefusal[];
}

/** Texts that are remembered: all clients that open the same list send the same, and thousands come back at once after a restart. */
const remembered = 100;

/** As readClientFrame; the same text gets the same objects. */
export function createFrameReader(): (text: string) => ReadFrame {
  const known = new Map<string, ReadFrame>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const read = readClientFrame(text);
    if (read.frame?.action !== 'subscribe' || read.refusals.length > 0) return read;
    known.set(text, read);
    // A Map keeps the order of entry, so the first is the oldest.
    if (known.size > remembered) known.delete(known.keys().next().value!);
    return read;
  };
}

const bad = (msg: string): ReadFrame => ({ frame: null, refusals: [{ code: socketCodes.badFrame, msg }] });

function readClientFrame(text: string): ReadFrame {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return bad('a frame is JSON text');
  }
  const args = (raw as { args?: unknown } | null)?.args;
  // Before the schema, which would first look at each of them.
  if (Array.isArray(args) && args.length > socketLimits.maxArgsPerFrame) {
    return bad(`at most ${socketLimits.maxArgsPerFrame} args in a frame`);
  }
  const whole = v.safeParse(clientFrame, raw);
  if (whole.success) return { frame: whole.output, refusals: [] };

  const byArg = new Map<number, FrameRefusal>();
  for (const issue of whole.issues) {
    const [first, second, third] = issue.path?.map(({ key }) => key) ?? [];
    if (first !== 'args' || typeof second !== 'number') return bad(`${v.getDotPath(issue) ?? 'frame'}: ${issue.message}`);
    if (!byArg.has(second)) byArg.set(second, refusalOf(third, issue.message, (args as unknown[])[second]));
  }
  const good = (args as unknown[]).filter((_, index) => !byArg.has(index));
  const rest = v.safeParse(clientFrame, { ...(raw as object), args: good });
  return { frame: rest.success ? rest.output : null, refusals: [...byArg.values()] };
}

function refusalOf(field: unknown, message: string, raw: unknown): FrameRefusal {
  const arg = typeof raw === 'object' && raw !== null ? { arg: raw as SubscriptionArg } : {};
  if (field === 'topic') return { code: socketCodes.unknownTopic, msg: 'unknown topic', ...arg };
  if (field === 'instType') return { code: socketCodes.unknownInstrument, msg: 'unknown instType', ...arg };
  return { code: socketCodes.badFrame, msg: message, ...arg };
}
