// Text messages through a gateway that speaks HTTP: POST {to, from, text, reference} as JSON with a bearer token, any 2xx is yes.
// Most providers take this as it is or behind a few lines of their own.
import { SmsFailed, type SmsSender } from './sms.ts';

export interface SmsGatewaySettings {
  readonly url: string;
  /** null: the gateway asks for none. */
  readonly token: string | null;
  /** A number or a name that the message comes from; null: the gateway's own. */
  readonly from: string | null;
  readonly timeoutMs?: number;
}

/** What a gateway says about itself or about our token, which the operator can mend, and not about the message. */
const isPassing = (status: number) => status >= 500 || [401, 403, 408, 425, 429].includes(status);

export function createHttpSmsSender({ url, token, from, timeoutMs = 10_000 }: SmsGatewaySettings): SmsSender {
  return {
    async send({ to, text, reference }) {
      let response: Response;
      try {
        response = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': reference,
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ to, text, reference, ...(from === null ? {} : { from }) }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
      } catch (error) {
        throw new SmsFailed((error as Error).name === 'TimeoutError' ? 'no answer in time' : 'no connection', true);
      }
      if (!response.ok) throw new SmsFailed(`status ${response.status}`, isPassing(response.status));
    },
  };
}
