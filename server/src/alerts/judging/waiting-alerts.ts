// Alerts that this judge has not judged yet, until the past of their series is told: each of them once, in its newest version.
import type { Standing } from '../engine/standing.ts';
import type { JudgedAlert } from './judge-store.ts';
import type { Line } from './line.ts';
import type { OneAlert } from './one-alert.ts';

/** From the making of an alert until every judge has it: a commit may take 40 s to be seen, and a look for changes comes once a second. */
const armedWithinMs = 60_000;

/**
 * Whether the judge that wrote a checkpoint had the alert by then. One that is younger may have been made and not been read yet when the
 * judge died: it is judged from its own beginning, and what it was judged by already comes to the same once more.
 */
export const wasArmedBy = (standing: Readonly<Standing>, checkpointAt: number): boolean => {
  const isUntouched = standing.fireSeq === 0 && standing.restFrom === null;
  return standing.judgedAt <= checkpointAt - (isUntouched ? armedWithinMs : 0);
};

export interface WaitingAlert extends OneAlert {
  readonly row: JudgedAlert;
  /** The judge that kept the checkpoint of its series may have judged it up to there. */
  readonly mayBeKnown: boolean;
}

export function createWaitingAlerts() {
  const byLine = new Map<Line, Map<number, WaitingAlert>>();
  const lineOf = new Map<number, Line>();
  const find = (alertId: number): WaitingAlert | undefined => byLine.get(lineOf.get(alertId)!)?.get(alertId);
  const remove = (alertId: number): Line | null => {
    const line = lineOf.get(alertId);
    if (!line) return null;
    lineOf.delete(alertId);
    const waiting = byLine.get(line)!;
    waiting.delete(alertId);
    if (waiting.size === 0) byLine.delete(line);
    return line;
  };
  return {
    /** In the place of an older version, wherever that waits. */
    add(line: Line, waiting: WaitingAlert): void {
      const { id } = waiting.alert;
      remove(id);
      lineOf.set(id, line);
      const others = byLine.get(line);
      if (others) others.set(id, waiting);
      else byLine.set(line, new Map([[id, waiting]]));
    },
    find,
    /** Of which line it was. */
    remove,
    has: (line: Line): boolean => byLine.has(line),
    /** Oldest first. */
    of: (line: Line): WaitingAlert[] => [...(byLine.get(line)?.values() ?? [])].sort((a, b) => a.standing.judgedAt - b.standing.judgedAt),
    removeAll(line: Line): void {
      for (const alertId of byLine.get(line)?.keys() ?? []) lineOf.delete(alertId);
      byLine.delete(line);
    },
    setTimeZone(alertId: number, timeZone: number): void {
      const waiting = find(alertId);
      if (waiting) byLine.get(lineOf.get(alertId)!)!.set(alertId, { ...waiting, alert: { ...waiting.alert, timeZone } });
    },
  };
}
