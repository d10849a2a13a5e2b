// How people get into the console besides the everyday way: second factors as the database keeps them, and a provider that vouches.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorOidcPaths, type OperatorRole } from '@tidemark/contract/operators.ts';
import { startOidc, type LocalOidc } from '@tidemark/testbed/oidc.ts';
import { browser, db, nextCode, operators, person, publicUrl, settings, startAgain, typed } from './testing/console-room.ts';

let provider: LocalOidc;
before(async () => {
  provider = await startOidc(publicUrl + operatorOidcPaths.callback);
});
after(() => provider.stop());

const secretOf = async (name: string): Promise<string> =>
  (await db.pool.query<{ secret: string }>('select secret from operator where name = $1', [name])).rows[0]!.secret;
const setSecret = (name: string, secret: string) => db.pool.query('update operator set secret = $2 where name = $1', [name, secret]);

test('second factors are sealed in the database, for one person and by a key that is not in it', async () => {
  const olga = (await operators.access.add('olga', 'owner'))!;
  const ed = (await operators.access.add('ed', 'editor'))!;
  const sealed = await secretOf('olga');
  assert.ok(!JSON.stringify((await db.pool.query('select * from operator')).rows).includes(olga.secret), 'not to be read there');
  await setSecret('olga', await secretOf('ed'));
  assert.equal(await browser().refusal('operatorSignIn', { ...typed(olga), code: typed(ed).code }), 'wrongCredentials', "somebody else's");
  await setSecret('olga', `${sealed.slice(0, -2)}AA`);
  assert.equal(await browser().refusal('operatorSignIn', typed(olga)), 'wrongCredentials', 'altered');
  await setSecret('olga', sealed);
  await startAgain({ key: 'another key, of thirty-two letters', oidc: null });
  assert.equal(await browser().refusal('operatorSignIn', typed(olga)), 'wrongCredentials', 'with another key');
  await startAgain();
  assert.equal(await browser().refusal('operatorSignIn', typed(olga)), null);
});

test('second factors of an earlier version go on, and are sealed by the next start that has a key', async () => {
  const olga = (await operators.access.add('olga', 'owner'))!;
  await setSecret('olga', olga.secret);
  await startAgain({ key: null, oidc: null });
  const without = browser();
  await without.ask('operatorSignIn', typed(olga));
  assert.equal(await secretOf('olga'), olga.secret);
  assert.match((await without.refusal('operatorAddPerson', { name: 'ed', role: 'editor' }))!, /^badInput OPERATOR_KEY is not set/);
  await startAgain();
  assert.match(await secretOf('olga'), /^v1\./);
  nextCode();
  assert.equal(await browser().refusal('operatorSignIn', typed(olga)), null);
});

const roles = new Map<string, OperatorRole>([
  ['site-owners', 'owner'],
  ['writers', 'editor'],
  ['help@people.example', 'support'],
]);
const withProvider = () => {
  const { issuer, clientId, clientSecret } = provider;
  return startAgain({ ...settings, oidc: { issuer, clientId, clientSecret, claim: 'groups', roles } });
};
async function enter(own = browser()) {
  const { url } = await own.ask('operatorStartOidc', {});
  const { searchParams } = await provider.visit(url);
  const answer = { code: searchParams.get('code')!, state: searchParams.get('state')! };
  return { own, answer, refused: await own.refusal('operatorFinishOidc', answer) };
}

test('a provider vouches: the role is that of a group or of a checked address, and is asked for with every sign-in', async () => {
  assert.deepEqual(await browser().ask('operatorOptions', {}), { oidc: false });
  assert.equal(await browser().refusal('operatorStartOidc', {}), 'oidcNotSet');
  await withProvider();
  assert.deepEqual(await browser().ask('operatorOptions', {}), { oidc: true });

  provider.person = { subject: 'o-1', email: 'Olga@people.example', emailVerified: true, groups: ['everybody', 'writers', 'site-owners'] };
  const first = await enter();
  assert.equal(first.refused, null);
  assert.deepEqual(await first.own.ask('operatorMe', {}), {
    name: 'olga@people.example',
    role: 'owner',
    areas: (await first.own.ask('operatorMe', {})).areas,
  });
  assert.equal((await first.own.ask('operatorLog', {})).items[0]!.who, 'olga@people.example');
  assert.equal(await first.own.refusal('operatorFinishOidc', first.answer), 'oidcFailed', 'the same answer lets nobody in again');

  provider.person = { ...provider.person, groups: ['writers'] };
  assert.equal((await enter()).refused, null);
  assert.equal((await first.own.ask('operatorMe', {})).role, 'editor', 'and an older session does not keep the wider one');

  provider.person = { subject: 'h-1', email: 'help@people.example', emailVerified: true };
  const help = await enter();
  assert.equal((await help.own.ask('operatorMe', {})).role, 'support');

  for (const [nobody, why] of [
    [{ subject: 'h-2', email: 'help@people.example', emailVerified: false }, 'an address that nobody has checked'],
    [{ subject: 'x-1', email: 'x@people.example', emailVerified: true, groups: ['everybody'] }, 'no group of ours'],
    [{ subject: 'x-2' }, 'nothing at all'],
  ] as const) {
    provider.person = nobody;
    assert.equal((await enter()).refused, 'notAllowed', why);
  }
});

test('attack: a provider gives nobody the account of somebody who is here, and who was let out stays out', async () => {
  const vera = await person('vera', 'owner');
  await withProvider();
  provider.person = { subject: 'vera', groups: ['site-owners'] };
  assert.equal((await enter()).refused, 'notAllowed', 'a name that is taken');

  provider.person = { subject: 'w-1', email: 'writer@people.example', emailVerified: true, groups: ['writers'] };
  const writer = await enter();
  const { items } = await vera.ask('operatorPeople', {});
  const { id } = items.find(({ name }) => name === 'writer@people.example')!;
  await vera.ask('operatorChangePerson', { id, role: 'editor', isDisabled: true });
  assert.equal(await writer.own.refusal('operatorMe', {}), 'sessionExpired');
  assert.equal((await enter()).refused, 'notAllowed');

  const begun = await browser().ask('operatorStartOidc', {});
  const { searchParams } = await provider.visit(begun.url);
  const answer = { code: searchParams.get('code')!, state: searchParams.get('state')! };
  assert.equal(await browser().refusal('operatorFinishOidc', answer), 'oidcFailed', 'in another browser than the one that began');
});
