import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownBrand } from '@tidemark/contract/brand.ts';
import { languages } from '@tidemark/contract/locales.ts';
import { matchPage } from '@tidemark/contract/pages.ts';
import { createWords } from '#words/index.ts';
import { appIcons, appManifest } from './app-manifest.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const words = createWords(at('locales'));
const own = { site: ownBrand, hasOwnIcon: false };
const read = (name: string) => readFileSync(at(`web/public/${name}`));
/** Width and height stand at the beginning of every PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('the app speaks the language it is installed in, and its shortcuts are pages of that language', () => {
  for (const { locale, tag, rtl } of languages) {
    const manifest = JSON.parse(appManifest(words, locale, own));
    assert.equal(manifest.lang, tag);
    assert.equal(manifest.dir, rtl ? 'rtl' : 'ltr');
    for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)]) {
      assert.equal(matchPage(url)?.locale, locale, url);
    }
    for (const { name } of manifest.shortcuts) assert.doesNotMatch(name, /^nav\./, locale);
  }
  assert.deepEqual(
    JSON.parse(appManifest(words, 'de', own)).shortcuts.map(({ url }: { url: string }) => url),
    ['/de/price-alert', '/de/markets/favorite', '/de/markets/spot', '/de/markets/futures'],
  );
});

test('every icon is there in the size that is promised', () => {
  const { icons } = JSON.parse(appManifest(words, 'en', own)) as { icons: { src: string; sizes: string; type: string }[] };
  for (const { src, sizes, type } of icons) if (type === 'image/png') assert.equal(sizeOf(read(src.slice(1))), sizes, src);
  for (const icon of appIcons) assert.ok(sizeOf(read(icon)), icon);
  assert.equal(sizeOf(read('apple-touch-icon.png')), '180x180');
});
