import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorNames, errors } from '@tidemark/contract/errors.ts';
import { ApiError, failure, refusal } from '#api/api-error.ts';
import { endOfWrite, type WriteEnd } from './write-end.ts';

const special: Partial<Record<string, WriteEnd>> = {
  tooManyRequests: 'busy',
  offline: 'notSent',
  timeout: 'unknown',
  connectionUnstable: 'unknown',
};

test('every row of the catalogue ends a write in words, or leads home with them', async () => {
  for (const name of errorNames) {
    const expected = special[name] ?? (errors[name].client === 'toastHome' ? 'elsewhere' : 'refused');
    assert.equal(endOfWrite(await refusal(errors[name].code, 'words', 200)), expected, name);
  }
  assert.equal(endOfWrite(await refusal('99999', 'words', 200)), 'refused', 'a code of no row still has its words');
  assert.equal(
    endOfWrite(await refusal(errors.notLoggedIn.code, 'words', 401)),
    'refused',
    'section 8: these lead home only with HTTP 200',
  );
});

test('what no server said is told apart: not sent, nobody knows, given up, and a fault of the page', () => {
  assert.equal(endOfWrite(failure('offline', '')), 'notSent');
  assert.equal(endOfWrite(failure('timeout', '')), 'unknown');
  assert.equal(endOfWrite(failure('connectionUnstable', '')), 'unknown');
  assert.equal(endOfWrite(failure('tooManyRequests', '')), 'busy');
  assert.equal(endOfWrite(new ApiError('Request aborted', { code: '', error: null, action: 'silent' })), 'elsewhere');
  assert.equal(endOfWrite(new TypeError('x is undefined')), 'failed');
});
