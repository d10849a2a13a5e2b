// One visitor of a list, as cheap as it can be held: a raw connection that speaks the protocol of the live socket, counts what it is sent,
// and comes back as a page does. Only one of many reads what the frames say.
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { calls } from '@tidemark/contract/calls.ts';
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { closeCodes, socketTimes, streamPath, type DataFrame } from '@tidemark/contract/socket.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { maskedText, type Crowd } from './crowd-parts.ts';

/** Of a frame that is only counted: enough to see what kind it is. */
const peekBytes = 28;
/** {"action":"snapshot" and {"event":"login","code":0 are written by the server alone, and always so. */
const [actionAt, eventAt, codeAt] = [11, 10, 24];
const closeOpcode = 0x8;
const textOpcode = 0x1;
const code = (letter: string) => letter.charCodeAt(0);
const letters = { a: code('a'), e: code('e'), l: code('l'), s: code('s'), u: code('u'), zero: code('0') };

// One for all: what is in it is read before the next visitor is served.
const inbox = Buffer.allocUnsafe(256 * 1024);
const ping = maskedText('{"action":"ping","terminaltype":1}');
const notices = maskedText('{"action":"subscribe","args":[{"topic":"price_notice"}],"terminaltype":1}');

export class Visitor {
  readonly #crowd: Crowd;
  readonly #address: string;
  readonly #cookie: string | null;
  readonly #seqs: Map<string, number> | null;
  #socket: Socket | null = null;
  /** Answered with 101. */
  #isOpen = false;
  #isReady = false;
  #isLoggedIn = false;
  #snapshots = 0;
  #rest: Buffer | null = null;
  #skip = 0;
  #retryMs: number | null = null;

  constructor(crowd: Crowd, address: string, cookie: string | null, isReader: boolean) {
    this.#crowd = crowd;
    this.#address = address;
    this.#cookie = cookie;
    this.#seqs = isReader ? new Map() : null;
  }

