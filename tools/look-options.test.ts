import assert from 'node:assert/strict';
import test from 'node:test';
import { pictureName, readDemoLogin, readLookOptions } from './look-options.ts';

test('pages are looked at on a phone, a tablet and a desk, light and dark, unless something else is asked for', () => {
  assert.deepEqual(readLookOptions(['/markets/spot', '/ar/markets/spot']), {
    paths: ['/markets/spot', '/ar/markets/spot'],
    widths: [390, 900, 1440],
    themes: ['light', 'dark'],
    isWhole: false,
    isDemo: false,
  });
  assert.deepEqual(
    readLookOptions(['--widths', '320,1920', '--themes=dark', '--locales', 'en,de', '--whole', '--demo', '/price-alert?tab=history']),
    {
      paths: ['/price-alert?tab=history', '/de/price-alert?tab=history'],
      widths: [320, 1920],
      themes: ['dark'],
      isWhole: true,
      isDemo: true,
    },
  );
});

test('what cannot be looked at is refused in words', () => {
  assert.throws(() => readLookOptions([]), /Say which pages/);
  assert.throws(() => readLookOptions(['/', '--widths', '390,wide']), /whole numbers from 200 to 8000, not '390,wide'/);
  assert.throws(() => readLookOptions(['/', '--themes', 'grey']), /'grey' is no theme/);
  assert.throws(() => readLookOptions(['/', '--locales', 'en,xx']), /'xx' is no language of the site/);
});

test('the demo account is the one that the site printed', () => {
  const printed = '{"msg":"listening"}\n{"msg":"Demo account: demo@tidemark.example with the password aB-3_x"}\n';
  assert.deepEqual(readDemoLogin(printed), { email: 'demo@tidemark.example', password: 'aB-3_x' });
  assert.throws(() => readDemoLogin('listening'), /start the site with DEMO=1/);
});

test('the name of a picture tells the page, the width and the theme', () => {
  assert.equal(pictureName('/de/price-alert?tab=history', 390, 'dark'), 'de-price-alert-tab-history-390-dark.png');
  assert.equal(pictureName('/', 1440, 'light'), 'home-1440-light.png');
});
