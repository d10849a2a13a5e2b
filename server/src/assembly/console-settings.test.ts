// Settings of other rooms in the console, what a change would do, what was changed before, and how the site does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultMoverRules } from '@tidemark/contract/movers.ts';
import { createPolicies } from '#content/policy/index.ts';
import { createLog } from '#platform/log.ts';
import { liveMoverRules } from './room-settings.ts';
import { browser, clock, db, person, roomSettings, words } from './testing/console-room.ts';

test('thresholds of top movers: set by field, at once, and a wrong one leaves the last good one', async () => {
  const olga = await person('olga', 'owner');
  const rules = liveMoverRules(defaultMoverRules, roomSettings);
  await olga.ask('operatorSetSetting', { key: 'moverRules', value: '{"moveTiers":[0.05,0.1,0.15]}' });
  assert.deepEqual(rules.moveTiers, [0.05, 0.1, 0.15]);
  assert.deepEqual({ ...rules }, { ...defaultMoverRules, moveTiers: [0.05, 0.1, 0.15] });
  for (const [value, reason] of [
    ['{"moveTiers":[0.05,0.01,0.15]}', /moverRules every tier must begin above/],
    ['{"moveTeirs":[1,2,3]}', /moverRules moveTeirs/],
    ['[]', /moverRules must name its fields/],
  ] as const)
    assert.match((await olga.refusal('operatorSetSetting', { key: 'moverRules', value }))!, reason);
  assert.deepEqual(rules.moveTiers, [0.05, 0.1, 0.15]);

  // A row written by hand whose value makes no sense.
  await db.pool.query(`update site_setting set value = '{"moveTiers":7}' where key = 'moverRules'`);
  await roomSettings.refresh();
  assert.deepEqual(rules.moveTiers, [0.05, 0.1, 0.15], 'the last good one stays');
  await olga.ask('operatorSetSetting', { key: 'moverRules', value: null });
  assert.deepEqual(rules.moveTiers, defaultMoverRules.moveTiers);
});

test('facts about crypto policy: shown with the next question, and one that names no source is refused', async () => {
  const olga = await person('olga', 'owner');
  const { calls } = createPolicies({
    words,
    log: createLog({ level: 'silent' }),
    file: null,
    written: () => roomSettings.value('policyFacts'),
  });
  const statusOf = async (country: string) => (await calls.getCurrentModel(browser().caller(), { country })).policies[0]?.status;
  const before = await statusOf('DE');
  const fact = {
    country: 'DE',
    status: 'banned',
    checkedAt: '2026-01-02',
    regulators: ['An office'],
    source: { name: 'A gazette', link: 'https://gazette.example/1' },
  };
  assert.match(
    (await olga.refusal('operatorSetSetting', { key: 'policyFacts', value: JSON.stringify([{ ...fact, source: undefined }]) }))!,
    /policyFacts DE/,
  );
  assert.equal(await statusOf('DE'), before);
  await olga.ask('operatorSetSetting', { key: 'policyFacts', value: JSON.stringify([fact]) });
  assert.equal(await statusOf('DE'), 'banned');
  const [change] = (await olga.ask('operatorLog', { action: 'setting', target: 'policyFacts' })).items;
  await olga.ask('operatorUndo', { id: change!.id });
  assert.equal(await statusOf('DE'), before);
});

test('a preview says what would hold or what is wrong, and changes nothing', async () => {
  const olga = await person('olga', 'owner');
  const tried = async (key: string, value: string | null) => olga.ask('operatorTrySetting', { key, value });
  assert.deepEqual(await tried('alertLimits', '{"total":80}'), {
    before: '{"perLine":20,"total":50}',
    after: '{"perLine":20,"total":80}',
    problem: null,
  });
  assert.match((await tried('alertLimits', '{"total":0}')).problem!, /^total: /);
  assert.match((await tried('calendarEvents', '[{"title":"x"}]')).problem!, /^event 1 is left out: startTime/);
  assert.equal((await tried('noSuch', '1')).problem, 'is not known');
  assert.deepEqual((await olga.ask('operatorLog', { action: 'setting' })).items, []);
  assert.ok((await olga.ask('operatorSettings', {})).items.every(({ isSet }) => !isSet));
});

test('the history of one setting, and of no other', async () => {
  const olga = await person('olga', 'owner');
  for (const total of [60, 70]) await olga.ask('operatorSetSetting', { key: 'alertLimits', value: `{"total":${total}}` });
  await olga.ask('operatorSetSetting', { key: 'onChainSwitch', value: 'false' });
  const { items } = await olga.ask('operatorLog', { action: 'setting', target: 'alertLimits' });
  assert.deepEqual(
    items.map(({ before, after }) => [before, after]),
    [
      ['{"total":60}', '{"total":70}'],
      [null, '{"total":60}'],
    ],
  );
});

test('the state: its parts, roles and version, and what this process knows', async () => {
  const sam = await person('sam', 'support');
  const state = await sam.ask('operatorState', {});
  assert.deepEqual([state.ready, state.parts, state.roles, state.startedAt], [true, { database: true }, ['web'], clock.now()]);
  const figures = new Map(state.figures.map(({ name, value }) => [name, value]));
  assert.ok(figures.get('memoryBytes')! > 1e6);
  assert.equal(figures.has('sockets'), false, 'what this process does not know is not told');
});