  /** Somebody who is logged in asks for the token of this connection first. */
  come(): void {
    if (this.#cookie === null) return this.#connect(null);
    const asking = request({
      host: this.#crowd.host,
      port: this.#crowd.port,
      localAddress: this.#address,
      method: 'POST',
      path: `${apiPrefix}${calls.socketToken.path}`,
      headers: { 'content-type': 'application/json', 'content-length': 2, cookie: this.#cookie },
      agent: false,
    });
    const again = () => {
      this.#crowd.totals.tokenRetries += 1;
      this.#comeAgain();
    };
    asking.once('error', again);
    asking.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => {
        const token = answer.statusCode === 200 ? (JSON.parse(text) as { data?: { rtoken?: string } | null }).data?.rtoken : undefined;
        if (token === undefined) again();
        else this.#connect(token);
      });
    });
    asking.end('{}');
  }

  beat(): void {
    if (this.#isOpen) this.#socket?.write(ping);
  }

  #connect(rtoken: string | null): void {
    const { host, port, totals } = this.#crowd;
    const socket = connect({
      host,
      port,
      localAddress: this.#address,
      onread: { buffer: inbox, callback: (bytes) => (this.#hear(inbox.subarray(0, bytes), rtoken), true) },
    });
    this.#socket = socket;
    socket.on('error', () => {});
    socket.once('connect', () => {
      const cookie = this.#cookie === null ? '' : `Cookie: ${this.#cookie}\r\n`;
      socket.write(
        `GET ${streamPath} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGlkZW1hcmsgc3RhbmQhIQ==\r\n${cookie}\r\n`,
      );
    });
    socket.once('close', () => {
      if (this.#socket !== socket) return;
      if (this.#isOpen) totals.open -= 1;
      if (this.#isReady) totals.ready -= 1;
      if (this.#isLoggedIn) totals.loggedIn -= 1;
      this.#socket = this.#rest = null;
      this.#isOpen = this.#isReady = this.#isLoggedIn = false;
      this.#snapshots = this.#skip = 0;
      this.#seqs?.clear();
      this.#comeAgain();
    });
  }

  /** At the pace of web/src/live/socket.ts, or at the moment that the server named. */
  #comeAgain(toldMs = 0): void {
    const { firstRetryMinMs: min, firstRetryMaxMs: max, retryFactor, retryMaxMs } = socketTimes;
    this.#retryMs = this.#retryMs === null ? min + Math.random() * (max - min) : Math.min(this.#retryMs * retryFactor, retryMaxMs);
    this.#crowd.later(Math.max(this.#retryMs, toldMs * (1 + Math.random() / 2)), () => this.come());
  }

  #hear(heard: Buffer, rtoken: string | null): void {
    this.#crowd.totals.bytes += heard.length;
    let chunk = heard;
    if (this.#rest !== null) {
      chunk = Buffer.concat([this.#rest, heard]);
      this.#rest = null;
    }
    if (this.#isOpen) return this.#readFrames(chunk, 0);
    const headEnd = chunk.indexOf('\r\n\r\n');
    if (headEnd < 0) {
      this.#rest = Buffer.from(chunk);
      return;
    }
    const head = chunk.toString('latin1', 0, headEnd);
    if (!head.startsWith('HTTP/1.1 101')) return this.#refused(head);
    this.#isOpen = true;
    this.#crowd.totals.open += 1;
    if (rtoken !== null) this.#socket!.write(maskedText(JSON.stringify({ action: 'login', args: { rtoken }, terminaltype: 1 })));
    this.#socket!.write(this.#crowd.subscribe);
    this.#readFrames(chunk, headEnd + 4);
  }

  #refused(head: string): void {
    this.#crowd.totals.refused += 1;
    const seconds = Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0);
    const socket = this.#socket!;
    this.#socket = null;
    socket.destroy();
    this.#comeAgain(seconds * 1_000);
  }

  #readFrames(chunk: Buffer, from: number): void {
    const { totals } = this.#crowd;
    let at = from;
    while (at < chunk.length) {
      const left = chunk.length - at;
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, left);
        this.#skip -= skipped;
        at += skipped;
        continue;
      }
      const short = chunk[at + 1]! & 0x7f;
      const header = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (left < header) break;
      const length = short === 127 ? Number(chunk.readBigUInt64BE(at + 2)) : short === 126 ? chunk.readUInt16BE(at + 2) : short;
      const needed = this.#seqs === null ? Math.min(length, peekBytes) : length;
      if (left < header + needed) break;
      const payload = chunk.subarray(at + header, at + header + needed);
      const opcode = chunk[at]! & 0x0f;
      totals.frames += 1;
      if (opcode === closeOpcode) {
        if (payload.length >= 2 && payload.readUInt16BE(0) === closeCodes.serverMoving) this.#retryMs = 0;
        this.#socket!.end();
      } else if (opcode === textOpcode) this.#understand(payload);
      at += header;
      this.#skip = length;
    }
    // The inbox belongs to the next visitor in a moment.
    if (at < chunk.length) this.#rest = Buffer.from(chunk.subarray(at));
  }

  #understand(payload: Buffer): void {
    const { totals } = this.#crowd;
    if (payload[2] === letters.e) {
      const event = payload[eventAt];
      if (event === letters.e) totals.errors += 1;
      else if (event === letters.l) this.#answeredLogin(payload[codeAt] === letters.zero);
      return;
    }
    if (payload[2] !== letters.a) return;
    if (payload[actionAt] === letters.u) totals.updates += 1;
    else if (payload[actionAt] === letters.s && !this.#isReady) {
      this.#snapshots += 1;
      this.#settle();
    }
    if (this.#seqs !== null) this.#read(JSON.parse(payload.toString()) as DataFrame<QuoteRow>, this.#seqs);
  }

  #answeredLogin(isIn: boolean): void {
    const { totals } = this.#crowd;
    if (!isIn) {
      totals.failedLogins += 1;
      this.#socket!.end();
      return;
    }
    this.#isLoggedIn = true;
    totals.loggedIn += 1;
    this.#socket!.write(notices);
    this.#settle();
  }

  #settle(): void {
    if (this.#isReady || this.#snapshots < this.#crowd.channels || (this.#cookie !== null && !this.#isLoggedIn)) return;
    this.#isReady = true;
    this.#retryMs = null;
    this.#crowd.totals.ready += 1;
  }

  #read(frame: DataFrame<QuoteRow>, seqs: Map<string, number>): void {
    const { totals, beatDelays, tickDelays } = this.#crowd;
    const channel = `${frame.arg.topic} ${frame.arg.instId ?? ''}`;
    const before = seqs.get(channel);
    seqs.set(channel, frame.seq);
    if (frame.action === 'snapshot') return;
    if (before !== undefined && frame.seq !== before + 1) totals.gaps += 1;
    if (frame.arg.topic !== 'ticker') return;
    const now = Date.now();
    beatDelays.add(now - frame.ts);
    for (const row of frame.data) tickDelays.add(now - row[quoteAt.ts]);
  }
}
