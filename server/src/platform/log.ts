import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger, type LogFn } from 'pino';
import { describeError } from './describe-error.ts';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'rtoken'];
const deepestSecret = 4;
const lastWordsMs = 1_000;

export interface LogOutput {
  readonly stream: DestinationStream;
  /** Writes what is still to be written; nothing can be logged afterwards. */
  close(): Promise<void>;
}

/** Stdout, without waiting for its reader. */
export function openLogOutput(): LogOutput {
  const stream = destination({ sync: false });
  return {
    stream,
    async close() {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, lastWordsMs);
        for (const end of ['close', 'error'] as const) stream.once(end, () => resolve());
        stream.end();
      });
      // At the exit of the process pino would try for ever to write to a reader that is gone.
      stream.destroy();
    },
  };
}

/** JSON lines on stdout. Give each request its own child: log.child({ requestId }). */
export function createLog({
  level,
  stream,
  base = {},
}: {
  level: string;
  stream?: DestinationStream;
  base?: Readonly<Record<string, unknown>>;
}): Log {
  const options = {
    level,
    base: { pid: process.pid, ...base },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => (error instanceof Error ? describeError(error) : error) },
    hooks: { logMethod: keepMessageOut },
    redact: { paths: secretPaths(), censor: '[hidden]' },
  };
  return stream ? pino(options, stream) : pino(options);
}

/** Without words of its own a record takes those of the error, which may quote values. */
function keepMessageOut(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, words] = args as [unknown, unknown];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null | undefined)?.err;
  if (!(error instanceof Error) || (words !== undefined && words !== error.message)) return method.apply(this, args);
  method.call(this, first instanceof Error ? { err: first } : (first as object), describeError(error).message);
}

// Redaction has no "at any depth", so every depth that our records reach is spelled out.
function secretPaths(): string[] {
  const paths: string[] = [];
  for (let depth = 0; depth < deepestSecret; depth++) {
    for (const name of secrets) paths.push(`${'*.'.repeat(depth)}["${name}"]`.replace('.[', '['));
  }
  return paths;
}
