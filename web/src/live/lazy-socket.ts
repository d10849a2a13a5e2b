// The live socket is not needed to show a page, so its code arrives after it. Until then this stands in its place: what
// is asked of it is remembered and handed over when the real one is there.
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { LiveSocket, SocketState } from './socket.ts';
import { systemTimers, type Timers } from './timers.ts';

const retryMs = 5_000;
const notYet: SocketState = { phase: 'connecting', attempt: 0, lastFrameAt: null, retryAt: null };

type OnFrame = Parameters<LiveSocket['subscribe']>[1];
interface Wish {
  readonly arg: SubscriptionArg;
  readonly onFrame: OnFrame;
  release: () => void;
}

export function createLazySocket(load: () => Promise<LiveSocket>, timers: Timers = systemTimers): LiveSocket {
  let socket: LiveSocket | null = null;
  let isLoading = false;
  let isWanted = false;
  let login: Parameters<LiveSocket['setLogin']>[0] = null;
  const wishes = new Set<Wish>();
  const listeners = new Set<() => void>();

  const arrive = (real: LiveSocket) => {
    socket = real;
    real.onState(() => listeners.forEach((listener) => listener()));
    if (login) real.setLogin(login);
    for (const wish of wishes) wish.release = real.subscribe(wish.arg, wish.onFrame);
    wishes.clear();
    if (isWanted) real.start();
    listeners.forEach((listener) => listener());
  };
  const fetchCode = () => {
    if (socket || isLoading) return;
    isLoading = true;
    load().then(arrive, () => {
      isLoading = false;
      timers.after(retryMs, () => isWanted && fetchCode());
    });
  };

  return {
    start() {
      isWanted = true;
      if (socket) socket.start();
      else fetchCode();
    },
    stop() {
      isWanted = false;
      socket?.stop();
    },
    retryNow: () => socket?.retryNow(),
    state: () => socket?.state() ?? notYet,
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribe(arg, onFrame) {
      if (socket) return socket.subscribe(arg, onFrame);
      const wish: Wish = { arg, onFrame, release: () => wishes.delete(wish) };
      wishes.add(wish);
      return () => wish.release();
    },
    setLogin(getRtoken) {
      login = getRtoken;
      socket?.setLogin(getRtoken);
    },
  };
}
