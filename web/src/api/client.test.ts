// The client against a real HTTP server that answers as it is told.
import assert from 'node:assert/strict';
import { ownBrand } from '@tidemark/contract/brand.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import * as v from 'valibot';
import { calls } from '@tidemark/contract/calls.ts';
import { redirectingCodes } from '@tidemark/contract/errors.ts';
import { currencyCodes } from '@tidemark/contract/money.ts';
import { ApiError, createApi, createFetchTransport, createHostTransport } from './client.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
interface Seen {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
}

const envelope = (code: string, data: unknown = null, msg = `message of ${code}`) => ({ code, msg, data, requestTime: 1 });
const json =
  (body: unknown, status = 200): Respond =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

let respond: Respond;
let seen: Seen[] = [];
let origin = '';
const server = createServer((request, response) => {
  void text(request).then((body) => {
    seen.push({
      method: request.method!,
      url: new URL(request.url!, 'http://x'),
      headers: request.headers,
      body: body && JSON.parse(body),
    });
    respond(request, response);
  });
});

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

function setUp() {
  const redirects: string[] = [];
  const logs: string[] = [];
  const kept = new Map<string, string>();
  const transport = createFetchTransport({
    origin,
    locale: () => 'zh-CN',
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    onRedirect: (error, callName) => redirects.push(`${callName} ${error.code} ${error.message}`),
    log: (message) => logs.push(message),
  });
  return { api: createApi(transport), redirects, logs, kept };
}

const failed = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
};

describe('what is sent (section 7)', () => {
  it('POST: a JSON body with languageType added, and the headers', async () => {
    const { api, kept } = setUp();
    const rates = { rates: Object.fromEntries(currencyCodes.map((code) => [code, '1.5'])), asOf: 7 };
    respond = json(envelope('00000', rates));
    assert.deepEqual(v.parse(calls.usdtRate.output, await api.call('usdtRate', {})), rates);
    const [request] = seen;
    assert.equal(request!.method, 'POST');
    assert.equal(request!.url.pathname, '/v1/mix/public/usdtRate');
    assert.deepEqual(request!.body, { languageType: 1 });
    const { website, terminaltype, locale, language, terminalcode, deviceid } = request!.headers;
    assert.deepEqual(
      { website, terminaltype, locale, language },
      { website: 'mix', terminaltype: '1', locale: 'zh-CN', language: 'zh_CN' },
    );
    assert.match(String(terminalcode), /^[0-9a-f]{32}$/);
    assert.equal(deviceid, kept.get('deviceId'));
  });

  it('the device id is the same over calls and pages, the terminal code over calls', async () => {
    respond = json(envelope('00000', {}));
    const first = setUp();
    await first.api.call('time', {});
    await first.api.call('time', {});
    assert.equal(seen[0]!.headers['deviceid'], seen[1]!.headers['deviceid']);
    assert.equal(seen[0]!.headers['terminalcode'], seen[1]!.headers['terminalcode']);
  });

  it('works without a place to keep the device id', async () => {
    respond = json(envelope('00000', { serverTime: 1 }));
    const blocked = {
      getItem: (): string | null => {
        throw new Error('blocked');
      },
      setItem: () => {},
    };
    await createApi(createFetchTransport({ origin, locale: () => 'en', storage: blocked })).call('time', {});
    assert.match(String(seen[0]!.headers['deviceid']), /^[0-9a-f]{32}$/);
  });

  it('a languageType given by the caller wins', async () => {
    respond = json(envelope('00000', {}));
    await setUp().api.call('config', { languageType: 24 });
    assert.deepEqual(seen[0]!.body, { languageType: 24 });
  });

  it('GET: query parameters, what is not set is left out, no body', async () => {
    respond = json(envelope('00000', {}));
    await setUp().api.call('getHomeQuotation', { businessLine: 1, quote: 'USDT', category: undefined, pageSize: 50 });
    assert.equal(seen[0]!.method, 'GET');
    assert.equal(seen[0]!.url.pathname + seen[0]!.url.search, '/v1/mix/market/getHomeQuotation?businessLine=1&quote=USDT&pageSize=50');
    assert.equal(seen[0]!.body, '');
  });

  it('a visit that is traced sends the id of each request and hears how long it took, also of one that failed', async () => {
    const told: { name: string; requestId: string; ms: number }[] = [];
    const api = createApi(createFetchTransport({ origin, locale: () => 'en', onTraced: (call) => told.push(call) }));
    respond = json(envelope('00000', { serverTime: 5 }));
    await api.call('time', {});
    respond = (_, response) => response.destroy();
    await failed(api.call('usdtRate', {}));
    assert.deepEqual(
      told.map(({ name, requestId }) => [name, requestId]),
      [
        ['time', seen[0]!.headers['x-request-id']],
        ['usdtRate', seen[1]!.headers['x-request-id']],
      ],
    );
    assert.ok(told.every(({ ms }) => ms > 0));
    await setUp()
      .api.call('time', {})
      .catch(() => {});
    assert.equal(seen.at(-1)!.headers['x-request-id'], undefined, 'others leave the id to the server');
  });

  it("an empty or unknown api name is refused with 'wrong api name!' and nothing is sent (section 8)", async () => {
    const { api } = setUp();
    for (const name of ['', 'noSuchCall', 'toString']) {
      assert.equal((await failed(api.call(name as never, {} as never))).message, 'wrong api name!');
    }
    assert.deepEqual(seen, []);
  });
});

