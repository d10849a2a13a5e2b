// Every kind of answer to one write of a form: what the server may refuse it with, and what happens to answers on their way. After each
// the words have to be there, and the form has to be one that can be sent again. The server is never reached: answers are made here.
import { expect, type Page, type Route } from '@playwright/test';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { isLong } from './journey.ts';
import { wordOf } from './words.ts';

export interface Write {
  readonly form: string;
  readonly call: CallName;
  /** From wherever the page is to where it can be pressed. */
  open(page: Page): Promise<unknown>;
  press(page: Page): Promise<unknown>;
  /** After a failure, where the press cannot simply be made again; the call succeeds meanwhile. */
  again?(page: Page): Promise<unknown>;
  /** Of the catalogue, beside what every write can be refused with. */
  readonly refusals?: readonly ErrorName[];
  /** Where its words appear, if it is neither an alert nor a toast. */
  readonly place?: string;
  /** Its own words for what no server said. */
  readonly words?: Partial<Record<WrittenEnd, string>>;
  /** The words of a refusal, if they are not the server's. */
  refusalWords?(error: ErrorName, said: string): string;
  /** What a success answers, or what makes it, and how it shows; null: a success leaves the page. */
  readonly success: { readonly data: unknown; ended(page: Page): Promise<unknown> } | null;
}

type WrittenEnd = 'busy' | 'notSent' | 'unknown';

/** What can happen to any write, whatever its room says. */
const always: readonly ErrorName[] = ['badInput', 'internal', 'bodyTooLarge', 'unavailable', 'outcomeUnknown'];

export const addressOf = (name: CallName): string => `**${apiPrefix}${calls[name].path}`;
export const envelope = (data: unknown, code: string = errors.internal.code, msg = '') => ({ code, msg, data, requestTime: Date.now() });
const succeeded = (name: CallName, data: unknown) => envelope(data, calls[name].success, 'success');
/** The answer of a read that a form stands on. */
export const stub = (page: Page, name: CallName, data: unknown): Promise<unknown> =>
  page.route(addressOf(name), (route) =>
    route.fulfill({ json: succeeded(name, typeof data === 'function' ? (data as () => unknown)() : data) }),
  );

/** Another screen of the page that is there, without loading the page anew. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

interface Turned {
  isOffline: boolean;
  endPatience(): void;
}
declare global {
  interface Window {
    turned: Turned;
  }
}

/** Before the page: the end of its patience is in our hands, and it can be told that it is offline. */
export const prepare = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const waiting = new Set<AbortController>();
    window.turned = {
      isOffline: false,
      endPatience: () => {
        for (const one of waiting) one.abort(new DOMException('too late', 'TimeoutError'));
      },
    };
    AbortSignal.timeout = () => {
      const one = new AbortController();
      waiting.add(one);
      return one.signal;
    };
    Object.defineProperty(navigator, 'onLine', { get: () => !window.turned.isOffline });
  });

interface Kind {
  readonly name: string;
  answer(route: Route): Promise<unknown>;
  readonly words: string;
  readonly isOffline?: true;
  /** The page gives up. */
  readonly isUnanswered?: true;
}

const kindsOf = ({ form, call, refusals = [], words = {}, refusalWords = (_, said) => said }: Write): Kind[] => {
  const said = (end: WrittenEnd) => words[end] ?? wordOf('en', 'writes', `writes.${end}`);
  const refusal = (error: ErrorName, status = 200): Kind => {
    const msg = `${form} was refused: ${error} ${status}`;
    return {
      name: `${error} with ${status}`,
      answer: (route) => route.fulfill({ status, json: envelope(null, errors[error].code, msg) }),
      words: refusalWords(error, msg),
    };
  };
  return [
    ...always.map((error) => refusal(error)),
    refusal('unavailable', 503),
    {
      name: '429',
      answer: (route) => route.fulfill({ status: 429, json: envelope(null, errors.tooManyRequests.code, 'quiet') }),
      words: said('busy'),
    },
    {
      name: 'a proxy without its server',
      answer: (route) => route.fulfill({ status: 503, body: '<html>Service Unavailable</html>' }),
      words: said('unknown'),
    },
    { name: 'offline', answer: (route) => route.abort('internetdisconnected'), words: said('notSent'), isOffline: true },
    { name: 'a cut', answer: (route) => route.abort('connectionreset'), words: said('unknown') },
    { name: 'no answer', answer: () => new Promise(() => {}), words: said('unknown'), isUnanswered: true },
    {
      name: 'the server gave up',
      answer: (route) => route.fulfill({ json: envelope(null, errors.timeout.code, 'late') }),
      words: said('unknown'),
    },
    {
      name: 'half an answer',
      answer: (route) => route.fulfill({ body: `{"code":"${calls[call].success}","msg":"succ` }),
      words: said('unknown'),
    },
    { name: 'an answer of somebody else', answer: (route) => route.fulfill({ json: { ok: true } }), words: said('unknown') },
    ...refusals.filter((error) => !always.includes(error)).map((error) => refusal(error)),
  ];
};

