// Waits for a lock of Postgres and keeps it until it is killed: says 'waiting', then 'taken'.
import pg from 'pg';

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
process.send?.('waiting');
await client.query('select pg_advisory_lock(1)');
process.send?.('taken');
process.once('disconnect', () => process.exit());
