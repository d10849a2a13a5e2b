// One history of the site: everything that happens in it follows from its seed. In the end everything is well again, and what ought to
// have come of every price by the oracle is compared with what the tables say and what people received.
import { createHash } from 'node:crypto';
import { alertLimits, noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { createOracle } from '#alerts/testing/engine-oracle.ts';
import { createRandom } from '#alerts/testing/random.ts';
import { openPrice } from './exchange.ts';
import { changes, createPeople, oraclePrice, type Version } from './people.ts';
import { createSite, type Site } from './site.ts';
import { createTrouble, type Fault, type FaultKind } from './trouble.ts';
import { createVirtualTime } from './virtual-time.ts';

const begin = Date.UTC(2026, 0, 15, 12);
const quietMs = 6_000;
const settleMs = 180_000;
const symbols = ['S0USDT', 'S1USDT', 'S2USDT'];
const users = Array.from({ length: 6 }, (_, at) => `user${at}`);

export interface History {
  readonly seed: number;
  readonly simulatedMs: number;
  readonly steps: number;
  readonly faults: readonly Fault[];
  readonly alerts: number;
  readonly due: number;
  readonly messages: number;
  /** What is wrong; nothing where all is well. */
  readonly wrong: readonly string[];
  /** Of everything that was told, so that two runs of a seed can be compared. */
  readonly fingerprint: string;
}

interface Due {
  readonly at: number;
  readonly price: number;
  readonly isSuppressed: boolean;
}

/** By alert and version: what the oracle fires, judging every price of the exchange. */
function expect(versions: readonly Version[], site: Site): Map<string, Due[]> {
  const expected = new Map<string, Due[]>();
  for (const version of versions) {
    const key = `${version.alertId}:${version.version}`;
    const due: Due[] = [];
    expected.set(key, due);
    const ticks = site.exchange.ticks(version.symbolId);
    let isOver = false;
    const oracle = createOracle(alertLimits, ({ at, label, suppressedBy }) => {
      due.push({ at, price: valueOf(version, ticks[label]!.last), isSuppressed: suppressedBy !== null });
      isOver = version.oracle.frequency === 3;
    });
    let isStarted = false;
    // Enough before it began for what has rested until then.
    for (const [label, { ts, last }] of ticks.entries()) {
      if (ts < version.at - 15_000) continue;
      if (!isStarted && ts >= version.at) {
        oracle.start(version.oracle, version.price, version.at);
        isStarted = true;
      }
      oracle.tick(version.oracle.series, oraclePrice(version.oracle.type, last, label), ts);
      if (isOver) break;
    }
  }
  return expected;
}

/** As the log tells it: a price, or a change as a fraction of four places. */
const valueOf = ({ oracle: { type } }: Version, last: number): number =>
  changes.has(type) ? Number(((last - openPrice) / openPrice).toFixed(4)) : last;

function audit(versions: readonly Version[], site: Site, startedAt: number): { wrong: string[]; due: number } {
  const wrong: string[] = [...site.problems];
  const expected = expect(versions, site);
  const { read } = site.database.tables;
  const log = Map.groupBy(read.log(), ({ alertId, version }) => `${alertId}:${version}`);
  const told = (due: { at: number; price: number }) => `${due.price} at ${due.at - startedAt}`;
  let all = 0;
  for (const version of versions) {
    const key = `${version.alertId}:${version.version}`;
    const due = expected.get(key)!;
    const fired = (log.get(key) ?? []).map(({ happenedAt, price, suppressedBy }) => ({
      at: happenedAt,
      price: Number(price),
      isSuppressed: suppressedBy !== null,
    }));
    all += due.length;
    const isSame = (a: Due, b: Due) => a.at === b.at && a.price === b.price && a.isSuppressed === b.isSuppressed;
    const { type, frequency } = version.oracle;
    const name = `alert ${key} (type ${type}, frequency ${frequency}, ${version.symbolId}, from ${version.at - startedAt})`;
    for (const one of fired)
      if (!due.some((other) => isSame(one, other))) wrong.push(`${name} fired at ${told(one)}, which nothing asks for`);
    // What a version would still have fired when it was replaced or removed is not required of it.
    if (!version.isLast) continue;
    for (const one of due) if (!fired.some((other) => isSame(one, other))) wrong.push(`${name} did not fire at ${told(one)}`);
    if (fired.length > due.length) wrong.push(`${name} fired ${fired.length} times instead of ${due.length}`);
  }
  for (const version of versions) if (!read.alert(version.alertId)) wrong.push(`alert ${version.alertId} is gone`);

  const keysOf = new Map<number, Set<string>>();
  const heard = new Set(site.received.map(({ channel, key }) => `${channel} ${plain(key)}`));
  for (const [message, ids] of site.carried) {
    const [channel, key] = message.split(' ') as [string, string];
    if (!heard.has(`${channel} ${plain(key)}`)) continue;
    for (const id of ids) keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key));
  }
  for (const { id, logId, channel, status, reason } of read.deliveries()) {
    const keys = keysOf.get(id)?.size ?? 0;
    const name = `delivery ${id} of firing ${logId} by channel ${channel} (${status}${reason ? `, ${reason}` : ''})`;
    if (keys === 0) wrong.push(`${name} reached nobody`);
    if (keys > 1) wrong.push(`${name} came ${keys} times: ${[...keysOf.get(id)!].join(', ')}`);
    if (status !== (channel === noticeChannel.pop ? 'acknowledged' : 'sent')) wrong.push(`${name} has not come to its end`);
  }
  const channelsOf = Map.groupBy(read.deliveries(), ({ logId }) => logId);
  for (const { id, key, alertId, suppressedBy } of read.log()) {
    const wanted = suppressedBy === null ? read.alert(alertId)!.channels.filter((channel) => channel !== noticeChannel.station).length : 0;
    if ((channelsOf.get(id)?.length ?? 0) !== wanted)
      wrong.push(`firing ${key} has ${channelsOf.get(id)?.length ?? 0} deliveries instead of ${wanted}`);
  }
  return { wrong, due: all };
}

