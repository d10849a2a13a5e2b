// Whether the database can do its work, and in one sentence why not: said in the log when it begins and when it is over, and not with every
// look. Nothing is lost meanwhile: what it cannot keep, no caller is told to be done.
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { databaseAwayOf } from './away.ts';
import type { Database } from './database.ts';
import { certificateProblems } from './reach.ts';

export interface DatabaseCondition {
  isWell(): Promise<boolean>;
  /** Of this host, by the clock of the database; as it was when that could last be asked. */
  isClockRight(): boolean;
}

/** Sessions, limits and alerts go by it, so it may be off by no more than what a clock without NTP gains in some days. */
const mostSkewMs = 10_000;

export function watchCondition({
  db,
  clock,
  log,
}: {
  readonly db: Pick<Database, 'look'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}): DatabaseCondition {
  const said = new Map<'database' | 'clock', string>();
  const say = (about: 'database' | 'clock', problem: string | null): void => {
    const before = said.get(about);
    if (problem === null && before !== undefined) log.info({ about }, `it is over: ${before}`);
    if (problem !== null && before === undefined) log.error({ about }, problem);
    if (problem === null) said.delete(about);
    else if (before === undefined) said.set(about, problem);
  };
  let skewMs = 0;

  return {
    async isWell() {
      const askedAt = clock.now();
      try {
        const { isFull, isReadOnly, certificateProblem, now } = await db.look();
        const answeredAt = clock.now();
        // It looked at its clock some time between the two.
        skewMs = now < askedAt ? askedAt - now : now > answeredAt ? answeredAt - now : 0;
        const isOff = Math.abs(skewMs) > mostSkewMs;
        say('clock', isOff ? describeSkew(skewMs) : null);
        say(
          'database',
          isFull
            ? 'the disk of the database is full: nothing can be kept until there is room'
            : isReadOnly
              ? onlyRead
              : certificateProblem && `the database takes no new connections: ${certificateProblem}`,
        );
        return !isFull && !isReadOnly && certificateProblem === null;
      } catch (error) {
        const away = databaseAwayOf(error);
        // Every connection is in use: it answers others.
        if (away?.isBusy) return true;
        const certificate = certificateProblems[away?.code ?? ''];
        say('database', `the database cannot be asked: ${certificate ?? (away ? away.message : 'it refuses the question')}`);
        return false;
      }
    },
    isClockRight: () => Math.abs(skewMs) <= mostSkewMs,
  };
}

const onlyRead = 'the database can only be read: it is a standby, or still recovers';
const describeSkew = (skewMs: number): string =>
  `the clock of this host is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of the database: ` +
  'keep both by NTP';
