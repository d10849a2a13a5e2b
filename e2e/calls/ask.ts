// One call over real HTTP, as a program outside would make it.
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { apiPrefix, type Call, type Envelope } from '@tidemark/contract/wire.ts';
import { sharedAppUrl } from '#harness/app.ts';

export interface Answer {
  readonly status: number;
  readonly envelope: Envelope;
  readonly headers: Headers;
}

const queryOf = (input: unknown): string =>
  new URLSearchParams(Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)])).toString();

export async function ask(name: CallName, input: unknown, headers: Record<string, string> = {}, method: 'GET' | 'POST' = calls[name].method): Promise<Answer> {
  const { path }: Call = calls[name];
  const url = sharedAppUrl() + apiPrefix + path;
  const response =
    method === 'GET'
      ? await fetch(`${url}?${queryOf(input)}`, { headers })
      : await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(input) });
  if (response.status === 429) throw new Error(`${name}: over the rate limit of the app; these tests send fewer requests a minute than it allows, so somebody else asks too`);
  return { status: response.status, envelope: (await response.json()) as Envelope, headers: response.headers };
}
