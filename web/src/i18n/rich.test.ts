import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitRich } from './rich.ts';

it('splits at the tags that were asked for and leaves everything else as text', () => {
  assert.deepEqual(splitRich('See <link>the rules</link>, <b>now</b>.', ['link', 'b']), [
    'See ',
    { tag: 'link', text: 'the rules' },
    ', ',
    { tag: 'b', text: 'now' },
    '.',
  ]);
  assert.deepEqual(splitRich('<link>all</link>', ['link']), [{ tag: 'link', text: 'all' }]);
  for (const text of ['', 'plain', '1 < 2 > 0', '<script>alert(1)</script>', '<link>open', '</link>']) {
    assert.deepEqual(splitRich(text, ['link']), text === '' ? [] : [text]);
  }
});
