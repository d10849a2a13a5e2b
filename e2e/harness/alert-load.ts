// People who make alerts near the price all the while and look on by sockets, as browsers do: whoever is moved comes back at once, what
// was not answered is sent again under the same key. Everything they were told is kept for the audit.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { closeCodes, socketCodes, streamPath } from '@tidemark/contract/socket.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import WebSocket from 'ws';
import type { ReadyWebs } from './ready-webs.ts';

const againMs = 200;
const beatMs = 8_000;
const watched = 20;
/** Refusals that another try does not change. */
const lasting: ReadonlySet<string> = new Set(
  (['alertDuplicate', 'alertLineLimit', 'alertTotalLimit', 'alertInvalidPrice'] as const).map((name) => errors[name].code),
);

export interface Pair {
  readonly symbolId: string;
  readonly tickSize: string;
}

/** An alert that was said to be made. */
export interface MadeAlert {
  readonly id: string;
  readonly clientKey: string;
  readonly symbolId: string;
  readonly isRise: boolean;
  readonly target: number;
  /** It began between these. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The price was there already: it waits until the price has gone and come again. */
  readonly isLatched: boolean;
}

export interface AlertLoad {
  readonly made: readonly MadeAlert[];
  /** Keys of notices that were on somebody's screen. */
  readonly shown: ReadonlySet<string>;
  /** What was answered to writes that were not done at once, and how often. */
  readonly failed: ReadonlyMap<string, number>;
  /** The longest time that an open page heard no price, its way to another process included, and when what happened meanwhile. */
  longestSilence(): { readonly ms: number; readonly steps: string };
  /** Makes no more alerts; the sockets stay. */
  calmDown(): Promise<void>;
  stop(): void;
}

export async function startAlertLoad(
  webs: ReadyWebs,
  people: number,
  /** Each makes an alert so often. */
  paceMs: number,
  pairs: readonly Pair[],
  priceOf: (symbolId: string) => number | undefined,
): Promise<AlertLoad> {
  const made: MadeAlert[] = [];
  const shown = new Set<string>();
  const failed = new Map<string, number>();
  const sockets = new Set<WebSocket>();
  let [isCalm, isOver, longest] = [false, false, { ms: 0, steps: '' }];

  const openPerson = (number: number) => {
    const jar = new Map<string, string>();
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (name: CallName, input: object = {}): Promise<Envelope & { data: any }> => {
      const response = await fetch(`${await webs.next()}${apiPrefix}${calls[name].path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${number >> 8}.${number & 255}`, cookie: cookie() },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(30_000),
      });
      for (const line of response.headers.getSetCookie())
        jar.set(line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1, line.indexOf(';')));
      return (await response.json()) as Envelope & { data: any };
    };
    /** Null: refused for a reason that lasts. */
    const askUntilDone = async (name: CallName, inputOf: () => object = () => ({})): Promise<any> => {
      for (; !isOver; await delay(againMs)) {
        let outcome: string;
        try {
          const { code, data } = await ask(name, inputOf());
          if (code === calls[name].success) return data;
          outcome = code;
        } catch (error) {
          outcome = ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).name;
        }
        if (lasting.has(outcome)) return null;
        failed.set(`${name} ${outcome}`, (failed.get(`${name} ${outcome}`) ?? 0) + 1);
      }
      return null;
    };

    let heardAt: number | null = null;
    let steps: string[] = [];
    const step = (what: string) => void (heardAt !== null && steps.push(`${what} ${Math.round(performance.now() - heardAt)}`));
    const listen = async (): Promise<void> => {
      const token = await askUntilDone('socketToken');
      if (isOver || token === null) return;
      step('token');
      const socket = new WebSocket(`${(await webs.next()).replace('http', 'ws')}${streamPath}`, { headers: { cookie: cookie() } });
      sockets.add(socket);
      const send = (frame: object) => void (socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame)));
      const beat = setInterval(() => send({ action: 'ping' }), beatMs);
      socket.on('open', () => {
        step('open');
        send({ action: 'login', args: { rtoken: token.rtoken } });
      });
      socket.on('error', () => {});
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as {
          event?: string;
          code?: number;
          action?: string;
          arg?: { topic: string };
          data?: { key: string }[];
        };
        if (frame.event === 'login' && frame.code !== socketCodes.ok) return socket.close();
        if (frame.event === 'login') {
          step('login');
          send({
            action: 'subscribe',
            args: [
              { topic: 'price_notice' },
              ...pairs.slice(0, watched).map(({ symbolId: instId }) => ({ topic: 'ticker', instType: 'sp', instId })),
            ],
          });
        }
        if (frame.action !== 'update') return;
        if (frame.arg?.topic === 'price_notice') for (const { key } of frame.data ?? []) shown.add(key);
        if (frame.arg?.topic !== 'ticker') return;
        const now = performance.now();
        if (heardAt !== null && now - heardAt > longest.ms) longest = { ms: now - heardAt, steps: steps.join(', ') };
        [heardAt, steps] = [now, []];
      });
      socket.on('close', (code) => {
        clearInterval(beat);
        sockets.delete(socket);
        step(`close ${code}`);
        // Told to move, or refused by one that is about to go: the first at once, the other after a moment.
        if (!isOver) setTimeout(() => void listen(), code === closeCodes.serverMoving ? 0 : againMs);
      });
    };

    const makeOne = async (at: number): Promise<void> => {
      const { symbolId, tickSize } = pairs[(number * 7 + at) % pairs.length]!;
      const price = priceOf(symbolId);
      if (price === undefined) return;
      const isRise = (at + number) % 2 === 0;
      const distance = Math.max(Number(tickSize), price * 0.0001 * (1 + (at % 5)));
      const text = (price + (isRise ? distance : -distance)).toFixed(tickSize.split('.')[1]?.length ?? 0);
      const [clientKey, sentAt] = [randomUUID(), Date.now()];
      const form = { businessLine: 1, symbolId, alertType: isRise ? 1 : 2, frequency: 3, channels: [4, 5], configurePrice: text };
      const data = await askUntilDone('createAlert', () => ({ clientKey, ...form }));
      if (data === null) return;
      const [answeredAt, isLatched] = [Date.now(), data.startsLatched as boolean];
      made.push({ id: data.alert.id, clientKey, symbolId, isRise, target: Number(text), sentAt, answeredAt, isLatched });
    };
    return {
      async enter() {
        await askUntilDone('register', () => ({ email: `${randomUUID()}@people.example`, password: 'nine green kettles on 4 hobs' }));
        await listen();
      },
      async makeAlerts() {
        // Not all at once: people do not write in step.
        await delay((number * paceMs) / people);
        for (let at = 0; !isCalm; at++) await Promise.all([makeOne(at), delay(paceMs)]);
      },
    };
  };

  const all = Array.from({ length: people }, (_, number) => openPerson(number));
  // One after the other: only so many passwords are hashed at a time.
  for (const person of all) await person.enter();
  const working = all.map((person) => person.makeAlerts());
  return {
    made,
    shown,
    failed,
    longestSilence: () => longest,
    async calmDown() {
      isCalm = true;
      await Promise.all(working);
    },
    stop() {
      isCalm = isOver = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}
