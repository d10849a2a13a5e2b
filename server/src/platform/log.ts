import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'rtoken'];
const deepestSecret = 4;

/** JSON lines on stdout. Give each request its own child: log.child({ requestId }). */
export function createLog({ level, stream }: { level: string; stream?: DestinationStream }): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: secretPaths(), censor: '[hidden]' },
  };
  return stream ? pino(options, stream) : pino(options);
}

// Redaction has no "at any depth", so every depth that our records reach is spelled out.
function secretPaths(): string[] {
  const paths: string[] = [];
  for (let depth = 0; depth < deepestSecret; depth++) {
    for (const name of secrets) paths.push(`${'*.'.repeat(depth)}["${name}"]`.replace('.[', '['));
  }
  return paths;
}
