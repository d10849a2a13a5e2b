// For tests: TLS in front of a Postgres, with a certificate that is good or ran out long ago. Without a Postgres behind it, a client that
// checks the certificate says no more than hello.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

export interface ExpiredPostgres {
  /** It names the certificate as one to be trusted: that it is too old is all that is wrong with it. */
  readonly databaseUrl: string;
  /** Of new connections; those that are open stay. */
  setExpired(isExpired: boolean): void;
  stop(): void;
}

const config = `[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = of_this_machine
[any]
commonName = supplied
[of_this_machine]
subjectAltName = IP:127.0.0.1
`;

interface Behind {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly port: number;
}

/** behind: the Postgres that is reached through it. null = openssl is not on this machine. */
export async function startExpiredPostgres(behind?: Behind): Promise<ExpiredPostgres | null> {
  const folder = mkdtempSync(join(tmpdir(), 'expired-'));
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  for (const [name, text] of Object.entries({ config, index: '', serial: '01' })) writeFileSync(join(folder, name), text);
  try {
    const elliptic = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-new', ...elliptic, '-keyout', 'key', '-out', 'request', '-subj', '/CN=127.0.0.1');
    const ofTime = { good: ['-days', '3000'], old: ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'] };
    const signed = ['-selfsign', '-notext', '-config', 'config', '-keyfile', 'key', '-in', 'request'];
    for (const [name, dates] of Object.entries(ofTime)) {
      openssl('ca', '-batch', ...signed, '-out', name, ...dates);
      writeFileSync(join(folder, 'index'), '');
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const certificate = (name: string) => readFileSync(join(folder, name));
  const trusted = join(folder, 'trusted');
  writeFileSync(trusted, Buffer.concat([certificate('good'), certificate('old')]));
  const [key, good, old] = ['key', 'good', 'old'].map(certificate) as [Buffer, Buffer, Buffer];
  let isExpired = true;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert: isExpired ? old : good });
      secure.on('error', () => {});
      if (!behind) return;
      const upstream = connect(behind.port, '127.0.0.1');
      upstream.on('error', () => secure.destroy());
      secure.on('close', () => upstream.destroy());
      secure.pipe(upstream).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { user, password, database } = behind ?? { user: 'owner', password: 'secret', database: 'site' };
  return {
    databaseUrl: `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=verify-full&sslrootcert=${trusted}`,
    setExpired: (is) => void (isExpired = is),
    stop() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
