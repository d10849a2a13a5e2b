// The door to text messages. A sender hands one message to a gateway or says that it could not.
export interface Sms {
  /** E.164: +491701234567. */
  readonly to: string;
  readonly text: string;
  /** The same message sent again carries the same reference: a gateway that knows it sends nothing a second time. */
  readonly reference: string;
}

export interface SmsSender {
  /** Resolves when the gateway has taken the message over. */
  send(sms: Sms): Promise<void>;
}

/** Says what went wrong without repeating the number or the text: both may end up in a log. */
export class SmsFailed extends Error {
  /** A second try may help. */
  readonly isPassing: boolean;
  constructor(reason: string, isPassing: boolean) {
    super(`the text message could not be handed over: ${reason}`);
    this.name = 'SmsFailed';
    this.isPassing = isPassing;
  }
}
