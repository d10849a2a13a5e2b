// Web push as browsers' services speak it (RFC 8030, 8291, 8292). The library encrypts and signs; the request is ours, so that it
// has a time limit and goes nowhere but to the endpoint.
import webPush from 'web-push';
import { PushFailed, type PushSender } from './push.ts';

export interface VapidKeys { readonly publicKey: string; readonly privateKey: string }
export const newVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys();

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
      let request: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        request = webPush.generateRequestDetails(to, payload, {
          vapidDetails: { subject: contact, ...keys }, TTL: liveSeconds, contentEncoding: 'aes128gcm', urgency: isUrgent ? 'high' : 'normal', ...(topic ? { topic } : {}),
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
        throw new PushFailed((error as Error).name === 'TimeoutError' ? 'no answer in time' : 'no connection', { isPassing: true, isGone: false });
      }
      if (status >= 200 && status < 300) return;
      throw new PushFailed(`status ${status}`, { isPassing: isPassing(status), isGone: status === 404 || status === 410 });
    },
  };
}
