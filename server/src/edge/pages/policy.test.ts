import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { policePage } from './policy.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('own inline scripts are allowed by hash, and the nonce leaves the page', () => {
  const { html, policy } = policePage('<script nonce="N1">go()</script><script nonce="N1" src="/a.js"></script>', 'N1', { https: false });
  assert.equal(html, '<script>go()</script><script src="/a.js"></script>');
  assert.match(policy, new RegExp(`script-src 'self' ${hash('go()').replace(/[+/]/g, '\\$&')}(;|$)`));
});

test('a script that did not come from rendering is not allowed', () => {
  const { policy } = policePage(
    '<script nonce="N1">go()</script><p><script>steal()</script><script nonce="guess">steal()</script></p>',
    'N1',
    { https: false },
  );
  assert.ok(!policy.includes(hash('steal()')));
  assert.ok(!policy.includes("unsafe-inline' ") && !/script-src[^;]*unsafe/.test(policy));
});

test('own scripts are found by their nonce, whatever stands around them', () => {
  const { html, policy } = policePage(
    '<link nonce="N1" href="/a.css"/><textarea><script></textarea>' +
      '<script nonce="N1" type="module">go()</script><script id="x" nonce="N1">on()</script>',
    'N1',
    { https: false },
  );
  assert.equal(html, '<link href="/a.css"/><textarea><script></textarea><script type="module">go()</script><script id="x">on()</script>');
  assert.ok(policy.includes(`script-src 'self' ${hash('go()')} ${hash('on()')};`), policy);
});

test('behind https everything is upgraded', () => {
  assert.match(policePage('', 'n', { https: true }).policy, /upgrade-insecure-requests/);
});
