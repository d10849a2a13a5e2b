// SQL of a judge. Which partitions a judge has, and whether it may still write, is the matter of leases.ts; every write here
// says for which judge it is, and writes nothing once that judge has been given up.
import type pg from 'pg';
import type { Born } from '../minute-seen.ts';
import type { Checkpoint, Lateness } from '../engine/missed.ts';
import type { Standing } from '../engine/standing.ts';
import { JudgeGivenUp } from './leases.ts';
import { keepPart, saveBatch, writePart } from './write-statements.ts';

export interface JudgedAlert {
  readonly id: number;
  readonly symbolId: string;
  readonly businessLine: number;
  readonly type: number;
  readonly source: number;
  readonly frequency: number;
  readonly price: string | null;
  readonly priceUp: string | null;
  readonly priceDown: string | null;
  readonly tick: string;
  readonly timeZone: number;
  readonly partition: number;
  readonly version: number;
  readonly isArmed: boolean;
  readonly standing: Standing;
  readonly born: Born | null;
}

/** A firing in decimals, as it is kept. */
export interface KeptFiring {
  readonly alertId: number;
  readonly version: number;
  readonly fireSeq: number;
  readonly partition: number;
  readonly price: string;
  readonly priceBefore: string | null;
  readonly anchor: string | null;
  readonly happenedAt: number;
  readonly detectedAt: number;
  readonly lateness: string | null;
  readonly isFromCandles: boolean;
  readonly suppressedBy: string | null;
  readonly moreCount: number | null;
  readonly moreSince: number | null;
  readonly ad: string | null;
  /** How the alert stands after it. */
  readonly standing: Readonly<Standing>;
}

export interface Batch {
  readonly firings: readonly KeptFiring[];
  /** Of alerts that changed without a firing, or after their last one; the newest of each. */
  readonly standings: ReadonlyMap<number, Readonly<Standing>>;
  readonly checkpoints: ReadonlyMap<string, { readonly partition: number; readonly checkpoint: Checkpoint }>;
}

const alertColumns = `a.id::float8 as id, a.symbol_id as "symbolId", a.business_line as "businessLine", a.type, a.source, a.frequency,
  a.price, a.price_up as "priceUp", a.price_down as "priceDown", a.tick, a.time_zone as "timeZone", a.partition, a.version,
  (a.is_open and a.deleted_at is null) as "isArmed", s.standing, s.born`;

// Written by hand: the driver looks at every element of a list for what may have to be escaped, and here nothing has.
/** Numbers, decimals and plain words as a list of Postgres. */
const words = <T>(rows: readonly T[], pick: (row: T) => number | string | null): string =>
  `{${rows.map((row) => pick(row) ?? 'NULL').join(',')}}`;
/** Texts without line breaks, one a line; none is an empty line. */
const lines = <T>(rows: readonly T[], pick: (row: T) => string | null): string => rows.map((row) => pick(row) ?? '').join('\n');
/** Its column takes no fraction of a ms, and one that an older version kept would end one life of a judge after the other. */
const wholeMs = (at: number): number => Math.floor(at);
/** Firings column by column, and the different standings they leave behind: the first nineteen values of what is kept. */
const columnsOf = (firings: readonly KeptFiring[], standings: Batch['standings']): string[] => {
  const last = new Map(firings.map((firing) => [firing.alertId, firing]));
  const times = new Map<number, number>();
  for (const { alertId, suppressedBy } of firings) times.set(alertId, (times.get(alertId) ?? 0) + (suppressedBy === null ? 1 : 0));
  // How an alert stands after its last firing here, or how it came to stand afterwards: one row of state is written once.
  const stood = firings.map((firing) => (last.get(firing.alertId) === firing ? (standings.get(firing.alertId) ?? firing.standing) : null));
  // Alerts that waited for the same tick come to stand alike: what is alike is written and read once.
  const places = new Map<string, number>();
  const placeOf = (standing: Readonly<Standing>): number => {
    const text = JSON.stringify(standing);
    const known = places.get(text) ?? places.size;
    if (known === places.size) places.set(text, known);
    return known;
  };
  const stoodAt = stood.map((standing) => standing && placeOf(standing));
  return [
    words(firings, (f) => f.alertId),
    words(firings, (f) => f.version),
    words(firings, (f) => f.fireSeq),
    words(firings, (f) => f.price),
    words(firings, (f) => f.priceBefore),
    words(firings, (f) => f.anchor),
    words(firings, (f) => f.happenedAt),
    words(firings, (f) => f.detectedAt),
    words(firings, (f) => f.lateness),
    words(firings, (f) => f.suppressedBy),
    words(firings, (f) => f.moreCount),
    words(firings, (f) => f.moreSince),
    lines(firings, (f) => f.ad),
    words(firings, (f) => times.get(f.alertId)!),
    words(stood, (s) => s && wholeMs(s.judgedAt)),
    words(stoodAt, (place) => place),
    words(stood, (s) => s?.firedAt ?? null),
    words(firings, (f) => String(f.isFromCandles)),
    `[${[...places.keys()].join(',')}]`,
  ];
};

interface Written {
  readonly sent: number;
  readonly isKnown: boolean;
}

export type JudgeStore = ReturnType<typeof createJudgeStore>;

