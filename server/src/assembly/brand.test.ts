import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileNameOf } from '@tidemark/contract/brand.ts';
import { drawIcon } from '#edge/pages/brand-icon.ts';
import { shownBrand } from './brand-files.ts';
import { readBrand, userAgentOf } from './brand.ts';
import { ConfigError, loadConfig } from './config.ts';
import { contrast, hexOf } from './contrast.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const read = (brand: unknown) => readBrand(JSON.stringify(brand));
const name = 'Northwind Markets';

test('contrast is that of WCAG 2', () => {
  assert.equal(contrast(hexOf('#000000'), hexOf('#ffffff')), 21);
  assert.equal(contrast(hexOf('#777777'), hexOf('#ffffff')).toFixed(2), '4.48');
});

test('a name alone is a brand: it stands where the logo stood, and its letter is the icon', async () => {
  const { brand, problems } = read({ name });
  assert.deepEqual(problems, []);
  assert.deepEqual(brand.site, { name, isStyled: true, links: [], note: null });
  const { files } = await shownBrand(brand);
  assert.match(String(files.get('/brand.css')!.body), /content:"Northwind Markets"/);
  assert.deepEqual(files.get('/app-icon-512.png')!.body, await drawIcon(name, [42, 75, 215]));
  assert.notDeepEqual(await drawIcon('N', [0, 0, 0]), await drawIcon('M', [0, 0, 0]));
  assert.deepEqual((await shownBrand(read({ name: 'Tidemark' }).brand)).files.size, 0, 'our own icons are for our own name');
});

test('other servers are told the name as a header can hold it, or the address', () => {
  const told = (given: string) => userAgentOf({ brand: read({ name: given }).brand, publicUrl: 'https://markets.example.com' });
  assert.deepEqual(['Northwind Markets', 'A & B!', '北風'].map(told), ['Northwind-Markets', 'A-B', 'markets.example.com']);
});

test('colours that cannot be read are refused with their figure', () => {
  assert.deepEqual(read({ name, colours: { light: '#0a5c3e', dark: '#5fd3a4' } }).problems, []);
  const { problems } = read({ name, colours: { light: '#ffcc00', dark: '#0a5c3e' } });
  assert.ok(problems.includes('colours.light: #ffcc00 has a contrast of 1.5 on #ffffff, and needs 4.5'), problems.join('\n'));
  assert.ok(problems.some((problem) => problem.startsWith('colours.dark: #0a5c3e')));
  assert.match(read({ name, colours: { light: 'red', dark: '#5fd3a4' } }).problems.join(), /colours\.light: must be a colour like #0b5fff/);
});

test('whatever is wrong is named, and nothing of it is taken', () => {
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(8),
    Buffer.from([0, 0, 0, 9, 0, 0, 0, 9]),
    Buffer.alloc(9),
  ]);
  for (const [brand, problem] of [
    [{}, /name/],
    [[], /it: /],
    [{ name: '' }, /name/],
    [{ name: 'a<b' }, /name: has signs/],
    [{ name, misspelt: 1 }, /misspelt/],
    [{ name, legal: [{ label: 'x', href: 'javascript:alert(1)' }] }, /legal\.0\.href: must be an https address/],
    [{ name, legal: [{ label: 'x', href: '//elsewhere.example' }] }, /legal\.0\.href/],
    [{ name, legal: [{ label: { de: 'x' }, href: '/x' }] }, /legal\.0\.label/],
    [{ name, logo: join(folder, 'none.svg') }, /logo: .*none\.svg cannot be read \(ENOENT\)/],
    [{ name, logo: file('no-box.svg', '<svg/>') }, /neither a PNG nor an SVG with a viewBox/],
    [{ name, logo: file('large.svg', '<svg viewBox="0 0 1 1">' + ' '.repeat(70_000)) }, /larger than 65536 bytes/],
    [{ name, logoDark: file('a.svg', '<svg viewBox="0 0 1 1"/>') }, /logoDark is of no use without logo/],
    [{ name, icon: file('small.png', png) }, /no PNG of 512 by 512/],
  ] as const) {
    const { problems, brand: taken } = read(brand);
    assert.match(problems.join('\n'), problem);
    assert.equal(taken.site.name, 'Tidemark');
  }
  assert.deepEqual(readBrand('{').problems, ['it is no JSON']);
});

test('as a setting: refused at start in sentences; an address alone becomes the sender with the name of the site', () => {
  assert.throws(
    () => loadConfig({ BRAND: '{"name":"x","colours":{"light":"#ffffff","dark":"#000000"}}' }),
    (error) => error instanceof ConfigError && error.problems.every((problem) => problem.startsWith('BRAND is wrong: colours.')),
  );
  const mail = (from: string) => loadConfig({ BRAND: JSON.stringify({ name }), SMTP_URL: 'smtp://localhost', MAIL_FROM: from }).mail!.from;
  assert.equal(mail('no-reply@northwind.example'), '"Northwind Markets" <no-reply@northwind.example>');
  assert.equal(mail('Alerts <no-reply@northwind.example>'), 'Alerts <no-reply@northwind.example>');
});

test('files that people save are called after the site', () => {
  assert.equal(fileNameOf(name, 'favorites.csv'), 'northwind-markets-favorites.csv');
});
