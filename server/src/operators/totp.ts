// Codes of the second factor (RFC 6238 over RFC 4226): six digits of an HMAC over the half minute.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { totpRule } from '@tidemark/contract/operators.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without the signs that fill up. */
export function toBase32(bytes: Uint8Array): string {
  let [bits, held, out] = [0, 0, ''];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) out += letters[(held >> (bits - 5)) & 31];
  }
  return bits === 0 ? out : out + letters[(held << (5 - bits)) & 31];
}

export function fromBase32(text: string): Buffer {
  let [bits, held] = [0, 0];
  const bytes: number[] = [];
  for (const letter of text) {
    const value = letters.indexOf(letter);
    if (value < 0) throw new RangeError('not a letter of base32');
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** totpRule.digits).padStart(totpRule.digits, '0');
}

export const stepOf = (now: number): number => Math.floor(now / totpRule.stepMs);

/** The step that the code belongs to, of those around now; null: it belongs to none. Takes as long whichever it is. */
export function matchCode(secret: string, code: string, now: number): number | null {
  const typed = Buffer.from(
    code
      .replaceAll(/\s/g, '')
      .padEnd(totpRule.digits)
      .slice(0, totpRule.digits + 1),
  );
  let found: number | null = null;
  for (let step = stepOf(now) - totpRule.stepsAround; step <= stepOf(now) + totpRule.stepsAround; step++) {
    const right = Buffer.from(codeAt(secret, step));
    if (typed.length === right.length && timingSafeEqual(typed, right)) found = step;
  }
  return found;
}

/** What an app of codes reads from a picture or a link. */
export const linkOf = (secret: string, name: string, siteName: string): string =>
  `otpauth://totp/${encodeURIComponent(`${siteName}:${name}`)}?secret=${secret}&issuer=${encodeURIComponent(siteName)}`;
