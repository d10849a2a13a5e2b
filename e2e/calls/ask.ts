// One call over real HTTP, as a program outside would make it.
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { apiPrefix, type Call, type Envelope } from '@tidemark/contract/wire.ts';
import { sharedAppUrl } from '#harness/app.ts';

export interface Answer {
  readonly status: number;
  readonly envelope: Envelope;
  readonly headers: Headers;
}

const asksPerAddress = 30;
const place = process.pid % 65_536;
let asked = 0;

/** Allowances count by address, and costly calls count for many: a few asks later somebody else asks. */
const nextAddress = (): string => `10.${place >> 8}.${place & 255}.${Math.floor(asked++ / asksPerAddress) % 256}`;

const queryOf = (input: unknown): string =>
  new URLSearchParams(Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)])).toString();

export async function ask(
  name: CallName,
  input: unknown,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = calls[name].method,
): Promise<Answer> {
  const { path }: Call = calls[name];
  const url = sharedAppUrl() + apiPrefix + path;
  const from = { 'x-forwarded-for': nextAddress(), ...headers };
  const response =
    method === 'GET'
      ? await fetch(`${url}?${queryOf(input)}`, { headers: from })
      : await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...from }, body: JSON.stringify(input) });
  if (response.status === 429) throw new Error(`${name}: over the rate limit of the app; no address sends so many requests a minute here`);
  return { status: response.status, envelope: (await response.json()) as Envelope, headers: response.headers };
}
