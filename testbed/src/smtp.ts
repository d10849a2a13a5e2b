// For tests: a real SMTP server on a free loopback port that keeps every mail it takes, and refuses when told to.
import { SMTPServer } from 'smtp-server';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { noFaults, lateMs, type Faults } from './fault-injection.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines as they came, unfolded and in lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
}

export type SmtpStep = 'connection' | 'login' | 'sender';

export interface LocalSmtp {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** The next one to this address that is not yet handed out here. */
  nextTo(address: string): Promise<ReceivedMail>;
  /** Answers the next so many mails with this SMTP code. */
  refuseNext(howMany: number, code: number): void;
  /** Answers so from now on where a client connects, logs in or names its sender; null: no more. */
  refuseAt(step: SmtpStep | null, code?: number): void;
  setFaults(faults: Faults): void;
  /** How long it takes over each mail from now on. */
  setTime(ms: number): void;
  /** Takes no mail from now on, and lets none go, until what it answers is called. */
  hold(): () => void;
  /** The most connections that were open at one time. */
  mostConnections(): number;
  stop(): Promise<void>;
}

/** Some mails follow a price, and that takes its time. */
const patienceMs = 60_000;

export async function startSmtp(): Promise<LocalSmtp> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  const handedOut = new Set<ReceivedMail>();
  const waiting = new Set<() => void>();
  const refusals: number[] = [];
  let refusedAt: { readonly step: SmtpStep | null; readonly code: number } = { step: null, code: 0 };
  const refusalAt = (step: SmtpStep) =>
    refusedAt.step === step ? Object.assign(new Error('refused by the test'), { responseCode: refusedAt.code }) : null;
  let faults = noFaults;
  let [timeMs, mostConnections] = [0, 0];
  let held = Promise.resolve();
  const sockets = new Map<number, { destroy(): void }>();

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(refusalAt('connection')),
    onAuth: ({ username }, _session, done) => done(refusalAt('login'), { user: username }),
    onMailFrom: (_address, _session, done) => done(refusalAt('sender')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const take = async () => {
        const fault = faults();
        if (fault === 'hang') return;
        if (fault === 'refuse') return done(Object.assign(new Error('not now'), { responseCode: 451 }));
        if (fault === 'late') await delay(lateMs);
        if (timeMs > 0) await delay(timeMs);
        await held;
        const code = refusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('refused by the test'), { responseCode: code }));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...readMail(Buffer.concat(chunks).toString('utf8')),
        });
        // Taken, and the line goes dead before the sender hears of it.
        if (fault === 'loseAnswer') sockets.get(session.remotePort)?.destroy();
        else done();
        for (const look of waiting) look();
      };
      stream.on('end', () => void take());
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    sockets.set(remotePort, socket);
    mostConnections = Math.max(mostConnections, sockets.size);
    socket.once('close', () => sockets.delete(remotePort));
  });

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    nextTo(address) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail>();
      const timer = setTimeout(() => reject(new Error(`no mail came for ${address}; there are ${mails.length} in all`)), patienceMs);
      const look = () => {
        const found = mails.find((mail) => mail.to.includes(address) && !handedOut.has(mail));
        if (!found) return;
        handedOut.add(found);
        waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      waiting.add(look);
      look();
      return promise;
    },
    refuseNext: (howMany, code) => void refusals.push(...Array<number>(howMany).fill(code)),
    refuseAt: (step, code = 550) => void (refusedAt = { step, code }),
    setFaults: (next) => void (faults = next),
    setTime: (ms) => void (timeMs = ms),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    mostConnections: () => mostConnections,
    stop: () => {
      for (const socket of sockets.values()) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A plain-text mail of one part, as our sender writes them. */
function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const split = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, split)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const body = raw.slice(split + 4);
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  const text =
    encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : encoding === 'quoted-printable' ? decodeQuoted(body) : body;
  return { headers, subject: decodeWords(headers.get('subject') ?? ''), text: text.replaceAll('\r\n', '\n') };
}

const bytesOf = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
const decodeQuoted = (body: string) => bytesOf(body.replace(/=\r\n/g, ''));
const decodeWords = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : bytesOf(word.replaceAll('_', ' ')),
    );
