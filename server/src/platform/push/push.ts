// The door to web push: one message to one browser's push service.
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushMessage {
  readonly payload: string;
  /** How long the service keeps it for a browser that is asleep. */
  readonly liveSeconds: number;
  /** Of messages with the same topic a sleeping browser gets the newest only; at most 32 letters of base64url. */
  readonly topic?: string;
  readonly isUrgent: boolean;
}

export interface PushSender {
  readonly publicKey: string;
  /** Resolves when the push service has taken the message over. */
  send(to: PushSubscription, message: PushMessage): Promise<void>;
}

export class PushFailed extends Error {
  readonly isPassing: boolean;
  /** The browser has taken its subscription back: forget it. */
  readonly isGone: boolean;
  constructor(reason: string, { isPassing, isGone }: { isPassing: boolean; isGone: boolean }) {
    super(`the push message could not be handed over: ${reason}`);
    this.name = 'PushFailed';
    this.isPassing = isPassing;
    this.isGone = isGone;
  }
}
