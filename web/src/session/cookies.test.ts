import assert from 'node:assert/strict';
import { test } from 'node:test';

const jar = new Map<string, string>();
const stored = new Map<string, string>();
Object.assign(globalThis, {
  location: { protocol: 'https:' },
  document: {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [, name, value] = /^(\w+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    },
  },
});
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) },
});
const { parseCookies, rememberInCookie, restoreCookies } = await import('./cookies.ts');

test('section 3: theme, language, fiat and time zone are kept in the local cache under its keys', () => {
  rememberInCookie('theme', 'black');
  rememberInCookie('language', 'ja');
  rememberInCookie('currency', 'JPY');
  rememberInCookie('changeBase', 540);
  assert.deepEqual(Object.fromEntries(stored), { theme: 'black', language: 'ja', fiatName: 'JPY', timeZone: '540' });
  assert.deepEqual(Object.fromEntries(jar), { theme: 'black', language: 'ja', currency: 'JPY', timeZone: '540' });
});

test('a cookie that a browser ended comes back, one that says something newer stays', () => {
  jar.delete('currency');
  jar.set('theme', 'white');
  assert.equal(restoreCookies(), true);
  assert.deepEqual({ ...parseCookies(document.cookie) }, { theme: 'white', language: 'ja', timeZone: '540', currency: 'JPY' });
  assert.equal(restoreCookies(), false);
});
