// Alerts to a file and back. A file is read whole before anything is looked up, prices are read before anything is locked, and what can be
// made is made in one transaction: an answer that was lost is asked for again, and nothing is made twice.
import { createHash } from 'node:crypto';
import { alertFileRule, type batchCalls, type ImportedLine } from '@tidemark/contract/alert-batches.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { errors, Refusal } from '@tidemark/contract/errors.ts';
import type { Caller, Handlers } from '@tidemark/contract/wire.ts';
import type { Imported, Wanted } from '../batch-store.ts';
import { newStanding } from '../engine/standing.ts';
import type { Pair, Pairs } from '../pairs.ts';
import { readAlertFile, writeAlertFile, type FileLine } from './alert-file.ts';
import { besideEachOther, refusedOr, type BatchCallsDeps } from './batch-calls.ts';
import { beginAlert, valuesOf } from './begin.ts';
import { readOnce } from './read-once.ts';

/** 'btc/usdt' is BTCUSDT, and at P2P 'usdt/eur' USDT_EUR. */
const findPair = (pairs: Pairs, line: BusinessLine, symbol: string): Pair | null =>
  pairs.find(line, symbol) ?? pairs.find(line, symbol.toUpperCase().replace(/[\s/-]+/g, line === businessLine.p2p ? '_' : ''));

type FileCalls = Pick<typeof batchCalls, 'exportAlerts' | 'importAlerts'>;

export function createFileCalls(deps: BatchCallsDeps): Handlers<FileCalls> {
  const { batches, clock, marketClock, personOf, explain } = deps;

  /** A line of a file as an alert, as far as it is one. */
  const wantedOf = async ({ read }: FileLine, pairs: Pairs, importKey: string, timeZone: number): Promise<Wanted | Refusal> => {
    if (read instanceof Refusal) return read;
    const { symbol, form, isOpen, note } = read;
    const pair = findPair(pairs, form.businessLine, symbol);
    if (!pair) return new Refusal('unknownSymbol');
    const values = valuesOf(form);
    const now = marketClock.now();
    const begun = isOpen ? await refusedOr(beginAlert({ ...deps, pairs }, pair, form, now)) : null;
    const identity = {
      ...values,
      businessLine: form.businessLine,
      contractLine: pair.contractLine,
      symbolId: pair.symbolId,
      isOpen,
    };
    const hash = createHash('sha256')
      .update(JSON.stringify([importKey, note === null ? identity : { ...identity, note }]))
      .digest('base64url');
    return {
      ...identity,
      note,
      clientKey: `import:${hash}`,
      tick: pair.tick,
      timeZone,
      // One that is off begins when it is turned on, on the price of then.
      start: begun instanceof Refusal ? begun : { standing: begun?.begin(1) ?? newStanding(1, now), born: begun?.born ?? null },
    };
  };

  const show = (caller: Caller, { line, symbol }: FileLine, outcome: Imported): ImportedLine =>
    outcome instanceof Refusal
      ? { line, symbol, outcome: 'refused', code: errors[outcome.error].code, msg: explain(caller.locale, outcome) }
      : { line, symbol, outcome, code: null, msg: null };

  return {
    async exportAlerts(caller, { format, part }) {
      const all = await batches.all(caller.userId!);
      const rows = part === undefined ? all : all.slice((part - 1) * alertFileRule.rows, part * alertFileRule.rows);
      return { content: writeAlertFile(rows, format), count: rows.length, parts: Math.max(1, Math.ceil(all.length / alertFileRule.rows)) };
    },

    async importAlerts(caller, { format, content, importKey, preview }) {
      const userId = caller.userId!;
      const lines = readAlertFile(content, format);
      const { preference } = await personOf(caller);
      const pairs = readOnce(deps.pairs, clock);
      const read: (Wanted | Refusal)[] = [];
      for (let at = 0; at < lines.length; at += besideEachOther) {
        const piece = lines.slice(at, at + besideEachOther);
        read.push(...(await Promise.all(piece.map((line) => wantedOf(line, pairs, importKey, preference.timeZone)))));
      }
      const wanted = read.filter((one): one is Wanted => !(one instanceof Refusal));
      const outcomes = preview ? await batches.foresee(userId, wanted) : await batches.make(userId, wanted, new Date(clock.now()));
      const next = outcomes.values();
      const items = lines.map((line, at) => {
        const one = read[at]!;
        return show(caller, line, one instanceof Refusal ? one : next.next().value!);
      });
      const countOf = (which: ImportedLine['outcome']) => items.filter(({ outcome }) => outcome === which).length;
      const made = countOf('made');
      if (made > 0 && !preview) deps.changed();
      return { made, there: countOf('there'), refused: countOf('refused'), items };
    },
  };
}
