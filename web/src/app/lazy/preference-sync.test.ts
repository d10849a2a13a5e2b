import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { defaultUserPreference, type UserPreference } from '@tidemark/contract/users.ts';
import type { Api } from '#api/client.ts';
import type { Choice } from '#session/local-choice.ts';
import { createPreferenceSync } from './preference-sync.ts';

let account: Choice;
let sent: unknown[];
let isBroken: boolean;
let adopted: Choice;
let retries: (() => void)[];
let notices: number;
let kept: Map<string, string>;

beforeEach(() => {
  notices = 0;
  [account, sent, isBroken, adopted, retries, kept] = [{}, [], false, {}, [], new Map()];
});

const whole = (): UserPreference => ({ ...defaultUserPreference, ...account });
const api = {
  async call(name: string, { keepChosen, ...change }: Choice & { keepChosen?: boolean }) {
    sent.push(name);
    if (isBroken) throw new Error('offline');
    if (name === 'updatePreference') account = keepChosen ? { ...change, ...account } : { ...account, ...change };
    return whole();
  },
} as unknown as Api;
const sync = (local: Choice = {}) =>
  createPreferenceSync({
    api,
    readChoice: () => local,
    adopt: (change) => {
      adopted = { ...adopted, ...change };
    },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    notSaved: () => {
      notices++;
    },
    retryLater: (work) => void retries.push(work),
  });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('preferences of an account and of a browser', () => {
  it('at the first login neither loses: the account keeps its choices and takes what it had none for', async () => {
    account = { timeZone: 480 };
    await sync({ timeZone: 60, tone: 'bell', fiat: 'EUR' }).join('ann', true);
    assert.deepEqual(account, { timeZone: 480, tone: 'bell', fiat: 'EUR' });
    assert.deepEqual([adopted.timeZone, adopted.tone, adopted.fiat], [480, 'bell', 'EUR']);
  });

  it('later the account wins, and colours or fiat it never chose stay as they are here', async () => {
    account = { timeZone: -300 };
    await sync({ timeZone: 60, updown: 'red' }).join('ann', false);
    assert.deepEqual(sent, ['getPreference']);
    assert.equal(adopted.timeZone, -300);
    assert.ok(!('updown' in adopted) && !('fiat' in adopted));
  });

  it('section 8: without an answer the local choice stands', async () => {
    isBroken = true;
    await sync({ timeZone: 60 }).join('ann', false);
    assert.deepEqual(adopted, {});
  });

  it('a change that could not be saved is saved later, and no answer in between takes it back', async () => {
    const one = sync();
    await one.join('ann', false);
    isBroken = true;
    one.chosen({ timeZone: 120 });
    await settled();
    retries.shift()!();
    await settled();
    assert.equal(notices, 1, 'said once until it is saved');
    isBroken = false;
    adopted = {};
    await one.refresh();
    assert.ok(!('timeZone' in adopted), 'the account does not know it yet');
    retries.shift()!();
    await settled();
    assert.equal(account.timeZone, 120);
    assert.equal(kept.size, 0);
  });

  it('a change that was never saved survives the tab', async () => {
    const before = sync();
    await before.join('ann', false);
    isBroken = true;
    before.chosen({ tone: 'drop' });
    await settled();
    isBroken = false;
    await sync().join('ann', false);
    assert.equal(account.tone, 'drop');
  });

  it('a change that was never saved is nothing to the next user of the browser', async () => {
    const before = sync();
    await before.join('ann', false);
    isBroken = true;
    before.chosen({ tone: 'drop' });
    await settled();
    isBroken = false;
    account = { tone: 'bell' };
    await sync().join('bob', false);
    await settled();
    assert.deepEqual([account.tone, adopted.tone], ['bell', 'bell']);
  });

  it('an answer that comes after its user has left is not taken over', async () => {
    account = { timeZone: 480 };
    const one = sync();
    const joining = one.join('ann', false);
    one.leave();
    assert.equal(await joining, false);
    assert.deepEqual(adopted, {});
  });

  it('two changes while one is on its way are both kept, in order', async () => {
    const one = sync();
    await one.join('ann', false);
    one.chosen({ timeZone: 60 });
    one.chosen({ timeZone: 120, tone: 'bell' });
    await settled();
    await settled();
    assert.deepEqual(account, { timeZone: 120, tone: 'bell' });
    assert.equal(kept.size, 0);
  });

  it('a visitor saves nothing', async () => {
    const one = sync();
    one.chosen({ timeZone: 60 });
    await settled();
    assert.deepEqual([sent, kept.size], [[], 0]);
  });
});
