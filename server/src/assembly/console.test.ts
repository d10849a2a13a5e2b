// The console through its calls: the work of a day, and what an attacker does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '@tidemark/contract/errors.ts';
import { operatorCalls, operatorCookie, operatorSession } from '@tidemark/contract/operators.ts';
import { WithCookies, type Caller } from '@tidemark/contract/wire.ts';
import { createDispatch } from '#edge/http/dispatch.ts';
import { openAccess } from '#operators/index.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { marketMakerDoors, userDoors } from './operator-doors.ts';
import {
  actions,
  browser,
  clock,
  codeOf,
  db,
  marketMaker,
  nextCode,
  operators,
  person,
  settings,
  site,
  support,
  typed,
  users,
  words,
  type Name,
} from './testing/console-room.ts';

const passwords = { hash: async (password: string) => `plain ${password}` };
test('a day: settings, a banner, a frozen person, a chat, an application; all of it in the log, and one taken back', async () => {
  const olga = await person('olga', 'owner');
  assert.deepEqual(await olga.ask('operatorMe', {}), {
    name: 'olga',
    role: 'owner',
    areas: ['settings', 'banners', 'users', 'chat', 'applications', 'people'],
  });

  const hidden = [{ baseSymbol: 'XMR', languageList: ['ko'], ipCountryNameList: [] }];
  await olga.ask('operatorSetSetting', { key: 'hiddenCoins', value: JSON.stringify(hidden) });
  assert.deepEqual(site.hiddenCoins(), hidden, 'at once in the process that was asked');
  await olga.ask('operatorSetSetting', { key: 'alertLimits', value: '{"total":200}' });
  assert.deepEqual(site.alertLimits(), { perLine: 20, total: 200 });

  const now = clock.now();
  const banner = await olga.ask('operatorSaveBanner', {
    place: 'overview',
    locale: null,
    title: 'Fees are off',
    text: 'This week',
    href: '/market-maker',
    image: null,
    startsAt: now,
    endsAt: now + 60_000,
    sort: 0,
  });
  const shown = async () => (await site.calls.locationBanner(olga.caller(), { location: 'overview' })).items.map(({ title }) => title);
  assert.deepEqual(await shown(), ['Fees are off']);

  await users.calls.register(olga.caller(), { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' });
  const [ada] = (await olga.ask('operatorFindUser', { query: 'Ada@people.example' })).items;
  assert.ok((await olga.ask('operatorFreezeUser', { number: ada!.number, isFrozen: true })).isFrozen);

  const begun = await support.calls.listSupportMessages(browser().caller(), { afterSeq: 0 });
  assert.ok(begun instanceof WithCookies);
  const cookies = Object.fromEntries(begun.changes.map(({ name, value }) => [name, value ?? undefined]));
  const visitor: Caller = { ...browser().caller(), deviceId: 'visitor', cookies };
  await support.calls.sendSupportMessage(visitor, { clientKey: 'k', text: 'Is anybody there?' });
  const [chat] = (await olga.ask('operatorChats', {})).items;
  await olga.ask('operatorAnswer', { conversationId: chat!.conversationId, clientKey: 'a', text: 'Yes.' });
  const { items: talk } = await olga.ask('operatorChat', { conversationId: chat!.conversationId });
  assert.deepEqual(
    talk.filter(({ sender }) => sender !== 'system').map(({ text }) => text),
    ['Is anybody there?', 'Yes.'],
  );

  const application = {
    clientKey: 'key',
    applicantName: 'Ada Byron',
    applicantTitle: 'Head of trading',
    introduction: 'We quote.',
    strategy: 'Both sides.',
    userId: '10042',
    imageIds: [],
  };
  const { applicationId: receipt } = await marketMaker.calls.applyMarketMaker({ ...visitor, userId: null }, application);
  assert.equal((await olga.ask('operatorDecide', { receipt, decision: 'accepted' })).decision, 'accepted');

  const { items } = await olga.ask('operatorLog', {});
  assert.deepEqual(
    items.map(({ action }) => action),
    ['application', 'answer', 'freeze', 'banner', 'setting', 'setting', 'signIn'],
  );
  assert.ok(items.every(({ who }) => who === 'olga'));
  const put = items.find(({ action, before }) => action === 'banner' && before === null)!;
  assert.equal(JSON.parse(put.after!).title, 'Fees are off');

  assert.equal((await olga.ask('operatorUndo', { id: put.id })).undoneBy, 'olga');
  assert.deepEqual(await shown(), []);
  assert.equal(
    (await olga.ask('operatorBanners', {})).items.some(({ id }) => id === banner.id),
    false,
  );
  const [undone] = await actions(olga);
  assert.deepEqual([undone!.action, undone!.after], ['banner', null], 'taking back is a change like any other');
  assert.match((await olga.refusal('operatorUndo', { id: put.id }))!, /changed since/);
});

test('a wrong setting is refused with its reason, leaves no note, and the last good one stays', async () => {
  const olga = await person('olga', 'owner');
  await olga.ask('operatorSetSetting', { key: 'alertLimits', value: '{"total":80}' });
  for (const [key, value, reason] of [
    ['alertLimits', '{"total":0}', /badInput alertLimits total: /],
    ['alertLimits', '{"totl":5}', /badInput alertLimits totl: /],
    ['alertLimits', '{', /badInput value is no JSON/],
    ['noSuchSetting', '1', /badInput noSuchSetting is not known/],
    ['noSuchSetting', null, /badInput noSuchSetting is not known/],
    ['__proto__', '{}', /is not known/],
    ['overviewSwitch', '[]', /badInput overviewSwitch/],
  ] as const)
    assert.match((await olga.refusal('operatorSetSetting', { key, value }))!, reason);
  assert.equal(site.alertLimits().total, 80);
  assert.equal((await actions(olga)).filter(({ action }) => action === 'setting').length, 1);
  await olga.ask('operatorSetSetting', { key: 'alertLimits', value: null });
  assert.equal(site.alertLimits().total, 50);
});

test('a banner whose link runs a script is refused', async () => {
  const olga = await person('olga', 'owner');
  const form = {
    place: 'overview',
    locale: null,
    title: 'x',
    text: '',
    image: null,
    startsAt: 1,
    endsAt: clock.now() + 1,
    sort: 0,
  } as const;
  assert.match((await olga.refusal('operatorSaveBanner', { ...form, href: 'javascript:alert(1)' }))!, /not allowed/);
  assert.match((await olga.refusal('operatorSaveBanner', { ...form, href: '/x', endsAt: 1 }))!, /endsAt must come after/);
  assert.deepEqual((await olga.ask('operatorBanners', {})).items, []);
});

test('undo: not over a newer change, and only once however many ask', async () => {
  const olga = await person('olga', 'owner');
  await olga.ask('operatorSetSetting', { key: 'onChainSwitch', value: 'false' });
  const [first] = (await olga.ask('operatorLog', {})).items;
  await olga.ask('operatorSetSetting', { key: 'onChainSwitch', value: 'true' });
  assert.match((await olga.refusal('operatorUndo', { id: first!.id }))!, /changed since/);
  const [second] = (await olga.ask('operatorLog', {})).items;
  const answers = await Promise.all([1, 2, 3].map(() => olga.refusal('operatorUndo', { id: second!.id })));
  assert.equal(answers.filter((answer) => answer === null).length, 1);
  assert.equal(site.hasOnchain(), false);
});

test('attack: without a session, with a made-up one, after signing out, after its time', async () => {
  const olga = await person('olga', 'owner');
  const kept = olga.cookies[operatorCookie]!;
  const names = (Object.keys(operatorCalls) as Name[]).filter(
    (name) => !['operatorSignIn', 'operatorSignOut', 'operatorOptions', 'operatorStartOidc', 'operatorFinishOidc'].includes(name),
  );
  const inputs: Partial<Record<Name, unknown>> = {
    operatorSetSetting: { key: 'onChainSwitch', value: 'false' },
    operatorSaveBanner: { place: 'overview', locale: null, title: 'x', text: '', href: '/', image: null, startsAt: 0, endsAt: 1, sort: 0 },
    operatorRemoveBanner: { id: '01890000-0000-7000-8000-000000000000' },
    operatorFindUser: { query: '1' },
    operatorFreezeUser: { number: 1, isFrozen: true },
    operatorEndSessions: { number: 1 },
    operatorChat: { conversationId: '01890000-0000-7000-8000-000000000000' },
    operatorAnswer: { conversationId: '01890000-0000-7000-8000-000000000000', clientKey: 'k', text: 'x' },
    operatorDecide: { receipt: 'MM', decision: null },
    operatorTrySetting: { key: 'onChainSwitch', value: 'false' },
    operatorUndo: { id: '01890000-0000-7000-8000-000000000000' },
    operatorAddPerson: { name: 'mallory', role: 'owner' },
    operatorChangePerson: { id: '01890000-0000-7000-8000-000000000000', role: 'owner', isDisabled: false },
  };
  for (const cookie of [undefined, '', 'x', kept.slice(0, -1), `${kept}x`]) {
    const thief = browser();
    thief.cookies[operatorCookie] = cookie;
    for (const name of names) assert.equal(await thief.refusal(name, (inputs[name] ?? {}) as never), 'sessionExpired', name);
  }
  clock.advance(operatorSession.idleMs + 1);
  assert.equal(await olga.refusal('operatorMe', {}), 'sessionExpired', 'an hour of silence');
  await olga.ask('operatorSignIn', typed(olga.access));
  const copy = browser();
  copy.cookies[operatorCookie] = olga.cookies[operatorCookie];
  await olga.ask('operatorSignOut', {});
  assert.equal(await copy.refusal('operatorMe', {}), 'sessionExpired', 'a copy of a session that was signed out');
  const { rows } = await db.pool.query('select token_hash, password_hash, secret from operator_session join operator on true');
  assert.ok(!JSON.stringify(rows).includes(kept), 'the table does not hold what opens a session');
});

test('what a program changes by the operator’s token stands in the log as such, and nothing of what it could not change', async () => {
  const olga = await person('olga', 'owner');
  await users.calls.register(olga.caller(), { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' });
  const number = (await users.operator.byEmail('ada@people.example'))!.userId;
  const doors = [...userDoors(users.operator, operators.noted), ...marketMakerDoors(marketMaker.operator, operators.noted)];
  const doorOf = (method: string, path: string) => doors.find((door) => door.method === method && door.path === path)!;
  const patch = (target: string, change: unknown) => doorOf('PATCH', '/users/:number').answer({ number: target }, {}, change);
  await patch(number, { vipLevel: 2, frozen: true, givenName: 'Ada' });
  await patch('999', { vipLevel: 2 });
  await patch(number, { vipLevel: 'two' });
  const visitor = { ...browser().caller(), deviceId: 'visitor' };
  const form = { applicantName: 'Ada', applicantTitle: 'Trader', introduction: 'We quote.', strategy: 'Both.', userId: '1', imageIds: [] };
  const { applicationId: receipt } = await marketMaker.calls.applyMarketMaker(visitor, { clientKey: 'k', ...form });
  const remove = doorOf('DELETE', '/market-maker/:receipt');
  await remove.answer({ receipt }, {}, undefined);
  assert.equal(await remove.answer({ receipt }, {}, undefined), null);
  const byToken = (await actions(olga)).filter(({ who }) => who === 'OPERATOR_TOKEN');
  assert.deepEqual(
    byToken.map(({ action, target }) => [action, target]),
    [
      ['removeApplication', receipt],
      ['account', number],
    ],
  );
  const [, changed] = byToken;
  assert.deepEqual(JSON.parse(changed!.before!), { vipLevel: 0, frozen: false, givenName: '…' });
  assert.deepEqual(JSON.parse(changed!.after!), { vipLevel: 2, frozen: true, givenName: '…' });
});

test('attack: another role', async () => {
  const [ed, sue] = [await person('ed', 'editor'), await person('sue', 'support')];
  const mayNot = 'notAllowed';
  assert.equal(await ed.refusal('operatorFreezeUser', { number: 1, isFrozen: true }), mayNot);
  assert.equal(await ed.refusal('operatorChats', {}), mayNot);
  assert.equal(await ed.refusal('operatorAddPerson', { name: 'mallory', role: 'owner' }), mayNot);
  assert.equal(await sue.refusal('operatorSetSetting', { key: 'onChainSwitch', value: 'false' }), mayNot);
  assert.equal(await sue.refusal('operatorSettings', {}), mayNot);
  assert.equal(await sue.refusal('operatorPeople', {}), mayNot);
  await ed.ask('operatorSetSetting', { key: 'onChainSwitch', value: 'false' });
  const [change] = (await sue.ask('operatorLog', {})).items;
  assert.equal(await sue.refusal('operatorUndo', { id: change!.id }), mayNot, 'undo is a change of the same area');
  const dispatched = createDispatch({
    calls: operatorCalls,
    handlers: operators.calls,
    words,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    clock,
    admit: async (caller, name) => (await operators.mayCall(caller, name), caller),
  });
  const codeFor = async (who: typeof sue, name: Name) => (await dispatched(name, who.caller(), { what: 'nobody asks' })).code;
  assert.equal(await codeFor(sue, 'operatorSetSetting'), errors.notAllowed.code, 'and not what is wrong with what was sent');
  assert.equal(await codeFor(ed, 'operatorSetSetting'), errors.badInput.code);
  assert.equal(await codeFor(sue, 'operatorSignIn'), errors.badInput.code);
  assert.equal(site.hasOnchain(), false);
});

test('attack: a code is good once, also for many at once, and an older one is not after a newer one', async () => {
  const access = (await operators.access.add('olga', 'owner'))!;
  const once = await Promise.all([1, 2, 3, 4].map((n) => browser(`203.0.113.${n}`).refusal('operatorSignIn', typed(access))));
  assert.deepEqual(once.map(String).toSorted(), ['null', 'wrongCredentials', 'wrongCredentials', 'wrongCredentials']);
  assert.equal(await browser('198.51.100.1').refusal('operatorSignIn', typed(access)), 'wrongCredentials', 'seen over a shoulder');
  assert.equal(await browser('198.51.100.1').refusal('operatorSignIn', typed(access, -1)), 'wrongCredentials');
  nextCode();
  assert.equal(await browser('198.51.100.1').refusal('operatorSignIn', typed(access)), null);
});

test('attack: guesses of the code with the right password end in waits; nothing tells which part was wrong', async () => {
  const access = (await operators.access.add('olga', 'owner'))!;
  const right = codeOf(access);
  const wrong = right === '000000' ? '000001' : '000000';
  const thief = browser('198.51.100.9');
  const answers = [];
  for (let n = 0; n < 40; n++) answers.push(await thief.refusal('operatorSignIn', { ...typed(access), code: wrong }));
  assert.equal(answers.filter((answer) => answer === 'wrongCredentials').length, 6, 'five free ones and the one after which to wait');
  assert.ok(answers.slice(6).every((answer) => answer === 'tooManyGuesses'));
  assert.equal(await thief.refusal('operatorSignIn', typed(access)), 'tooManyGuesses', 'the right one waits as well');
  const elsewhere = browser('203.0.113.77');
  for (const guess of [
    { name: 'nobody', password: 'x', code: '000000' },
    { ...typed(access), password: 'x' },
    { ...typed(access), code: wrong },
  ])
    assert.equal(await elsewhere.refusal('operatorSignIn', guess), 'wrongCredentials');
  assert.equal(await elsewhere.refusal('operatorSignIn', typed(access)), null, 'the owner comes in from where they are');
});

test('attack: guesses from many addresses are bounded by name', async () => {
  const access = (await operators.access.add('olga', 'owner'))!;
  let judged = 0;
  for (let n = 0; n < 80; n++)
    if ((await browser(`10.0.${n}.1`).refusal('operatorSignIn', { ...typed(access), password: 'x' })) === 'wrongCredentials') judged++;
  assert.equal(judged, 31);
});

test('people: added once, out at once, and the last owner stays', async () => {
  const olga = await person('olga', 'owner');
  const made = await olga.ask('operatorAddPerson', { name: 'Ed', role: 'editor' });
  assert.equal(made.name, 'ed');
  assert.match(made.link, /^otpauth:\/\/totp\/Tidemark%3Aed\?secret=[A-Z2-7]{32}&issuer=Tidemark$/);
  assert.equal(await olga.refusal('operatorAddPerson', { name: 'ed', role: 'owner' }), 'badInput name is taken');
  const ed = browser();
  await ed.ask('operatorSignIn', typed(made));
  const { items } = await olga.ask('operatorPeople', {});
  const idOf = (name: string) => items.find((item) => item.name === name)!.id;
  await olga.ask('operatorChangePerson', { id: idOf('ed'), role: 'support', isDisabled: false });
  assert.equal(await ed.refusal('operatorSettings', {}), 'notAllowed', 'a role that was taken away is gone with the next call');
  await olga.ask('operatorChangePerson', { id: idOf('ed'), role: 'support', isDisabled: true });
  assert.equal(await ed.refusal('operatorMe', {}), 'sessionExpired');
  nextCode();
  assert.equal(await browser().refusal('operatorSignIn', typed(made)), 'wrongCredentials');
  assert.equal(
    await olga.refusal('operatorChangePerson', { id: idOf('olga'), role: 'editor', isDisabled: false }),
    'badInput role of the last owner stays',
  );
  const logged = JSON.stringify(await actions(olga));
  assert.ok(!logged.includes(made.password) && !logged.includes(made.secret), 'no secret in the log');
});

test('the command: a first owner, and another way in for somebody who lost theirs', async () => {
  const access = openAccess({ db, clock, siteName: 'Northwind', passwords, key: settings.key });
  assert.equal((await access.add('olga', 'owner'))!.name, 'olga');
  assert.equal(await access.add('olga', 'owner'), null);
  const olga = await person('vera', 'owner');
  await operators.access.renew('vera');
  assert.equal(await olga.refusal('operatorMe', {}), 'sessionExpired', 'whoever has the old one is out');
  nextCode();
  assert.equal(await olga.refusal('operatorSignIn', typed(olga.access)), 'wrongCredentials');
  assert.equal(await access.renew('nobody'), null);
});
