// For tests: a push service on a free loopback port with browsers behind it. It checks the signature of the sender and
// opens the message with the browser's keys, as a browser would (RFC 8291, 8292).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { createArrivals } from './arrivals.ts';
import { startFaultyHttp } from './faulty-http.ts';
import type { Faults } from './fault-injection.ts';

export interface ReceivedPush {
  readonly endpoint: string;
  readonly payload: string;
  readonly ttl: number;
  readonly topic: string | null;
  readonly urgency: string | null;
}

export interface Browser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface LocalPushEndpoint {
  readonly url: string;
  /** '127.0.0.1:1234' */
  readonly host: string;
  readonly pushes: readonly ReceivedPush[];
  /** A browser that has allowed notices. */
  newBrowser(): Browser;
  /** It has taken that back: its endpoint answers 410. */
  forget(browser: Browser): void;
  nextTo(browser: Browser): Promise<ReceivedPush>;
  setFaults(faults: Faults): void;
  stop(): Promise<void>;
}

const encode = (bytes: Buffer) => bytes.toString('base64url');

export async function startPushEndpoint(): Promise<LocalPushEndpoint> {
  const arrivals = createArrivals<ReceivedPush>();
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer }>();
  const http = await startFaultyHttp((request, body) => {
    const browser = browsers.get(request.url ?? '');
    if (!browser) return 410;
    if (!isSigned(request.headers.authorization ?? '', http.url) || request.headers['content-encoding'] !== 'aes128gcm') return 403;
    arrivals.add({
      endpoint: http.url + request.url!,
      payload: open(body, browser.ecdh, browser.auth),
      ttl: Number(request.headers.ttl),
      topic: (request.headers.topic as string | undefined) ?? null,
      urgency: (request.headers.urgency as string | undefined) ?? null,
    });
    return 201;
  });
  return {
    url: http.url,
    host: new URL(http.url).host,
    pushes: arrivals.all,
    newBrowser() {
      const [path, ecdh, auth] = [`/push/${encode(randomBytes(12))}`, createECDH('prime256v1'), randomBytes(16)];
      ecdh.generateKeys();
      browsers.set(path, { ecdh, auth });
      return { endpoint: http.url + path, keys: { p256dh: encode(ecdh.getPublicKey()), auth: encode(auth) } };
    },
    forget: ({ endpoint }) => void browsers.delete(new URL(endpoint).pathname),
    nextTo: (browser) => arrivals.next(({ endpoint }) => endpoint === browser.endpoint, 'a push message'),
    setFaults: (faults) => void (http.faults = faults),
    stop: http.stop,
  };
}

/** 'vapid t=<jwt>, k=<key>': signed by the key it names, for this service, not yet expired. */
function isSigned(authorization: string, audience: string): boolean {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (!token || !key) return false;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: encode(point.subarray(1, 33)), y: encode(point.subarray(33, 65)) },
    format: 'jwk',
  });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud?: string; exp?: number; sub?: string };
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isTrue && aud === audience && (exp ?? 0) * 1000 > Date.now() && /^(mailto|https):/.test(sub ?? '');
}

/** One record of aes128gcm: salt (16), record size (4), key length (1), sender's key, then the sealed text. */
function open(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body[20]!);
  const sealed = body.subarray(21 + body[20]!);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}
