// Web push as browsers' services speak it (RFC 8030, 8291, 8292). The library encrypts and signs; the request is ours, so that it
// has a time limit and goes nowhere but to the endpoint.
import { createECDH } from 'node:crypto';
import type { RequestDetails } from 'web-push';
import { PushFailed, type PushSender } from './push.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}
export function newVapidKeys(): VapidKeys {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // A key that begins with zeros is given without them, and must have its 32 bytes.
  return { publicKey, privateKey: Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url') };
}

export interface WebPushSettings {
  readonly keys: VapidKeys;
  /** Whom a push service may write to: https: or mailto:. */
  readonly contact: string;
  readonly timeoutMs?: number;
}

const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

export function createWebPushSender({ keys, contact, timeoutMs = 10_000 }: WebPushSettings): PushSender {
  return {
    publicKey: keys.publicKey,
    async send(to, { payload, liveSeconds, topic, isUrgent }) {
      // The library is read with the first push: most starts send none.
      const { default: webPush } = await import('web-push');
      let request: RequestDetails;
      try {
        request = webPush.generateRequestDetails(to, payload, {
          vapidDetails: { subject: contact, ...keys },
          TTL: liveSeconds,
          contentEncoding: 'aes128gcm',
          urgency: isUrgent ? 'high' : 'normal',
          ...(topic ? { topic } : {}),
        });
      } catch {
        // Its keys are no keys.
        throw new PushFailed('the subscription is not usable', { isPassing: false, isGone: true });
      }
      let status: number;
      try {
        const response = await fetch(request.endpoint, {
          method: 'POST',
          redirect: 'error',
          headers: request.headers as Record<string, string>,
          body: new Uint8Array(request.body!),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
        status = response.status;
      } catch (error) {
        throw new PushFailed((error as Error).name === 'TimeoutError' ? 'no answer in time' : 'no connection', {
          isPassing: true,
          isGone: false,
        });
      }
      if (status >= 200 && status < 300) return;
      throw new PushFailed(`status ${status}`, { isPassing: isPassing(status), isGone: status === 404 || status === 410 });
    },
  };
}
