// Judges ticks in a thread of its own, and keeps what comes of it. Start is recovery: take partitions, arm the alerts of the
// store, judge the stretch that no judge saw, go on with the ticks that came meanwhile. Any failure of the database
// ends here in a fresh start; the engine holds nothing that the store could not give back.
import type { AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { createEngine, type Engine, type Firing } from '../engine/engine.ts';
import { selectWatch, type Watch } from '../engine/levels.ts';
import { scaleOf } from '../pairs.ts';
import type { Standing } from '../engine/standing.ts';
import type { FiredAd } from '../texts.ts';
import { alertOf } from './alert-of-row.ts';
import { createDecimalTexts } from './decimal-texts.ts';
import { createHole } from './hole.ts';
import { isOfAds, type Line } from './line.ts';
import { createLines } from './lines.ts';
import type { FromJudge, MissedAsk, SeriesPast } from './messages.ts';
import { pastWidth, tickWidth } from './messages.ts';
import type { Batch, JudgedAlert, KeptFiring } from './judge-store.ts';
import { freshMs } from '../engine/start.ts';
import { oneAlert, see, waitsForRest, type OneAlert } from './one-alert.ts';
import { createNumbers, createRecentTicks } from './recent-ticks.ts';
import { createRecentValues, unitsOf, unitsOfTick } from './recent-values.ts';
import { isPartLost, lastKnown, pastUnits, repeatedTo } from './told-past.ts';
import { createWaitingAlerts, wasArmedBy, type WaitingAlert } from './waiting-alerts.ts';
import { isOnTime, latenessOf, missedPrices, type Checkpoint, type MissedMinute } from '../engine/missed.ts';

export interface Judge {
  /**
   * From the store, while ticks flow: the last ones may concern it. False: how its symbol went in a stretch that was missed has to be asked
   * for first, because no alert watched that symbol then.
   */
  arm(row: JudgedAlert): boolean;
  /** From the store, at a start: it is judged from the checkpoint of its series on; one that is younger than that by itself. */
  load(row: JudgedAlert, checkpoints: ReadonlyMap<string, Checkpoint>): void;
  disarm(alertId: number): void;
  versionOf(alertId: number): number | null;
  /** It fired for the last time, which the store may not know yet. */
  hasEnded(alertId: number, version: number): boolean;
  /** Nothing happens where it is known already. */
  setTimeZone(alertId: number, timeZone: number, at: number): void;
  restore(name: string, checkpoint: Parameters<Engine['restore']>[1]): void;
  ticks(data: Float64Array, nameOf: (symbol: number) => string, now: number): void;
  best(symbolId: string, kind: 'p2pBuy' | 'p2pSell', price: number, ad: FiredAd, now: number): void;
  /** What has to be asked for after a stretch without ticks. */
  missedAsks(partitions?: ReadonlySet<number>): MissedAsk[];
  missed(asks: readonly MissedAsk[], pasts: readonly SeriesPast[], now: number): void;
  /** What waited meanwhile was judged: the next tick is the first one after the stretch. */
  goOn(): void;
  /** Lets go of all alerts of these partitions. */
  drop(partitions: ReadonlySet<number>): void;
  /** What has to be kept, taken out, and how far this share of all series is, in turn; null: nothing. */
  take(share: number): Batch | null;
  /** Those that an alert waits for: a source follows only so many. */
  symbols(): { symbolId: string; businessLine: number }[];
  figures(): Omit<Extract<FromJudge, { type: 'figures' }>, 'type' | 'partitions'>;
}

/** About a minute of a busy market. */
const usualRecentCapacity = 1 << 17;

export function createJudge(limits: AlertLimits, recentCapacity = usualRecentCapacity): Judge {
  const lines = createLines((name) => engine.series(name));
  const decimalOf = createDecimalTexts();
  const recent = createRecentTicks(recentCapacity);
  /** In the order in which they were heard of, live or told afterwards. */
  const symbolNumbers = createNumbers();
  const watch: Watch = { up: Infinity, down: -Infinity, wakeAt: Infinity };
  let [detectedAt, isFromCandles, lastTickAt, heardAt] = [0, false, 0, null as number | null];
  /** liveSeq: the last live quote; up to it every series is judged that does not wait. */
  let [liveSeq, ticks, fired, suppressed] = [0, 0, 0, 0];
  let firings: KeptFiring[] = [];
  let standings = new Map<number, Standing>();
  const touched = new Set<Line>();
  /** Series whose checkpoint has yet to be kept in this round. */
  let round: Line[] = [];
  const hole = createHole();
  const waiting = createWaitingAlerts();
  /** Versions of alerts that are over and not kept as such yet. */
  let ended = new Map<number, number>();

  const keep = (firing: Firing): void => {
    const line = lines.bySeries(firing.series);
    fired++;
    if (firing.suppressedBy !== null) suppressed++;
    firings.push({
      alertId: firing.alertId,
      version: firing.version,
      fireSeq: firing.fireSeq,
      partition: line.partition,
      price: decimalOf(line, firing.price),
      priceBefore: firing.priceBefore === null ? null : decimalOf(line, firing.priceBefore),
      anchor: firing.anchor === null ? null : decimalOf(line, firing.anchor),
      happenedAt: firing.at,
      detectedAt: Math.max(detectedAt, firing.at),
      lateness: firing.lateness,
      isFromCandles,
      suppressedBy: firing.suppressedBy,
      moreCount: firing.more?.count ?? null,
      moreSince: firing.more?.since ?? null,
      ad: line.ad === null ? null : JSON.stringify(line.ad),
      standing: firing.standing,
    });
    standings.delete(firing.alertId);
    if (firing.standing.phase === 'off') ended.set(firing.alertId, firing.version);
    touched.add(line);
  };
  const engine = createEngine({
    limits,
    onFire: keep,
    onChange({ alertId, series, standing }) {
      standings.set(alertId, { ...standing });
      touched.add(lines.bySeries(series));
    },
  });

  const recentValues = createRecentValues(recent);

  const judgeOne = (one: OneAlert, line: Line, moment: Parameters<typeof see>[1], lateness: Firing['lateness']): void => {
    const { alert, standing } = one;
    const { isChanged, crossing, priceBefore } = see(one, moment, limits);
    if (isChanged) standings.set(alert.id, { ...standing });
    if (crossing === null) return;
    const { version, fireSeq } = standing;
    const { price, at } = moment;
    const told = { alertId: alert.id, version, fireSeq, series: line.series, price, at, priceBefore, lateness };
    keep({ ...told, ...crossing, standing: { ...standing } });
  };

  /** Ticks between the making of an alert and its arming, judged one by one where they may concern it. */
  const judgeRecent = (one: OneAlert, line: Line): void => {
    const symbol = symbolNumbers.get(line.symbolId);
    if (symbol === undefined) return;
    const { judgedAt } = one.standing;
    const { values } = recentValues.of(line, symbol, judgedAt);
    let first = values.length;
    while (first > 0 && values[first - 1]!.at >= judgedAt) first--;
    if (first === values.length) return;
    selectWatch(one.alert, one.standing, watch);
    const isPassedBy = values[first]!.high < watch.up && values[first]!.low > watch.down && values.at(-1)!.at < watch.wakeAt;
    if (isPassedBy && !waitsForRest(one)) return;
    for (const { units: price, at } of values.slice(Math.max(0, first - 1))) judgeOne(one, line, { price, at, from: at }, null);
  };

  /** A series that is new begins with the price that is in force. */
  const seed = (line: Line): void => {
    const symbol = symbolNumbers.get(line.symbolId);
    if (symbol === undefined || engine.checkpoint(line.series) !== null) return;
    const tick = recent.since(symbol, Infinity).at(-1);
    const units = tick ? unitsOf(line, tick) : null;
    if (!tick || units === null) return;
    line.at = Math.max(line.at, tick.at);
    line.judgedTo = Math.max(line.judgedTo, hole.toldTo(line.symbolId));
    engine.tick(line.series, units, tick.at);
  };

  const prepare = (row: JudgedAlert) => {
    const line = lines.of(row);
    return { line, one: oneAlert(alertOf(row, line.series), { ...row.standing }) };
  };

  const judgedToOf = (line: Line): number => (line.isWaiting ? line.judgedTo : Math.max(line.judgedTo, liveSeq));

  /** Minutes of an alert that began while no judge saw its symbol. Of the first one, only prices beyond those seen by then are its own. */
  const judgeMinutes = (one: WaitingAlert, line: Line, minutes: readonly MissedMinute[], until: number): void => {
    const { standing, row } = one;
    let seen = { at: standing.judgedAt, high: row.born?.high ?? Infinity, low: row.born?.low ?? -Infinity };
    for (const minute of minutes) {
      for (const moment of missedPrices(minute, seen, until)) {
        const { price, at } = moment;
        judgeOne(one, line, moment, latenessOf(at, detectedAt));
        seen = { at: Math.max(seen.at, at), high: price, low: price };
      }
    }
  };

  /** From here on it is judged with all others of the series. */
  const armOne = (one: OneAlert, line: Line): void => {
    engine.arm(one.alert, one.standing, one.window);
    if (!waitsForRest(one)) return;
    // The window of its series may reach further back now.
    line.savedAt = -Infinity;
    touched.add(line);
  };
  /** Those that began by then. */
  const armUntil = (queue: WaitingAlert[], line: Line, at: number): void => {
    while (queue.length > 0 && queue[0]!.standing.judgedAt <= at) armOne(queue.shift()!, line);
  };

  /** The judge before had ticks that are lost now: its alerts go on as they stood, which is better than judging them on the rest. */
  const armKnown = (queue: WaitingAlert[]): WaitingAlert[] => {
    for (const { alert, standing } of queue.filter(({ mayBeKnown }) => mayBeKnown)) engine.resume(alert, standing);
    return queue.filter(({ mayBeKnown }) => !mayBeKnown);
  };

  const judgeTicks = (line: Line, queue: WaitingAlert[], data: Float64Array, repeatTo: number): void => {
    const symbol = symbolNumbers.of(line.symbolId);
    // A tick that no feed published has no number: it is new when it is later than the last known one. Several may share a millisecond.
    const knownTo = line.at;
    for (let at = 0; at < data.length; at += pastWidth) {
      const [seq, ts, last, mark, index, open24h] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!, data[at + 4]!, data[at + 5]!];
      // Alerts that are armed later may still ask for it.
      if (ts >= recent.newestAt(symbol)) recent.add(symbol, last, mark, index, open24h, ts);
      const units = pastUnits(line, data, at);
      if (units === null) continue;
      if (at <= repeatTo || (Number.isNaN(seq) ? ts <= knownTo : seq <= line.judgedTo)) {
        // Others of its series were armed before an alert that is older than them.
        const lateness = isOnTime(ts, detectedAt) ? null : latenessOf(ts, detectedAt);
        for (const one of queue) judgeOne(one, line, { price: units, at: ts, from: ts }, lateness);
        continue;
      }
      if (ts > line.at) line.at = ts;
      armUntil(queue, line, line.at);
      engine.tickLate(line.series, units, line.at, detectedAt);
    }
  };

  return {
    arm(row) {
      const { line, one } = prepare(row);
      const { alert, standing } = one;
      const symbol = symbolNumbers.get(line.symbolId);
      const isTold = hole.isTold(line.symbolId) && recent.reaches(symbol, standing.judgedAt);
      // Read late, newer ticks of others may have taken the place of its own.
      const isLost = recent.hasLost(symbol, standing.judgedAt) || (hole.isAfter(standing.judgedAt) && !isTold);
      waiting.remove(alert.id);
      if ((isLost && !isOfAds(line)) || waiting.has(line)) {
        if (engine.checkpoint(line.series) !== null) line.judgedTo = judgedToOf(line);
        line.isWaiting = true;
        engine.disarm(alert.id);
        waiting.add(line, { ...one, row, mayBeKnown: false });
        return false;
      }
      judgeRecent(one, line);
      seed(line);
      armOne(one, line);
      line.since = Math.min(line.since, standing.judgedAt);
      return true;
    },
    load(row, checkpoints) {
      const { line, one } = prepare(row);
      const judgedTo = checkpoints.get(line.name)?.at ?? -Infinity;
      line.isWaiting = true;
      if (isOfAds(line) || wasArmedBy(one.standing, judgedTo)) engine.arm(one.alert, one.standing);
      else waiting.add(line, { ...one, row, mayBeKnown: one.standing.judgedAt <= judgedTo });
    },
    disarm(alertId) {
      engine.disarm(alertId);
      const line = waiting.remove(alertId);
      // No alert waits for the past of this series any more.
      if (line && !waiting.has(line) && engine.checkpoint(line.series) === null) line.isWaiting = false;
    },
    versionOf: (alertId) => (waiting.find(alertId)?.standing ?? engine.standingOf(alertId))?.version ?? null,
    hasEnded: (alertId, version) => (ended.get(alertId) ?? -1) >= version,
    setTimeZone(alertId, timeZone, at) {
      waiting.setTimeZone(alertId, timeZone);
      if (engine.timeZoneOf(alertId) !== timeZone) engine.setTimeZone(alertId, timeZone, at);
    },
    restore(name, checkpoint) {
      const line = lines.byName(name);
      if (!line) return;
      engine.restore(line.series, checkpoint);
      line.at = checkpoint.at;
      line.judgedTo = checkpoint.seq ?? 0;
    },

    ticks(data, nameOf, now) {
      detectedAt = heardAt = now;
      for (let at = 0; at < data.length; at += tickWidth) {
        const [symbol, last, mark, index, open24h, ts, seq] = [
          data[at]!,
          data[at + 1]!,
          data[at + 2]!,
          data[at + 3]!,
          data[at + 4]!,
          data[at + 5]!,
          data[at + 6]!,
        ];
        const name = nameOf(symbol);
        const number = symbolNumbers.of(name);
        // A feed whose clock is ahead tells nothing before it happens.
        const happenedAt = Math.min(ts, now);
        if (happenedAt >= recent.newestAt(number)) recent.add(number, last, mark, index, open24h, happenedAt);
        lastTickAt = Math.max(lastTickAt, ts);
        liveSeq = seq;
        hole.tick(happenedAt);
        ticks++;
        const concerned = lines.bySymbol(name);
        if (concerned === undefined) continue;
        for (const line of concerned) {
          if (seq <= line.judgedTo) continue;
          const units = unitsOfTick(line, last, mark, index, open24h);
          if (units === null) continue;
          if (ts > line.at) line.at = ts;
          engine.tick(line.series, units, line.at);
        }
      }
    },

    best(symbolId, kind, price, ad, now) {
      detectedAt = now;
      for (const line of lines.bySymbol(symbolId) ?? []) {
        if (line.kind !== kind) continue;
        line.ad = ad;
        ticks++;
        engine.tick(line.series, scaleOf(line.tick).units(price), now);
      }
    },

    missedAsks(partitions) {
      const asks: MissedAsk[] = [];
      for (const line of lines.all()) {
        if (partitions && !partitions.has(line.partition)) continue;
        if (isOfAds(line)) continue;
        const begun = waiting.of(line)[0]?.standing.judgedAt ?? Infinity;
        const checkpoint = engine.checkpoint(line.series);
        // The price that was in force then may be older, and possibly no judge heard it.
        const from = Math.min(checkpoint?.at ?? line.since, begun - freshMs);
        if (!Number.isFinite(from)) continue;
        // The answer may begin earlier, where another series of the symbol asks for more.
        const judgedTo = (line.judgedTo = judgedToOf(line));
        const { name: series, kind, symbolId, tick } = line;
        const after = judgedTo === 0 || begun < (checkpoint?.at ?? Infinity) ? null : judgedTo;
        asks.push({ series, kind, symbolId, tick, from, after, heardAt });
      }
      // Partitions that are new here say nothing of ticks: those went on.
      if (!partitions) hole.begin(asks.map(({ symbolId }) => symbolId));
      return asks;
    },
    missed(asks, pasts, now) {
      detectedAt = now;
      asks.forEach((ask, at) => {
        const line = lines.byName(ask.series);
        if (!line) return;
        const { pieces, upTo } = pasts[at]!;
        hole.tell(line.symbolId, upTo);
        const knownTo = line.at;
        const all = waiting.of(line);
        const queue = isPartLost(pieces, knownTo) ? armKnown(all) : all;
        const repeat = lastKnown(pieces, line, engine.checkpoint(line.series));
        for (const [index, piece] of pieces.entries()) {
          if (piece.kind === 'ticks') {
            judgeTicks(line, queue, piece.data, repeatedTo(repeat, index));
            continue;
          }
          hole.doubt(line.symbolId);
          isFromCandles = true;
          const minutes = piece.minutes ?? [];
          engine.judgeMissed(line.series, minutes, piece.until);
          line.at = Math.max(line.at, engine.checkpoint(line.series)?.at ?? -Infinity);
          for (const one of queue) judgeMinutes(one, line, minutes, piece.until);
          isFromCandles = false;
          // Before that the others know what comes next, and this one does not.
          if (piece.until >= knownTo) armUntil(queue, line, piece.until);
        }
        armUntil(queue, line, Infinity);
        line.judgedTo = Math.max(line.judgedTo, upTo);
        line.since = Math.min(line.since, ask.from);
        line.isWaiting = false;
        waiting.removeAll(line);
      });
    },

    goOn: hole.end,

    drop(partitions) {
      engine.forgetAll((series) => partitions.has(lines.bySeries(series).partition));
      for (const line of [...lines.all()]) {
        if (!partitions.has(line.partition)) continue;
        lines.remove(line);
        touched.delete(line);
        waiting.removeAll(line);
        recentValues.remove(line);
      }
    },

    take(share) {
      // All or nothing: a standing may be kept only together with the firings before it, and how far its series is judged with both.
      const taken = { firings, standings, checkpoints: new Map<string, { partition: number; checkpoint: Checkpoint }>() };
      [firings, standings, ended] = [[], new Map(), new Map()];
      const keepPoint = (line: Line): void => {
        const checkpoint = engine.checkpoint(line.series);
        if (checkpoint === null || checkpoint.at === line.savedAt) return;
        line.savedAt = checkpoint.at;
        taken.checkpoints.set(line.name, { partition: line.partition, checkpoint: { ...checkpoint, seq: judgedToOf(line) } });
      };
      for (const line of touched) keepPoint(line);
      touched.clear();
      if (share > 0) {
        if (round.length === 0) round = [...lines.all()];
        for (const line of round.splice(0, Math.ceil(lines.size() * share))) if (lines.byName(line.name) === line) keepPoint(line);
      }
      return taken.firings.length + taken.standings.size + taken.checkpoints.size === 0 ? null : taken;
    },

    symbols() {
      const watched = [...lines.all()].filter((line) => engine.alertsOn(line.series) > 0 || waiting.has(line));
      return [...new Map(watched.map(({ symbolId, businessLine }) => [symbolId, { symbolId, businessLine }])).values()];
    },
    figures: () => ({ ticks, firings: fired, suppressed, armed: engine.size(), unsaved: firings.length, lastTickAt }),
  };
}
