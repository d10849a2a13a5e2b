// Traces by OTLP over HTTP, in JSON. Read only where traces are wanted. Nothing global of the library is used, so that what is under way
// is known by one storage of ours; what cannot be sent in time is lost and counted, and never holds up the work that it tells of.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span as OtelSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Clock } from '#platform/clock.ts';
import { describeError } from '#platform/describe-error.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { setTracer, type Facts, type Tracer } from './traced.ts';

export interface TracesSettings {
  /** With the path of traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many of the traces are kept, from 0 to 1; what belongs to one is kept or left out together. */
  readonly share: number;
}

export interface StartTraces {
  readonly settings: TracesSettings;
  /** Which process it is: name, version, host, roles. */
  readonly about: Facts;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly sendEveryMs?: number;
}

const sendWithinMs = 5_000;
const tellEveryMs = 60_000;
const mostWaiting = 4_096;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** Answers how to end it: what waits is sent, for as long as that may take. */
export function startTraces({ settings, about, clock, log, metrics, sendEveryMs = 2_000 }: StartTraces): () => Promise<void> {
  const { url, headers, share } = settings;
  const exporter = watched(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendWithinMs }), { clock, log, metrics });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ ...about }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: mostWaiting,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendWithinMs,
      }),
    ],
  });
  const tracer = provider.getTracer('tidemark');
  const underWay = new AsyncLocalStorage<OtelSpan>();
  const begin = (kind: SpanKind, name: string, attributes: Facts): OtelSpan => {
    const above = underWay.getStore();
    return tracer.startSpan(name, { kind, attributes: { ...attributes } }, above ? trace.setSpan(ROOT_CONTEXT, above) : ROOT_CONTEXT);
  };
  const fail = (span: OtelSpan, error: unknown): void => {
    const { type, message } = error instanceof Error ? describeError(error) : { type: 'Error', message: 'not shown' };
    span.setStatus({ code: SpanStatusCode.ERROR, message }).setAttribute('error.type', type);
  };

  const ours: Tracer = {
    async run(kind, name, facts, work) {
      const span = begin(kinds[kind], name, facts);
      try {
        return await underWay.run(span, () =>
          work({ say: (more) => void span.setAttributes({ ...more }), failed: (error) => fail(span, error) }),
        );
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    statement(text) {
      // Outside of a trace it is not known what a statement was for.
      if (underWay.getStore()?.isRecording() !== true) return null;
      const { operation, table } = summaryOf(text);
      const span = begin(SpanKind.CLIENT, table === null ? operation : `${operation} ${table}`, {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table !== null && { 'db.collection.name': table }),
      });
      return (error) => {
        if (error) fail(span, error);
        span.end();
      };
    },
  };
  setTracer(ours);
  return async () => {
    setTracer(null);
    await provider.shutdown().catch(() => {});
  };
}

/** What it does and to which table; never the statement itself, which might hold a value. */
export function summaryOf(text: string): { operation: string; table: string | null } {
  const operation = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|table|join|copy)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]\w*)"?/i.exec(text)?.[1] ?? null;
  return { operation, table };
}

/** Counts what was sent and what was lost, and says in the log that something is lost, now and then. */
function watched(exporter: SpanExporter, { clock, log, metrics }: Pick<StartTraces, 'clock' | 'log' | 'metrics'>): SpanExporter {
  const count = metrics.counter('trace_spans_total', 'Spans of traces, by whether they were sent or lost', ['outcome']);
  let toldAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isSent = result.error === undefined;
        count.inc({ outcome: isSent ? 'sent' : 'lost' }, spans.length);
        if (!isSent && clock.now() - toldAt >= tellEveryMs) {
          toldAt = clock.now();
          log.warn({ spans: spans.length }, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT and are lost');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
