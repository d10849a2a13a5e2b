import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { passwordLength, passwordStrength } from '@tidemark/contract/password.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createPasswordJudge } from './password-judge.ts';

const log = createLog({ level: 'silent' });
const clock = createHandClock(0);
const judge = createPasswordJudge({ clock, log });
after(() => judge.stop());

test('passwords that lists of guessers begin with are found, which the rule of the page accepts', async () => {
  for (const password of ['Liverpool2019', 'jessica1990!', 'Manchester99', 'chocolate#22']) {
    assert.equal(passwordStrength(password).problem, null, password);
    assert.equal(await judge.isEasyToGuess(password, []), true, password);
  }
  for (const password of ['nine green kettles on 4 hobs', 'tR9#kLw2$vQx', 'море волнуется раз', '水面に映る月の光はきれい'])
    assert.equal(await judge.isEasyToGuess(password, ['ada']), false, password);
});

test('what somebody knows of the account makes a password easy', async () => {
  assert.equal(await judge.isEasyToGuess('zvbqwkjx-2026', []), false);
  assert.equal(await judge.isEasyToGuess('zvbqwkjx-2026', ['zvbqwkjx']), true);
});

test('the longest password, made to be costly, is judged too', async () => {
  const costly = '@4$3!1|l'.repeat(passwordLength.max / 8);
  assert.equal(typeof (await judge.isEasyToGuess(costly, ['@4$3!1|l'.repeat(30)])), 'boolean');
});

test('without an answer in time the password passes; the thread ends when nobody asks, and comes back', async () => {
  const hurried = createHandClock(0);
  const own = createPasswordJudge({ clock: hurried, log, patienceMs: 1_000, idleMs: 5_000 });
  const first = own.isEasyToGuess('jessica1990!', []);
  const second = own.isEasyToGuess('jessica1990!', []);
  await turn();
  hurried.advance(1_000);
  assert.deepEqual(await Promise.all([first, second]), [false, false], 'neither its turn nor its answer is waited for longer');
  assert.equal(await own.isEasyToGuess('jessica1990!', []), true);
  hurried.advance(5_000);
  assert.equal(await own.isEasyToGuess('jessica1990!', []), true);
  await own.stop();
  assert.equal(await own.isEasyToGuess('jessica1990!', []), false, 'nothing begins after the end');
});
