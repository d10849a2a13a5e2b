// For tests: what answers like a Postgres with TLS whose certificate ran out long ago. Nobody who looks at it says more than hello.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

export interface ExpiredPostgres {
  /** It names the certificate as one to be trusted: that it is too old is all that is wrong with it. */
  readonly databaseUrl: string;
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

/** null = openssl is not on this machine. */
export async function startExpiredPostgres(): Promise<ExpiredPostgres | null> {
  const folder = mkdtempSync(join(tmpdir(), 'expired-'));
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  for (const [name, text] of Object.entries({ config, index: '', serial: '01' })) writeFileSync(join(folder, name), text);
  try {
    const elliptic = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-new', ...elliptic, '-keyout', 'key', '-out', 'request', '-subj', '/CN=127.0.0.1');
    const dates = ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'];
    openssl(
      'ca',
      '-batch',
      '-selfsign',
      '-notext',
      '-config',
      'config',
      '-keyfile',
      'key',
      '-in',
      'request',
      '-out',
      'certificate',
      ...dates,
    );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const tls = { cert: readFileSync(join(folder, 'certificate')), key: readFileSync(join(folder, 'key')) };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...tls }).on('error', () => {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    databaseUrl: `postgres://owner:secret@127.0.0.1:${port}/site?sslmode=verify-full&sslrootcert=${join(folder, 'certificate')}`,
    stop() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