describe('what comes back (section 8)', () => {
  it('success is 00000 or 200, and nothing else', async () => {
    const { api } = setUp();
    for (const code of ['00000', '200']) {
      respond = json(envelope(code, { serverTime: 5 }));
      assert.deepEqual(await api.call('time', {}), { serverTime: 5 });
    }
    for (const code of ['0', '00001', '201', '']) {
      respond = json(envelope(code, { serverTime: 5 }));
      await failed(api.call('time', {}));
    }
  });

  it('any other code throws its message', async () => {
    const { api, redirects } = setUp();
    respond = json(envelope('40407', null, 'Similar configuration already exists.'));
    const error = await failed(api.call('time', {}));
    assert.equal(error.message, 'Similar configuration already exists.');
    assert.deepEqual([error.code, error.error, error.action], ['40407', 'alertDuplicate', 'throw']);
    respond = json(envelope('99999', null, 'of another house'));
    const foreign = await failed(api.call('time', {}));
    assert.deepEqual([foreign.message, foreign.error, foreign.action], ['of another house', null, 'throw']);
    assert.deepEqual(redirects, []);
  });

  it('the five codes lead home, told once each; with another HTTP status they do not', async () => {
    const { api, redirects } = setUp();
    assert.deepEqual([...redirectingCodes].sort(), ['00004', '00005', '00006', '20205', '20906']);
    for (const code of redirectingCodes) {
      respond = json(envelope(code));
      assert.equal((await failed(api.call('userInfo', {}))).action, 'toastHome');
      respond = json(envelope(code), 403);
      assert.equal((await failed(api.call('userInfo', {}))).action, 'throw');
    }
    assert.deepEqual(
      redirects,
      redirectingCodes.map((code) => `userInfo ${code} message of ${code}`),
    );
  });

  it('HTTP 429 is silent, whatever its body', async () => {
    const { api, redirects } = setUp();
    for (const body of ['', '<html>', envelope('40004'), envelope('00005')]) {
      respond = json(body, 429);
      assert.equal((await failed(api.call('time', {}))).action, 'silent');
    }
    assert.deepEqual(redirects, []);
  });

  it('a body that is no envelope is a connection that is not stable', async () => {
    const { api } = setUp();
    for (const body of ['', '<html>502</html>', 'null', '[]', '{"code":0,"msg":"","data":1}', '{"code":"00000"}', '{"code":']) {
      respond = json(body, body.startsWith('<') ? 502 : 200);
      assert.equal((await failed(api.call('time', {}))).error, 'connectionUnstable', `for ${body}`);
    }
  });

  it('our own fault still brings its words', async () => {
    respond = json(envelope('40005', null, 'Something went wrong on our side.'), 500);
    assert.equal((await failed(setUp().api.call('time', {}))).message, 'Something went wrong on our side.');
  });
});

describe('no answer', () => {
  it('an aborted request is only logged', async () => {
    const { api, logs, redirects } = setUp();
    const abort = new AbortController();
    respond = () => abort.abort();
    const error = await failed(api.call('time', {}, { signal: abort.signal }));
    assert.deepEqual([error.action, error.message], ['silent', 'Request aborted']);
    assert.deepEqual(logs, ['Request aborted: time']);
    assert.deepEqual(redirects, []);
  });

  it('aborted before it began, nothing is sent', async () => {
    assert.equal((await failed(setUp().api.call('time', {}, { signal: AbortSignal.abort() }))).action, 'silent');
    assert.deepEqual(seen, []);
  });

  it('a server that takes too long is a timeout, also when it stops in the middle of its answer', async () => {
    const { api } = setUp();
    respond = () => {};
    assert.equal((await failed(api.call('time', {}, { timeoutMs: 30 }))).error, 'timeout');
    respond = (_, response) => void response.writeHead(200).write('{"code":"000');
    assert.equal((await failed(api.call('time', {}, { timeoutMs: 30, signal: new AbortController().signal }))).error, 'timeout');
  });

  it('alert calls wait 20 s, all others 30 s (section 9)', async (t) => {
    respond = json(envelope('00000', {}));
    const limits: number[] = [];
    t.mock.method(AbortSignal, 'timeout', (ms: number) => (limits.push(ms), new AbortController().signal));
    const { api } = setUp();
    await api.call('time', {});
    const alertCall = Object.entries(calls).find(([, call]) => call.path.startsWith('/send/') && call.method === 'POST')![0];
    await api.call(alertCall as 'time', {});
    assert.deepEqual(limits, [30_000, 20_000]);
  });

  it('a connection that breaks is told apart from a browser that was offline before anything was sent', async (t) => {
    respond = (request) => void request.socket.destroy();
    assert.equal((await failed(setUp().api.call('time', {}))).error, 'connectionUnstable');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    t.after(() => Reflect.deleteProperty(navigator, 'onLine'));
    assert.equal((await failed(setUp().api.call('time', {}))).error, 'offline');
  });
});

