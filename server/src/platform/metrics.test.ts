import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

test('what rooms count is in the text, with labels, beside the figures of the process', async () => {
  const metrics = createMetrics();
  metrics.counter('frames_total', 'Frames sent', ['topic']).inc({ topic: 'ticker' }, 3);
  metrics.gauge('clients', 'Open connections').set(7);
  metrics.histogram('answer_seconds', 'Time to answer', ['call'], [0.1, 1]).observe({ call: 'time' }, 0.5);
  const text = await metrics.text();
  assert.match(text, /^frames_total\{topic="ticker"\} 3$/m);
  assert.match(text, /^clients 7$/m);
  assert.match(text, /^answer_seconds_bucket\{le="0.1",call="time"\} 0$/m);
  assert.match(text, /^answer_seconds_bucket\{le="1",call="time"\} 1$/m);
  assert.match(text, /^process_cpu_seconds_total /m);
  assert.match(metrics.contentType, /^text\/plain/);
});

test('instances do not share figures, one instance refuses a second owner of a name', async () => {
  const one = createMetrics();
  const two = createMetrics();
  one.counter('only_here_total', 'x').inc();
  assert.doesNotMatch(await two.text(), /only_here_total/);
  assert.throws(() => one.gauge('only_here_total', 'y'), /already been registered/);
});

test('a scrape walks through nothing that is open, so it takes as long with ten thousand connections as with none', async () => {
  const text = await createMetrics().text();
  assert.doesNotMatch(text, /process_open_fds|nodejs_active_/);
  assert.match(text, /^nodejs_heap_size_used_bytes /m);
});