/** As mails and text messages carry the key of a notice. */
const plain = (key: string): string =>
  key
    .replace(/^<?alert\./, '')
    .replace(/@.*$/, '')
    .replaceAll(':', '.');

export interface Plan {
  readonly troubledMs?: number;
  readonly kinds?: readonly FaultKind[];
}

export async function simulate(seed: number, { troubledMs = 90_000, kinds }: Plan = {}): Promise<History> {
  const random = createRandom(seed);
  const time = createVirtualTime(begin + random.int(60_000));
  const startedAt = time.now();
  // From a turn of the event loop of its own: only there everything that is settled can be gone on with at once.
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        const site = createSite(time, random, symbols, users);
        for (const machine of site.machines) machine.start();
        const people = createPeople(time, random, site, symbols);
        const trouble = createTrouble(time, random, site, troubledMs, kinds);
        time.runUntil(startedAt + troubledMs);
        trouble.end();
        people.rest();
        // Time for what is made last, and for every rest of ten seconds.
        time.runUntil(time.now() + 2 * quietMs);
        site.exchange.close();
        time.runUntil(time.now() + quietMs);
        const isSettled = () => site.database.tables.read.waiting() === 0;
        for (const end = time.now() + settleMs; time.now() < end && !isSettled();) time.runUntil(time.now() + 1_000);
        const versions = people.versions();
        const { wrong, due } = audit(versions, site, startedAt);
        const story = JSON.stringify([site.received, site.database.tables.read.log(), site.database.tables.read.deliveries()]);
        resolve({
          seed,
          simulatedMs: time.now() - startedAt,
          steps: time.steps(),
          faults: trouble.history,
          alerts: versions.length,
          due,
          messages: site.received.length,
          wrong,
          fingerprint: createHash('sha256').update(story).digest('hex').slice(0, 16),
        });
        for (const machine of site.machines) machine.crash();
      } catch (error) {
        reject(error);
      }
    });
  });
}