describe('an expired session (00005)', () => {
  /** Answers 00005 until the session is renewed. */
  const expiring = (renewal: () => Respond) => {
    let isFresh = false;
    respond = (request, response) => {
      if (!request.url!.endsWith('/refreshSession'))
        return json(isFresh ? envelope('00000', { serverTime: 3 }) : envelope('00005'))(request, response);
      const answer = renewal();
      isFresh = true;
      answer(request, response);
    };
  };
  const renewals = () => seen.filter(({ url }) => url.pathname.endsWith('/refreshSession')).length;

  it('is renewed once for all calls that find it so, and each is made once more', async () => {
    const { api, redirects } = setUp();
    expiring(() => json(envelope('00000', { sessionExpiresAt: 1 })));
    assert.deepEqual(
      await Promise.all([1, 2, 3].map(() => api.call('time', {}))),
      Array.from({ length: 3 }, () => ({ serverTime: 3 })),
    );
    assert.deepEqual([renewals(), seen.length, redirects], [1, 7, []]);
  });

  it('is not renewed again for a call that was under way meanwhile and hears of the old session only now', async () => {
    const { api } = setUp();
    expiring(() => json(envelope('00000', { sessionExpiresAt: 1 })));
    const soon = respond;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isHeldBack = false;
    respond = (request, response) => {
      if (isHeldBack || request.url!.endsWith('/refreshSession')) return soon(request, response);
      isHeldBack = true;
      void released.then(() => json(envelope('00005'))(request, response));
    };
    const slow = api.call('time', {});
    while (!isHeldBack) await new Promise(setImmediate);
    assert.deepEqual(await api.call('time', {}), { serverTime: 3 });
    release();
    assert.deepEqual(await slow, { serverTime: 3 });
    assert.equal(renewals(), 1);
  });

  it('may have been renewed by another tab', async () => {
    const { api } = setUp();
    expiring(() => json(envelope('00000', { sessionExpiresAt: null })));
    assert.deepEqual(await api.call('time', {}), { serverTime: 3 });
  });

  it('leads home when it cannot be renewed, after one try', async () => {
    const { api, redirects } = setUp();
    respond = (request, response) => json(envelope(request.url!.endsWith('/refreshSession') ? '00006' : '00005'))(request, response);
    assert.equal((await failed(api.call('time', {}))).error, 'sessionExpired');
    assert.deepEqual([renewals(), seen.length, redirects], [1, 2, ['time 00005 message of 00005']]);
  });

  it('is not over because the connection broke while it was being renewed', async () => {
    const { api, redirects } = setUp();
    expiring(() => (request) => void request.socket.destroy());
    assert.equal((await failed(api.call('time', {}))).error, 'connectionUnstable');
    assert.deepEqual(redirects, []);
  });

  it('is not over because the server could not look it up: what it said is what went wrong', async () => {
    const { api, redirects } = setUp();
    expiring(() => json(envelope('40015', null, 'Please try again in a moment.'), 503));
    const error = await failed(api.call('time', {}));
    assert.deepEqual([error.error, error.message, redirects], ['unavailable', 'Please try again in a moment.', []]);
  });

  it('stays expired after a renewal: one retry, no loop', async () => {
    const { api } = setUp();
    respond = (request, response) => json(envelope(request.url!.endsWith('/refreshSession') ? '00000' : '00005', {}))(request, response);
    assert.equal((await failed(api.call('time', {}))).error, 'sessionExpired');
    assert.deepEqual([renewals(), seen.length], [1, 3]);
  });
});

describe('calls while rendering', () => {
  const host = (call: (name: string, input: unknown) => Promise<unknown>) =>
    createApi(
      createHostTransport(
        {
          call: call as never,
          nonce: '',
          simulated: true,
          announcement: null,
          areCoinsFound: false,
          hasOnchain: true,
          hasSession: false,
          publicUrl: '',
          brand: ownBrand,
        },
        20,
      ),
    );

  it('go in-process through the same envelope', async () => {
    const made: unknown[] = [];
    const api = host(async (name, input) => (made.push([name, input]), envelope('00000', { serverTime: 3 })));
    assert.deepEqual(await api.call('time', {}), { serverTime: 3 });
    assert.deepEqual(made, [['time', {}]]);
    assert.equal((await failed(host(async () => envelope('40002', null, 'no')).call('time', {}))).error, 'notFound');
  });

  it('give up soon', async () => {
    assert.equal((await failed(host(() => new Promise(() => {})).call('time', {}))).error, 'timeout');
  });
});
