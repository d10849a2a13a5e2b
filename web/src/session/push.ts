// The push subscription of this browser. It belongs to the user who is logged in: it ends when they leave and is told again when they come
// back.
import type { Api } from '#api/client.ts';

/** A push service that does not answer must not keep a user from logging out. */
const patienceMs = 2_000;

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function endPush(): Promise<void> {
  const ending = ownSubscription().then((subscription) => subscription?.unsubscribe());
  await Promise.race([ending.catch(() => {}), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

export const isPushAllowed = async (): Promise<boolean> => (await ownSubscription()) !== null;

/** Turned off in this browser: the server first, so that what it still sends finds a subscription. */
export async function stopPush(api: Api): Promise<void> {
  const subscription = await ownSubscription();
  if (!subscription) return;
  await api.call('unsubscribePush', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** For the same person in a new session: the server let go of the subscription with the old one. */
export async function renewPush(api: Api): Promise<void> {
  const { endpoint, keys } = (await ownSubscription())?.toJSON() ?? {};
  if (endpoint && keys?.p256dh && keys.auth) await api.call('subscribePush', { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
}