/** On each change a fourth of them, and of the next form the next ones: any four forms meet all that can happen to a write. */
const kindsInTurn = (write: Write, turn: number): Kind[] => kindsOf(write).filter((_, at) => isLong || (at + turn) % 4 === 0);

const usualPlace = '[role="alert"], .toast:not([data-seen])';

/** `turn` counts the forms. */
export async function driveWrite(page: Page, write: Write, turn: number): Promise<void> {
  const { form, call, press, again, success, place = usualPlace } = write;
  let asked = 0;
  let isAsked: () => void = () => {};
  let answer: (route: Route) => Promise<unknown> = async () => {};
  const succeed = (route: Route) => {
    const { data = { ok: true } } = success ?? {};
    return route.fulfill({ json: succeeded(call, typeof data === 'function' ? (data as () => unknown)() : data) });
  };
  const onRoute = (route: Route) => {
    asked += 1;
    isAsked();
    return answer(route);
  };
  /** The press, up to the moment when the request is there. */
  const send = async (kind: string) => {
    const before = asked;
    const arrived = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    await within(`${form}, ${kind}: can be pressed`, press(page));
    await within(`${form}, ${kind}: the press sent nothing`, arrived);
    expect(asked, `${form}, ${kind}: sent once`).toBe(before + 1);
  };
  const isSaid = (words: string) =>
    page.evaluate(([at, text]) => [...document.querySelectorAll(at)].some(({ textContent }) => textContent.includes(text)), [
      place,
      words,
    ] as const);

  await within(`${form}: opens`, Promise.resolve(write.open(page)));
  await page.route(addressOf(call), onRoute);
  for (const kind of kindsInTurn(write, turn)) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    answer = async (route) => {
      // It is of one request alone: what the page sends once more by itself is not held up by it.
      answer = succeed;
      await released;
      // The page may have given up by then.
      await kind.answer(route).catch(() => {});
    };
    await page.evaluate((isOffline) => {
      window.turned.isOffline = isOffline;
      for (const toast of document.querySelectorAll('.toast')) toast.setAttribute('data-seen', '');
    }, kind.isOffline === true);
    await send(kind.name);
    expect(await isSaid(kind.words), `${form}, ${kind.name}: nothing is said before the answer`).toBe(false);
    release();
    if (kind.isUnanswered) await page.evaluate(() => window.turned.endPatience());
    await within(
      `${form}, ${kind.name}: says '${kind.words}'`,
      page.waitForFunction(([at, text]) => [...document.querySelectorAll(at)].some(({ textContent }) => textContent.includes(text)), [
        place,
        kind.words,
      ] as const),
    );
    if (!again) continue;
    await page.evaluate(() => {
      window.turned.isOffline = false;
    });
    await within(`${form}, ${kind.name}: is made good`, again(page));
  }
  if (success) {
    await page.evaluate(() => {
      window.turned.isOffline = false;
    });
    await send('success');
    await within(`${form}: its success shows`, Promise.resolve(success.ended(page)));
  }
  await page.unroute(addressOf(call), onRoute);
}

const patienceMs = 30_000;

/** What is waited for, by name. */
async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${patienceMs / 1000} s: ${what}`)), patienceMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } catch (error) {
    throw new Error(`${what}\n${(error as Error).message}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
