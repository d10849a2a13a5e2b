// For tests: a gateway for text messages as providers run them, on a free loopback port. It asks for its token, and a
// reference it has seen sends no second message, which it counts.
import { createArrivals } from './arrivals.ts';
import { startFaultyHttp } from './faulty-http.ts';
import type { Faults } from './fault-injection.ts';

export interface ReceivedSms {
  readonly to: string;
  readonly from: string | null;
  readonly text: string;
  readonly reference: string;
}

export interface LocalSmsGateway {
  readonly url: string;
  readonly token: string;
  /** One per reference. */
  readonly messages: readonly ReceivedSms[];
  /** Sent again with a reference that was known. */
  repeats(): number;
  nextTo(number: string): Promise<ReceivedSms>;
  setFaults(faults: Faults): void;
  stop(): Promise<void>;
}

export async function startSmsGateway(): Promise<LocalSmsGateway> {
  const token = 'gateway-token-of-the-tests';
  const arrivals = createArrivals<ReceivedSms>();
  const seen = new Set<string>();
  let repeats = 0;
  const http = await startFaultyHttp((request, body) => {
    if (request.headers.authorization !== `Bearer ${token}`) return 401;
    const {
      to,
      from = null,
      text,
      reference,
    } = JSON.parse(body.toString('utf8')) as { to?: string; from?: string; text?: string; reference?: string };
    if (!to || !/^\+\d{5,15}$/.test(to) || !text || !reference || request.headers['idempotency-key'] !== reference) return 400;
    if (seen.has(reference)) repeats++;
    else {
      seen.add(reference);
      arrivals.add({ to, from, text, reference });
    }
    return 202;
  });
  return {
    url: `${http.url}/messages`,
    token,
    messages: arrivals.all,
    repeats: () => repeats,
    nextTo: (number) => arrivals.next(({ to }) => to === number, `a text message to ${number}`),
    setFaults: (faults) => void (http.faults = faults),
    stop: http.stop,
  };
}
