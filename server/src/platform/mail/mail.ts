// The door to mail. A sender delivers one message or says that it could not; what is written and when is for others.
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** BCP-47, so that a reader's program knows the direction. */
  readonly language?: string;
  /** '<key@host>': the same message sent again carries the same one, so that a mailbox shows it once. */
  readonly messageId?: string;
  /** Where an answer to it goes, when that is not its sender. */
  readonly replyTo?: string;
}

/** So many mails are on their way at once; the rest of a caller's mails wait. */
export const mailsAtOnce = 4;
/** From the call of send to its end in any case: a caller that holds a mail longer than this sends it only once. */
export const mailDeadlineMs = 25_000;

export interface MailSender {
  /** Resolves when a server has taken the message over; fails within mailDeadlineMs otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Says what went wrong without repeating the address or the text: both may end up in a log. */
export class MailFailed extends Error {
  /** A second try may help. */
  readonly isPassing: boolean;
  constructor(reason: string, isPassing: boolean) {
    super(`the mail could not be handed over: ${reason}`);
    this.name = 'MailFailed';
    this.isPassing = isPassing;
  }
}
