// What a page and a firing of an alert cost: some of them, and the processor time that they took above that of the moment before.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@tidemark/contract/calls.ts';
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import pg from 'pg';

const pages = 200;
/** As many as an address may make in a minute, by all who are behind it. */
const alertsPerPerson = 12;
/** So near the price that most of them are met within a minute. */
const distance = 0.0001;
const metShare = 0.8;
const longestMs = 60_000;

export interface Listed {
  readonly symbolId: string;
  readonly tickSize: string;
  readonly quote: QuoteRow;
}

/** How many there were, and the bytes of one. */
export async function askPages(url: string): Promise<{ count: number; bytes: number }> {
  let bytes = 0;
  for (let n = 0; n < pages; n++) {
    const answer = await fetch(`${url}/markets/spot`, { headers: { 'accept-encoding': 'br' } });
    // As it travelled: fetch has unpacked what it gives.
    bytes += Number(answer.headers.get('content-length') ?? 0);
    await answer.arrayBuffer();
  }
  return { count: pages, bytes: Math.round(bytes / pages) };
}

/** Makes alerts that are about to be met, waits for them, and says how many were. */
export async function fireAlerts(url: string, databaseUrl: string, cookies: readonly string[], list: readonly Listed[]): Promise<number> {
  const make = async (cookie: string, { symbolId, tickSize, quote }: Listed, isRise: boolean) => {
    const target = Number(quote[quoteAt.last]) * (1 + (isRise ? distance : -distance));
    const configurePrice = target.toFixed(tickSize.split('.')[1]?.length ?? 0);
    const form = { businessLine: 1, symbolId, alertType: isRise ? 1 : 2, frequency: 3, channels: [4, 5], configurePrice };
    const answer = await fetch(`${url}${apiPrefix}${calls.createAlert.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ clientKey: randomUUID(), ...form }),
    });
    return ((await answer.json()) as { code: string }).code === calls.createAlert.success;
  };
  let made = 0;
  for (const [person, cookie] of cookies.entries())
    for (let n = 0; n < alertsPerPerson; n++)
      if (await make(cookie, list[(person * alertsPerPerson + n) % list.length]!, n % 2 === 0)) made += 1;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const endsAt = performance.now() + longestMs; ; await delay(500)) {
      const { rows } = await client.query<{ fired: number }>('select count(*)::int as fired from alert_log');
      if (rows[0]!.fired >= made * metShare || performance.now() > endsAt) return rows[0]!.fired;
    }
  } finally {
    await client.end();
  }
}
