// One frame for all. Frames from the server are not masked, so the same bytes are right for every connection: text and
// header are encoded once per broadcast and the buffer is written to each raw socket.
//
// Why a raw write may stand beside ws.send(): with deflate off and no blobs ws keeps no queue of its own. Each of its
// sends hands a whole, unfragmented frame to the same socket before it returns, so ours can never fall inside one, and
// frames leave in the order of the calls.
import { socketCodes, type AckFrame, type SubscriptionArg } from '@tidemark/contract/socket.ts';
import * as ws from 'ws';

export interface SharedFrame {
  readonly bytes: Buffer;
  /** True: bytes are a whole frame for the raw socket. False: the bare text, for ws.send. */
  readonly isFramed: boolean;
}

export type ShareFrame = (text: string) => SharedFrame;

interface FrameOptions {
  fin: boolean;
  opcode: number;
  mask: boolean;
  readOnly: boolean;
  rsv1: boolean;
}
/** The encoder of ws; exported by it, but not among what it documents. */
export interface FrameEncoder {
  frame?(data: Buffer, options: FrameOptions): (Buffer | string)[];
}

const textFrame: FrameOptions = { fin: true, opcode: 0x1, mask: false, readOnly: true, rsv1: false };

/** Falls back to plain sends when the encoder is gone or no longer does what RFC 6455 section 5.2 says. */
export function createShareFrame(encoder: FrameEncoder | undefined): ShareFrame {
  const encode = (text: string): Buffer => {
    const parts = encoder?.frame?.(Buffer.from(text), textFrame) ?? [];
    return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  };
  const isTrusted = isRight(encode);
  return (text) => (isTrusted ? { bytes: encode(text), isFramed: true } : { bytes: Buffer.from(text), isFramed: false });
}

function isRight(encode: (text: string) => Buffer): boolean {
  const middle = 'x'.repeat(300);
  const long = 'x'.repeat(70_000);
  try {
    return (
      encode('tide').equals(Buffer.from('\x81\x04tide', 'latin1')) &&
      encode(middle).equals(Buffer.from(`\x81\x7e\x01\x2c${middle}`, 'latin1')) &&
      encode(long).equals(Buffer.from(`\x81\x7f\0\0\0\0\x00\x01\x11\x70${long}`, 'latin1'))
    );
  } catch {
    return false;
  }
}

export const shareFrame: ShareFrame = createShareFrame((ws as { Sender?: FrameEncoder }).Sender);

/** The acknowledgement of a subscription; one frame for all whose arg is the same object. */
export function createAcks(share: ShareFrame): (arg: SubscriptionArg) => SharedFrame {
  const acks = new WeakMap<SubscriptionArg, SharedFrame>();
  return (arg) => {
    const known = acks.get(arg);
    if (known) return known;
    const ack = share(JSON.stringify({ event: 'subscribe', code: socketCodes.ok, msg: '', arg } satisfies AckFrame));
    acks.set(arg, ack);
    return ack;
  };
}
