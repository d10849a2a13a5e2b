import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForPopUps } from './push.ts';

test('permission for pop-ups is asked for while nobody has answered, and never again', () => {
  const browser = globalThis as { Notification?: unknown };
  const asked: string[] = [];
  for (const permission of ['default', 'granted', 'denied'] as const) {
    browser.Notification = { permission, requestPermission: async () => void asked.push(permission) };
    askForPopUps();
  }
  delete browser.Notification;
  askForPopUps();
  assert.deepEqual(asked, ['default'], 'nor where there is no such thing');
});
