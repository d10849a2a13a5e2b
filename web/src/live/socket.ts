// The live socket of one page, as a state machine: it connects, logs in, keeps itself alive and comes back by itself
// (sections 4, 8 and 9). What is subscribed and whether frames are missing is the matter of channels.ts.
//
//   closed -> connecting -> open -> closing -> closed -> (retry) -> connecting ...
import { languageOf } from '@tidemark/contract/locales.ts';
import { localeOfPath } from '@tidemark/contract/pages.ts';
import { closeCodes, socketCodes, socketTimes, streamPath } from '@tidemark/contract/socket.ts';
import type { ClientFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import { terminalType } from '@tidemark/contract/wire.ts';
import { browserIsOnline, watchBrowser, type BrowserEvent } from './browser-events.ts';
import { createChannels, type OnFrame } from './channels.ts';
import { decodeFrame } from './decode-frame.ts';
import { createHeartbeat } from './heartbeat.ts';
import { systemTimers, type Timers } from './timers.ts';

export interface SocketState {
  readonly phase: 'connecting' | 'open' | 'closing' | 'closed';
  /** Connections tried since the last stable one; 0 once a connection has answered a heartbeat. */
  readonly attempt: number;
  readonly lastFrameAt: number | null;
  /** When the next try is due, while closed and waiting for it. */
  readonly retryAt: number | null;
}

/** The part of WebSocket this file uses. */
export interface WebSocketLike {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

type TimerName = 'connect' | 'retry' | 'close' | 'login';
export type GetRtoken = () => string | null | Promise<string | null>;

export interface SocketDeps {
  readonly url: string;
  readonly openWebSocket?: (url: string) => WebSocketLike;
  readonly timers?: Timers;
  readonly random?: () => number;
  readonly isOnline?: () => boolean;
  readonly watchEvents?: (onEvent: (event: BrowserEvent) => void) => () => void;
  readonly defer?: (fn: () => void) => void;
  readonly report?: (message: string, detail?: unknown) => void;
  /** Seconds until the server wants us again, where it says so. A browser does not show why a handshake was refused, so it is asked. */
  readonly askWait?: () => Promise<number | null>;
}

export interface LiveSocket {
  start(): void;
  stop(): void;
  /** The user does not want to wait for the next try. */
  retryNow(): void;
  state(): SocketState;
  onState(fn: () => void): () => void;
  /** onFrame gets a snapshot first. It may still be called for some seconds after the returned function (late release). */
  subscribe(arg: SubscriptionArg, onFrame: OnFrame): () => void;
  /** Another identity needs another connection: setting it again, or to null, reconnects. */
  setLogin(getRtoken: GetRtoken | null): void;
}

/** Retries never end, so 'max retries reached' of section 8 is said once, here. */
const reportAfterFailures = 10;
/** A dead peer never answers a close; after this the connection counts as gone. */
const closeGraceMs = 1_000;
/** While the browser says it is offline. It may be wrong, so the door is still tried now and then. */
const offlineRetryMs = 60_000;
/** No token now does not mean none in a moment. */
const loginRetryMs = 5_000;
/** Even if the server tells a longer wait: the page is waiting for prices. */
const longestWaitSeconds = 120;

/** Where the page itself comes from. A socket has no headers of ours, and what is shown depends on the language. */
export const ownStream = (): string =>
  `${location.origin.replace(/^http/, 'ws')}${streamPath}?languageType=${languageOf(localeOfPath(location.pathname)).languageType}`;

export function createSocket({
  url,
  openWebSocket = (to) => new WebSocket(to),
  timers = systemTimers,
  random = Math.random,
  isOnline = browserIsOnline,
  watchEvents = watchBrowser,
  defer = queueMicrotask,
  report = () => {},
  askWait = () => askServer(url),
}: SocketDeps): LiveSocket {
  const listeners = new Set<() => void>();
  let state: SocketState = { phase: 'closed', attempt: 0, lastFrameAt: null, retryAt: null };
  let socket: WebSocketLike | null = null;
  let isWanted = false;
  /** The next try does not wait. */
  let isInHurry = false;
  let retryMs: number | null = null;
  /** Of the connection at hand. */
  let hasEverOpened = false;
  let getRtoken: GetRtoken | null = null;
  let hasSentLogin = false;
  /** A connection that was opened before the session began does not carry its cookies: a new one does. */
  let mayReopenForLogin = false;
  let stopWatching: (() => void) | null = null;
  /** A connection opened although the browser said it was offline: it does not count the network that we are reached by. */
  let isBrowserWrong = false;
  /** One timer per purpose; all of them end with the phase they belong to. */
  const pending = new Map<TimerName, () => void>();
  let reported = new Set<string>();

  const channels = createChannels({ timers, defer, send, report: reportOnce });
  const heartbeat = createHeartbeat({
    timers,
    ping: () => send({ action: 'ping', terminaltype: terminalType }),
    onLost(isHurried) {
      isInHurry = isHurried;
      shut(closeCodes.heartbeatLost, 'heartbeat lost');
    },
  });

  const mayReach = () => isBrowserWrong || isOnline();

  function change(part: Partial<SocketState>) {
    state = { ...state, ...part };
    for (const fn of [...listeners]) fn();
  }

  function reportOnce(message: string, detail?: unknown) {
    if (reported.has(message)) return;
    reported.add(message);
    report(message, detail);
  }

  function setTimer(name: TimerName, ms: number, fn: () => void) {
    pending.get(name)?.();
    pending.set(name, timers.after(ms, fn));
  }
  function clearTimers() {
    for (const cancel of pending.values()) cancel();
    pending.clear();
    heartbeat.stop();
  }

  function connect(): void {
    clearTimers();
    isInHurry = false;
    hasEverOpened = false;
    change({ phase: 'connecting', attempt: state.attempt + 1, retryAt: null });
    let mine: WebSocketLike;
    try {
      mine = openWebSocket(url);
    } catch (error) {
      report('the live socket could not be made', error);
      return ended();
    }
    socket = mine;
    mine.onopen = () => mine === socket && opened();
    mine.onmessage = (event) => mine === socket && received(event.data);
    mine.onclose = (event: { code?: number } | undefined) => mine === socket && closed(event?.code);
    mine.onerror = () => {}; // a close always follows
    setTimer('connect', socketTimes.connectTimeoutMs, () => shut());
  }

  function opened() {
    clearTimers();
    isInHurry = false;
    hasEverOpened = true;
    isBrowserWrong = !isOnline();
    reported = new Set();
    heartbeat.start();
    change({ phase: 'open' });
    channels.connectionOpened();
    void login();
  }

  async function login() {
    const mine = socket;
    if (!getRtoken) return;
    hasSentLogin = true;
    let rtoken: string | null = null;
    try {
      rtoken = await getRtoken();
    } catch (error) {
      reportOnce('no token for the live socket', error);
      if (mine === socket && state.phase === 'open') setTimer('login', loginRetryMs, () => void login());
    }
    if (rtoken && mine === socket && state.phase === 'open') send({ action: 'login', args: { rtoken }, terminaltype: terminalType });
  }

  function send(frame: ClientFrame) {
    if (state.phase === 'open') socket?.send(JSON.stringify(frame));
  }

  function received(data: unknown) {
    if (state.phase !== 'open') return;
    heartbeat.heard();
    state = { ...state, lastFrameAt: timers.now() };
    const frame = decodeFrame(data);
    if (!frame) reportOnce('unreadable live frame', String(data).slice(0, 200));
    else if ('action' in frame) channels.acceptData(frame);
    else if (frame.event === 'pong') becameStable();
    else if (frame.event === 'login') loginAnswered(frame.code === socketCodes.ok);
    else if (frame.code !== socketCodes.ok) channels.acceptRefusal(frame);
  }

  function loginAnswered(isAccepted: boolean) {
    if (isAccepted) return channels.loginAccepted();
    if (mayReopenForLogin) reconnectNow();
    else reportOnce('the live socket refused the login');
    mayReopenForLogin = false;
  }

  function becameStable() {
    retryMs = null;
    if (state.attempt > 0) change({ attempt: 0 });
  }

  function shut(code?: number, reason?: string) {
    clearTimers();
    change({ phase: 'closing', retryAt: null });
    setTimer('close', closeGraceMs, ended);
    socket?.close(code, reason);
  }

  function closed(code: number | undefined): void {
    // Only a connection that has proved itself: a server that sends every client away must not be asked without a pause.
    if (code === closeCodes.serverMoving && state.attempt === 0) isInHurry = true;
    ended();
  }

  function ended(): void {
    clearTimers();
    socket = null;
    hasSentLogin = false;
    channels.connectionEnded();
    if (!isWanted) return change({ phase: 'closed', attempt: 0 });
    if (state.attempt === reportAfterFailures) report(`the live connection failed ${reportAfterFailures} times in a row`);
    if (isInHurry && mayReach()) return connect();
    const hasOpened = hasEverOpened;
    change({ phase: 'closed', retryAt: planRetry() });
    if (!hasOpened && mayReach()) void waitAsTold();
  }

  /** Many are turned away at once; a share of chance keeps them from coming back at once. */
  async function waitAsTold(): Promise<void> {
    const { attempt } = state;
    const seconds = await askWait().catch(() => null);
    if (seconds === null || state.phase !== 'closed' || state.attempt !== attempt || !isWanted) return;
    const waitMs = seconds * 1_000 * (1 + random() / 2);
    if (timers.now() + waitMs <= (state.retryAt ?? 0)) return;
    setTimer('retry', waitMs, connect);
    change({ retryAt: timers.now() + waitMs });
  }

  function planRetry(): number {
    const { firstRetryMinMs: min, firstRetryMaxMs: max, retryFactor, retryMaxMs } = socketTimes;
    retryMs = retryMs === null ? min + random() * (max - min) : Math.min(retryMs * retryFactor, retryMaxMs);
    const waitMs = mayReach() ? retryMs : offlineRetryMs;
    setTimer('retry', waitMs, connect);
    return timers.now() + waitMs;
  }

  function reconnectNow() {
    isInHurry = true;
    if (state.phase === 'closed') connect();
    else if (state.phase === 'open') shut(1000);
  }

  function browserSaid(event: BrowserEvent) {
    if (event === 'visible' && state.phase === 'open') heartbeat.probe();
    else if (event !== 'offline') reconnectNow();
    else if (state.phase === 'closed') change({ retryAt: planRetry() });
  }

  return {
    start() {
      if (isWanted) return;
      isWanted = true;
      stopWatching = watchEvents(browserSaid);
      if (state.phase === 'closed') connect();
      else isInHurry = true; // still closing after a stop()
    },
    stop() {
      if (!isWanted) return;
      isWanted = false;
      isInHurry = false;
      stopWatching?.();
      retryMs = null;
      if (state.phase === 'closed') {
        clearTimers();
        change({ attempt: 0, retryAt: null });
      } else if (state.phase !== 'closing') {
        shut(1000);
      }
    },
    retryNow() {
      if (isWanted && state.phase === 'closed') connect();
    },
    state: () => state,
    onState(fn) {
      listeners.add(fn);
      return () => void listeners.delete(fn);
    },
    subscribe: (arg, onFrame) => channels.subscribe(arg, onFrame),
    setLogin(next) {
      getRtoken = next;
      mayReopenForLogin = next !== null;
      pending.get('login')?.();
      if (hasSentLogin) reconnectNow();
      else if (state.phase === 'open') void login();
    },
  };
}

async function askServer(url: string): Promise<number | null> {
  const answer = await fetch(url.replace(/^ws/, 'http'), { cache: 'no-store' });
  const seconds = answer.status === 503 ? Number(answer.headers.get('retry-after')) : 0;
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) : null;
}
