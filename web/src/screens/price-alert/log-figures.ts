// Figures of the history that are not shown as they stand in the answer.
import { type AlertLogItem } from '@tidemark/contract/alerts.ts';
import { isPercentType, noticeChannel } from '@tidemark/contract/alert-rules.ts';
import type { Format, TimeStyle } from '#i18n/format.ts';

/**
 * How long after it was found the first notice left; null = none did. An entry of the history is there at once: its time is when the
 * user read it.
 */
export function deliveredWithinMs({ deliveries, detectedAt }: Pick<AlertLogItem, 'deliveries' | 'detectedAt'>): number | null {
  const sent = deliveries.flatMap(({ channel, status, at }) =>
    at !== null && (status === 'sent' || (status === 'acknowledged' && channel !== noticeChannel.station)) ? [at - detectedAt] : [],
  );
  return sent.length > 0 ? Math.min(...sent) : null;
}

/** Of a change it is a percentage, and its direction is in the title. */
export const targetText = ({ alertType, target }: Pick<AlertLogItem, 'alertType' | 'target'>, { change }: Pick<Format, 'change'>): string =>
  isPercentType(alertType) ? change(target).text.replace(/^[+\u2212]/, '') : target;

/** To the second: a crash brings dozens of entries within one minute, and their order is part of the story. */
export const happenedText = ({ happenedAt }: Pick<AlertLogItem, 'happenedAt'>, time: (ms: number, style: TimeStyle) => string): string =>
  time(happenedAt, 'moment');
