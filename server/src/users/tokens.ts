// Tokens that carry their own proof: user, session, end. A forged one is refused without asking the database;
// what is written there is only the hash.
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { codeDigits } from '@tidemark/contract/accounts.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import { newToken } from '#platform/ids.ts';

export interface SessionClaim {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly expiresAt: number;
}

/** session: names the user. refresh: good for one renewal. socket: good for one login of the live socket. */
export type TokenKind = 'session' | 'refresh' | 'socket';

export interface Tokens {
  issue(kind: TokenKind, claim: SessionClaim): string;
  /** null: not one of ours. An expired one is still read: it names its session. */
  read(kind: TokenKind, token: string | undefined): SessionClaim | null;
  /** Any small text, proven ours. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string | undefined): string | null;
  /** Digits can be tried out, so their hash needs the secret. */
  hashCode(code: string, owner: string): string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const tokenForm = new RegExp(`^(${uuid})\\.(${uuid})\\.([0-9a-z]{6,11})\\.([\\w-]{22})$`);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
export const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');

/** Sessions that are asked about again and again. */
const maxProven = 10_000;

export function createTokens(secret: string): Tokens {
  // What was proven once stays proven: the key never changes. Whether the session still lives is never kept here.
  const proven = new Map<string, SessionClaim>();
  const sign = (purpose: string, text: string) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
  const seal = (purpose: string, text: string) => `${text}.${sign(purpose, text)}`;
  const open = (purpose: string, sealed: string | undefined): string | null => {
    const dot = sealed?.lastIndexOf('.') ?? -1;
    if (sealed === undefined || dot < 0 || sealed.length > 4_096) return null;
    const text = sealed.slice(0, dot);
    const given = Buffer.from(sealed.slice(dot + 1));
    const right = Buffer.from(sign(purpose, text));
    return given.length === right.length && timingSafeEqual(given, right) ? text : null;
  };
  return {
    seal,
    open,
    issue: (kind, { sessionId, userId, expiresAt }) => seal(kind, `${sessionId}.${userId}.${expiresAt.toString(36)}.${newToken(16)}`),
    read(kind, token) {
      if (token === undefined) return null;
      const key = `${kind} ${token}`;
      const known = proven.get(key);
      if (known) return known;
      const parts = tokenForm.exec(open(kind, token) ?? '');
      if (!parts) return null;
      const claim = { sessionId: parts[1] as SessionId, userId: parts[2] as UserId, expiresAt: parseInt(parts[3]!, 36) };
      proven.set(key, claim);
      // A Map keeps the order of entry, so the first is the oldest.
      if (proven.size > maxProven) proven.delete(proven.keys().next().value!);
      return claim;
    },
    hashCode: (code, owner) => sign('code', `${owner}\n${code}`),
  };
}
