// For tests: what receives traces by OTLP over HTTP, held to what the protocol says of its JSON: ids in hex, times and whole numbers as
// text, attributes as one kind of value each. What is not so is answered with 400, as a collector does.
import { createArrivals } from './arrivals.ts';
import type { Faults } from './fault-injection.ts';
import { startFaultyHttp } from './faulty-http.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' = it is the first of its trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 2 server, 3 client. */
  readonly kind: number;
  readonly tookMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 = it failed. */
  readonly status: { readonly code: number; readonly message: string };
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, string | number>>;
}

export interface LocalOtlp {
  /** What the setting names: without the path of traces. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  next(fits: (span: ReceivedSpan) => boolean, what: string): Promise<ReceivedSpan>;
  /** Requests that were no OTLP. */
  readonly wrong: readonly string[];
  setFaults(faults: Faults): void;
  stop(): Promise<void>;
}

type Json = Readonly<Record<string, any>>;

export async function startOtlp({ token }: { readonly token: string }): Promise<LocalOtlp> {
  const arrivals = createArrivals<ReceivedSpan>();
  const wrong: string[] = [];
  const http = await startFaultyHttp((request, body) => {
    if (request.headers.authorization !== `Bearer ${token}`) return 401;
    try {
      check(request.url === '/v1/traces' && request.method === 'POST', `${request.method} ${request.url}`);
      check(request.headers['content-type'] === 'application/json', `type ${request.headers['content-type']}`);
      for (const span of readSpans(JSON.parse(body.toString('utf8')) as Json)) arrivals.add(span);
      return 200;
    } catch (error) {
      wrong.push((error as Error).message);
      return 400;
    }
  });
  return {
    url: http.url,
    spans: arrivals.all,
    next: arrivals.next,
    wrong,
    setFaults: (faults) => void (http.faults = faults),
    stop: http.stop,
  };
}

function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`no OTLP: ${what}`);
}

function readSpans({ resourceSpans }: Json): ReceivedSpan[] {
  check(Array.isArray(resourceSpans) && resourceSpans.length > 0, 'resourceSpans');
  return (resourceSpans as Json[]).flatMap(({ resource, scopeSpans }) => {
    check(Array.isArray(scopeSpans), 'scopeSpans');
    return (scopeSpans as Json[]).flatMap(({ scope, spans }) => {
      check(typeof scope?.name === 'string' && Array.isArray(spans), 'scope');
      const told = readAttributes(resource?.attributes ?? []);
      return (spans as Json[]).map((span) => readSpan(span, told));
    });
  });
}

function readSpan(span: Json, resource: ReceivedSpan['resource']): ReceivedSpan {
  const { traceId, spanId, parentSpanId = '', name, kind, startTimeUnixNano, endTimeUnixNano, attributes = [], status = {} } = span;
  check(/^[0-9a-f]{32}$/.test(traceId) && !/^0+$/.test(traceId), `traceId ${traceId}`);
  check(/^[0-9a-f]{16}$/.test(spanId) && !/^0+$/.test(spanId), `spanId ${spanId}`);
  check(/^(?:[0-9a-f]{16})?$/.test(parentSpanId), `parentSpanId ${parentSpanId}`);
  check(typeof name === 'string' && name !== '', 'name');
  check(Number.isInteger(kind) && kind >= 1 && kind <= 5, `kind ${kind}`);
  for (const time of [startTimeUnixNano, endTimeUnixNano]) check(typeof time === 'string' && /^\d{19}$/.test(time), `time ${time}`);
  const tookNs = BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano);
  check(tookNs >= 0n, 'it ends before it begins');
  const { code = 0, message = '' } = status as Json;
  check(Number.isInteger(code) && code >= 0 && code <= 2, `status ${code}`);
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    tookMs: Number(tookNs) / 1e6,
    attributes: readAttributes(attributes),
    status: { code, message },
    resource,
  };
}

function readAttributes(list: readonly Json[]): Record<string, string | number> {
  check(Array.isArray(list), 'attributes');
  return Object.fromEntries(
    list.map(({ key, value }) => {
      check(typeof key === 'string' && key !== '', 'key');
      const [[kind, told] = [], ...others] = Object.entries((value ?? {}) as Json);
      check(others.length === 0, `${key} has several values`);
      if (kind === 'stringValue' && typeof told === 'string') return [key, told];
      if (kind === 'doubleValue' && typeof told === 'number') return [key, told];
      // A 64-bit integer is a text in JSON; numbers are taken as well.
      if (kind === 'intValue' && /^-?\d+$/.test(String(told))) return [key, Number(told)];
      throw new Error(`no OTLP: ${key} is ${JSON.stringify(value)}`);
    }),
  );
}
