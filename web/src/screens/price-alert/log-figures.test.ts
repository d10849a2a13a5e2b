import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AlertLogItem } from '@tidemark/contract/alerts.ts';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { createFormat } from '#i18n/format.ts';
import { deliveredWithinMs, happenedText, targetText } from './log-figures.ts';

const delivery = (channel: number, status: string, at: number | null) =>
  ({ channel, status, at, reason: null }) as AlertLogItem['deliveries'][number];

test('reading an entry does not change how fast it was delivered', () => {
  const pop = delivery(noticeChannel.pop, 'acknowledged', 1_100);
  const within = (...deliveries: AlertLogItem['deliveries']) => deliveredWithinMs({ detectedAt: 1_000, deliveries });
  assert.equal(within(delivery(noticeChannel.station, 'sent', 1_050), pop), 50);
  assert.equal(within(delivery(noticeChannel.station, 'acknowledged', 721_000), pop), 100);
  assert.equal(within(delivery(noticeChannel.station, 'acknowledged', 721_000)), null);
  assert.equal(within(delivery(noticeChannel.email, 'failed', 1_200), delivery(noticeChannel.push, 'sent', null)), null);
});

test('the target of a change is a percentage, that of a price stands as it was set', () => {
  const format = createFormat('en');
  assert.equal(targetText({ alertType: 3, target: '0.032' }, format), '3.20%');
  assert.equal(targetText({ alertType: 6, target: '0.05' }, format), '5.00%');
  assert.equal(targetText({ alertType: 1, target: '0.00000003651' }, format), '0.00000003651');
  assert.equal(targetText({ alertType: 7, target: '90 - 95' }, format), '90 - 95');
});

test('entries of one minute are told apart: the history has seconds', () => {
  const { time } = createFormat('en');
  const text = (at: string) => happenedText({ happenedAt: Date.parse(at) }, (ms, style) => time(ms, style, 'UTC'));
  assert.equal(text('2026-03-01T10:17:04Z'), 'Mar 1, 2026, 10:17:04');
  assert.equal(text('2026-03-01T10:17:51Z'), 'Mar 1, 2026, 10:17:51');
});
