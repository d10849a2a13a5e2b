// Web push in this browser: permission, the service worker, and the subscription the server keeps.
import type { Api } from '#api/client.ts';

const workerPath = '/push-worker.js';
export type PushOutcome = 'allowed' | 'denied' | 'impossible';

/** Must be called from a click: browsers ask for permission only then. Rejects when the server does not take the subscription. */
export async function allowPush(api: Api, vapidKey: string): Promise<PushOutcome> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || typeof Notification === 'undefined') return 'impossible';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const subscription = await subscribeHere(vapidKey).catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return 'impossible';
  await api.call('subscribePush', { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  return 'allowed';
}

/** For pop-ups while the page is behind others. Must be called from a click; an answer that was given once is not asked for again. */
export function askForPopUps(): void {
  if (typeof Notification !== 'undefined' && Notification.permission === 'default') void Notification.requestPermission();
}

async function subscribeHere(vapidKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(workerPath);
  await navigator.serviceWorker.ready;
  return (
    (await registration.pushManager.getSubscription()) ??
    registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey })
  );
}
