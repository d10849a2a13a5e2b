// Accounts with a session each, straight into the database: ten thousand passwords would take longer to hash than all else here.
import { randomUUID } from 'node:crypto';
import { sessionCookies, sessionTimes } from '@tidemark/contract/accounts.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import pg from 'pg';
import { createTokens } from '../../server/src/users/tokens.ts';

/** The cookie of each. A web process must have started on this database before: it makes the key that signs them. */
export async function makeMembers(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ secret: string }>(`select secret from signing_key where name = 'tokens'`);
    const tokens = createTokens(rows[0]!.secret);
    const members = Array.from({ length: count }, () => ({ userId: randomUUID(), sessionId: randomUUID() }));
    const [users, sessions] = [members.map(({ userId }) => userId), members.map(({ sessionId }) => sessionId)];
    await client.query(
      `insert into account (id, email, email_key, locale, created_at, updated_at)
       select id, id || '@people.example', id || '@people.example', 'en', now(), now() from unnest($1::uuid[]) id`,
      [users],
    );
    await client.query(
      `insert into account_session (id, account_id, ip, device, created_at, last_seen_at, expires_at)
       select session, account, '10.62.0.1', 'stand', now(), now(), now() + interval '1 day'
       from unnest($1::uuid[], $2::uuid[]) as made(session, account)`,
      [sessions, users],
    );
    const expiresAt = Date.now() + sessionTimes.refreshMs;
    return members.map(({ userId, sessionId }) => {
      const session = tokens.issue('session', { sessionId: sessionId as SessionId, userId: userId as UserId, expiresAt });
      return `${sessionCookies.session}=${session}`;
    });
  } finally {
    await client.end();
  }
}
