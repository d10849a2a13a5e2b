// The service worker as the browser runs it, without a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const code = readFileSync(new URL('../../public/push-worker.js', import.meta.url), 'utf8');

function startWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; data: { url: string } }[] = [];
  const opened: string[] = [];
  const self = {
    location: new URL('https://tidemark.example/push-worker.js'),
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
    registration: { showNotification: async (title: string, options: { data: { url: string } }) => void shown.push({ title, ...options }) },
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
  };
  runInNewContext(code, { self, URL });
  const dispatch = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)!({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  return {
    opened,
    async push(notice: object) {
      await dispatch('push', { data: { json: () => notice } });
      return shown.at(-1)!;
    },
    click: (notification: object) => dispatch('notificationclick', { notification: { ...notification, close() {} } }),
  };
}

test('a notice that is clicked opens the alerts in the language it was written in', async () => {
  const worker = startWorker();
  const shown = await worker.push({ title: 'BTC', body: '', url: 'https://tidemark.example/de/price-alert?tab=history' });
  await worker.click(shown);
  assert.deepEqual(worker.opened, ['/de/price-alert?tab=history']);
});

test('no notice leads to another site', async () => {
  const worker = startWorker();
  for (const url of ['https://elsewhere.example/de/price-alert', '//elsewhere.example/', 'javascript:alert(1)', 'https://', 7, undefined]) {
    await worker.click(await worker.push({ title: 'BTC', url }));
  }
  assert.deepEqual(new Set(worker.opened), new Set(['/price-alert?tab=history']));
});