/** judge: on whose behalf is written. */
export function createJudgeStore(client: pg.Client, judge: () => number) {
  const sentBy = ({ rows: [written] }: pg.QueryResult<Written>): number => {
    if (!written!.isKnown) throw new JudgeGivenUp();
    return written!.sent;
  };

  /** One commit, of firings that are few. Answers the deliveries that wait now. */
  const save = async ({ firings, standings, checkpoints }: Batch): Promise<number> => {
    const after = new Set(firings.map(({ alertId }) => alertId));
    const changed = [...standings].filter(([alertId]) => !after.has(alertId));
    const points = [...checkpoints];
    return sentBy(
      await client.query<Written>({
        name: 'alerts_save',
        text: saveBatch,
        values: [
          ...columnsOf(firings, standings),
          words(changed, ([id]) => id),
          words(changed, ([, s]) => s.version),
          words(changed, ([, s]) => s.fireSeq),
          words(changed, ([, s]) => wholeMs(s.judgedAt)),
          lines(changed, ([, s]) => JSON.stringify(s)),
          lines(points, ([name]) => name),
          words(points, ([, p]) => p.partition),
          lines(points, ([, p]) => JSON.stringify(p.checkpoint)),
          judge(),
        ],
      }),
    );
  };
  return {
    /** By the clock of the database. */
    async now(): Promise<Date> {
      return (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now;
    },

    async armed(partition: number, afterId: number, limit: number): Promise<JudgedAlert[]> {
      const { rows } = await client.query<JudgedAlert>(
        `select ${alertColumns} from alert a join alert_state s on s.alert_id = a.id where a.partition = $1 and a.id > $2 and a.is_open
         and a.deleted_at is null order by a.id limit $3`,
        [partition, afterId, limit],
      );
      return rows;
    },
    /** `hint` is another one whenever something that is judged by has changed. */
    async changedSince(
      since: Date,
      afterId: number,
      limit: number,
    ): Promise<{ id: number; partition: number; changedAt: Date; hint: string }[]> {
      const { rows } = await client.query<{ id: number; partition: number; changedAt: Date; hint: string }>({
        name: 'alerts_changed',
        text: `select a.id::float8 as id, a.partition, a.changed_at as "changedAt", concat_ws(' ', extract(epoch
               from a.changed_at), a.version, a.is_open, a.deleted_at is null, a.time_zone) as hint
               from alert a where (a.changed_at, a.id) > ($1, $2) order by a.changed_at, a.id limit $3`,
        values: [since, afterId, limit],
      });
      return rows;
    },
    async alerts(ids: readonly number[]): Promise<JudgedAlert[]> {
      const { rows } = await client.query<JudgedAlert>({
        name: 'alerts_by_id',
        text: `select ${alertColumns} from alert a join alert_state s on s.alert_id = a.id where a.id = any($1::bigint[]) order by a.id`,
        values: [ids],
      });
      return rows;
    },
    async checkpoints(partitions: readonly number[]): Promise<Map<string, Checkpoint>> {
      const { rows } = await client.query<{ name: string; checkpoint: Checkpoint }>(
        'select name, checkpoint from alert_series where partition = any($1)',
        [partitions],
      );
      return new Map(rows.map(({ name, checkpoint }) => [name, checkpoint]));
    },

    save,

    /** The owner of each of these alerts; an alert that is gone has none. */
    async ownersOf(alertIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
      // One text: a hundred thousand rows would take the driver longer than the server.
      const { rows } = await client.query<{ owners: string | null }>(
        `select string_agg(id || ' ' || user_id, ',') as owners from alert where id = any($1::bigint[])`,
        [`{${alertIds.join(',')}}`],
      );
      const owners = new Map<number, string>();
      for (const owner of (rows[0]!.owners ?? '').split(',')) {
        const [id, userId] = owner.split(' ');
        if (userId !== undefined) owners.set(Number(id), userId);
      }
      return owners;
    },

    /**
     * Of a burst: all that is decided in one commit, its firings in the given parts, not written out yet. From here on nothing of it is
     * lost or comes twice: the judge that takes over writes out what is left before anything is judged.
     */
    async decide(parts: readonly (readonly KeptFiring[])[], { firings, standings, checkpoints }: Batch): Promise<number[]> {
      const ids: number[] = [];
      const valuesOf = (part: readonly KeptFiring[]) => [
        ...columnsOf(part, standings),
        `{${[...new Set(part.map(({ partition }) => partition))].join(',')}}`,
      ];
      await client.query('begin');
      try {
        for (let at = 0, values = valuesOf(parts[0]!); at < parts.length; at++) {
          const running = client.query<{ id: number }>({ name: 'alerts_keep_part', text: keepPart, values });
          // The next are written out while the server is busy with these.
          if (at + 1 < parts.length) values = valuesOf(parts[at + 1]!);
          ids.push((await running).rows[0]!.id);
        }
        const fired = new Set(firings.map(({ alertId }) => alertId));
        await save({ firings: [], standings: new Map([...standings].filter(([alertId]) => !fired.has(alertId))), checkpoints });
        await client.query('commit');
        return ids;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    },
    /** One commit. lateness: of what was decided in another life; popAfterMs: delay of the pop-ups when no user of the part is online. */
    async writePart(id: number, lateness: Lateness | null = null, popAfterMs = 0): Promise<number> {
      return sentBy(
        await client.query<Written>({ name: 'alerts_write_part', text: writePart, values: [id, lateness, popAfterMs, judge()] }),
      );
    },
    /** What another life has decided and not written out, oldest first. */
    async partsLeft(partitions: readonly number[]): Promise<{ id: number; ageMs: number }[]> {
      const { rows } = await client.query<{ id: number; ageMs: number }>(
        `select id::float8 as id, extract(epoch from clock_timestamp() - decided_at)::float8 * 1000 as "ageMs" from alert_part
         where partitions && $1::smallint[] order by id`,
        [partitions],
      );
      return rows;
    },
  };
}
