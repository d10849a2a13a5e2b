// For tests: hears every message on a NATS server and asks the server for its subscribers, without taking part.
import { connect } from 'node:net';

export interface NatsSpy {
  /** Subjects on which something was said so far. */
  readonly said: ReadonlySet<string>;
  /** Subjects that a subscriber other than the spy listens to now. */
  listened(): Promise<ReadonlySet<string>>;
  stop(): void;
}

/** The server must have been started with `-m monitorPort`. onMessage: hears every message as it travels. */
export async function spyOnNats(
  port: number,
  monitorPort: number,
  onMessage: (subject: string, payload: Buffer) => void = () => {},
): Promise<NatsSpy> {
  const said = new Set<string>();
  const socket = connect(port, '127.0.0.1');
  let rest = Buffer.alloc(0);
  /** MSG subject sid [reply] size, HMSG subject sid [reply] headerSize size: the payload follows, headers before it. */
  const read = (): void => {
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const words = rest.subarray(0, end).toString('latin1').split(' ');
      const isMessage = words[0] === 'MSG' || words[0] === 'HMSG';
      const next = end + 2 + (isMessage ? Number(words.at(-1)) + 2 : 0);
      if (rest.length < next) return;
      if (isMessage) {
        said.add(words[1]!);
        onMessage(words[1]!, rest.subarray(end + 2 + (words[0] === 'HMSG' ? Number(words.at(-2)) : 0), next - 2));
      } else if (words[0] === 'PING') socket.write('PONG\r\n');
      rest = rest.subarray(next);
    }
  };
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    read();
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => {});
  socket.write('CONNECT {"verbose":false,"headers":true,"name":"spy"}\r\nSUB > 1\r\n');
  return {
    said,
    async listened() {
      const { connections } = (await (await fetch(`http://127.0.0.1:${monitorPort}/connz?subs=1&limit=1000`)).json()) as {
        connections: { name?: string; subscriptions_list?: string[] }[];
      };
      return new Set(connections.filter(({ name }) => name !== 'spy').flatMap(({ subscriptions_list: list = [] }) => list));
    },
    stop: () => socket.destroy(),
  };
}
