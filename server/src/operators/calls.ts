import { refuse } from '@tidemark/contract/errors.ts';
import {
  areasOf,
  operatorCookie,
  operatorOidcCookie,
  operatorOidcMs,
  operatorSession as sessionRule,
  type BannerForm,
  type OperatorArea,
  type operatorCalls,
} from '@tidemark/contract/operators.ts';
import { withCookies, type Caller, type CookieHandlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Access } from './access.ts';
import { createChanges, type Changeable } from './changes.ts';
import type { Desks } from './desks.ts';
import type { Entry } from './entry.ts';
import type { Provider } from './provider.ts';
import type { Person, Store } from './store.ts';

export interface CallsDeps {
  readonly store: Store;
  readonly entry: Entry;
  readonly access: Access;
  readonly desks: Desks;
  /** null = people have passwords and codes alone. */
  readonly provider: Provider | null;
  readonly clock: Clock;
  readonly log: Log;
}

const logShown = 50;
const ok = { ok: true } as const;
/** A role that does not open the area may not make the call. The others are for every operator, or are judged by their target. */
const areaOf = {
  operatorSettings: 'settings',
  operatorTrySetting: 'settings',
  operatorSetSetting: 'settings',
  operatorBanners: 'banners',
  operatorSaveBanner: 'banners',
  operatorRemoveBanner: 'banners',
  operatorFindUser: 'users',
  operatorFreezeUser: 'users',
  operatorEndSessions: 'users',
  operatorChats: 'chat',
  operatorChat: 'chat',
  operatorAnswer: 'chat',
  operatorApplications: 'applications',
  operatorDecide: 'applications',
  operatorPeople: 'people',
  operatorAddPerson: 'people',
  operatorChangePerson: 'people',
} as const satisfies Partial<Record<keyof typeof operatorCalls, OperatorArea>>;

const meOf = ({ name, role }: Person) => ({ name, role, areas: [...areasOf[role]] });

export interface OperatorParts {
  readonly calls: CookieHandlers<typeof operatorCalls>;
  /** Before anything is made of what was sent: who may not do it is told so, and not what is wrong with it. */
  mayCall(caller: Caller, name: string): Promise<void>;
  /** A change that a program made by the operator's token, noted like those of people. */
  noted: ReturnType<typeof createChanges>['noted'];
}

export function createCalls({ store, entry, access, desks, provider, clock, log }: CallsDeps): OperatorParts {
  const { settings, banners, users, chat, applications, state } = desks;
  const changeables = {
    setting: { area: 'settings', read: settings.read, write: settings.write },
    banner: { area: 'banners', read: banners.read, write: (id, value) => banners.write(id, value as BannerForm | null) },
    freeze: {
      area: 'users',
      read: async (number) => (await users.find(number))?.isFrozen ?? null,
      write: (number, value) => users.freeze(Number(number), value === true),
    },
    application: {
      area: 'applications',
      read: applications.readDecision,
      write: (receipt, value) => applications.decide(receipt, value as 'accepted' | 'declined' | null),
    },
    person: {
      area: 'people',
      read: async (id) => {
        const found = await store.byId(id);
        return found && { role: found.role, isDisabled: found.isDisabled };
      },
      write: async (id, value) => {
        const { role, isDisabled } = value as Pick<Person, 'role' | 'isDisabled'>;
        if (!(await store.change(id, role, isDisabled))) refuse('badInput', { field: 'role', reason: 'of the last owner stays' });
      },
    },
  } satisfies Record<string, Changeable>;
  const changes = createChanges({ store, clock, log, changeables });

  const admit = async (caller: Caller, area: OperatorArea | null): Promise<string> => {
    const { name, role } = await entry.who(caller);
    if (area !== null && !areasOf[role].includes(area)) refuse('notAllowed');
    return name;
  };
  const people = async () =>
    (await store.people()).map(({ id, name, role, isDisabled, lastSeenAt }) => ({
      id,
      name,
      role,
      isDisabled,
      lastSeenAt: lastSeenAt === null ? null : Math.round(Number(lastSeenAt)),
    }));
  const userOf = async (query: string) => (await users.find(query)) ?? refuse('userNotFound');

  const calls: OperatorParts['calls'] = {
    async operatorSignIn(caller, typed) {
      const { person, token } = await entry.signIn(caller, typed);
      await changes.did(person.name, 'signIn', person.name);
      return withCookies(meOf(person), [{ name: operatorCookie, value: token, maxAgeMs: sessionRule.wholeMs }]);
    },
    operatorOptions: () => ({ oidc: provider !== null }),
    async operatorStartOidc() {
      const { url, keep } = await (provider ?? refuse('oidcNotSet')).start();
      return withCookies({ url }, [{ name: operatorOidcCookie, value: keep, maxAgeMs: operatorOidcMs }]);
    },
    async operatorFinishOidc(caller, answer) {
      const { vouchedAs, name, role } = await (provider ?? refuse('oidcNotSet')).finish(answer, caller.cookies?.[operatorOidcCookie]);
      const { person, token } = await entry.enterVouched({ vouchedAs, name, role: role ?? refuse('notAllowed') });
      await changes.did(person.name, 'signIn', person.name, { by: 'provider' });
      return withCookies(meOf(person), [
        { name: operatorCookie, value: token, maxAgeMs: sessionRule.wholeMs },
        { name: operatorOidcCookie, value: null },
      ]);
    },
    async operatorSignOut(caller) {
      await entry.signOut(caller);
      return withCookies(ok, [{ name: operatorCookie, value: null }]);
    },
    operatorMe: async (caller) => meOf(await entry.who(caller)),
    async operatorState(caller) {
      await admit(caller, null);
      return state();
    },

    async operatorSettings(caller) {
      await admit(caller, areaOf.operatorSettings);
      return { items: await settings.list() };
    },
    async operatorTrySetting(caller, { key, value }) {
      await admit(caller, areaOf.operatorTrySetting);
      const { before, after, problem } = await settings.preview(key, value === null ? null : readJson(value));
      return { before: JSON.stringify(before), after: JSON.stringify(after), problem };
    },
    async operatorSetSetting(caller, { key, value }) {
      const who = await admit(caller, areaOf.operatorSetSetting);
      await changes.set(who, 'setting', key, value === null ? null : readJson(value));
      return (await settings.list()).find((setting) => setting.key === key) ?? refuse('notFound');
    },

    async operatorBanners(caller) {
      await admit(caller, areaOf.operatorBanners);
      return { items: [...(await banners.list())] };
    },
    async operatorSaveBanner(caller, { id = newId(), ...form }) {
      const who = await admit(caller, areaOf.operatorSaveBanner);
      if (form.endsAt <= form.startsAt) refuse('badInput', { field: 'endsAt', reason: 'must come after startsAt' });
      const banner = { id, ...form };
      await changes.set(who, 'banner', id, banner);
      return banner;
    },
    async operatorRemoveBanner(caller, { id }) {
      const who = await admit(caller, areaOf.operatorRemoveBanner);
      if ((await banners.read(id)) === null) refuse('notFound');
      await changes.set(who, 'banner', id, null);
      return ok;
    },

    async operatorFindUser(caller, { query }) {
      await admit(caller, areaOf.operatorFindUser);
      const found = await users.find(query.trim());
      return { items: found ? [found] : [] };
    },
    async operatorFreezeUser(caller, { number, isFrozen }) {
      const who = await admit(caller, areaOf.operatorFreezeUser);
      await userOf(String(number));
      await changes.set(who, 'freeze', String(number), isFrozen);
      return userOf(String(number));
    },
    async operatorEndSessions(caller, { number }) {
      const who = await admit(caller, areaOf.operatorEndSessions);
      await userOf(String(number));
      const ended = await users.endSessions(number);
      await changes.did(who, 'endSessions', String(number), { ended });
      return { ended };
    },

    async operatorChats(caller) {
      await admit(caller, areaOf.operatorChats);
      return { items: [...(await chat.list(caller))] };
    },
    async operatorChat(caller, { conversationId }) {
      await admit(caller, areaOf.operatorChat);
      return { items: [...(await chat.read(caller, conversationId))] };
    },
    async operatorAnswer(caller, given) {
      const who = await admit(caller, areaOf.operatorAnswer);
      const said = await chat.answer(caller, given);
      await changes.did(who, 'answer', given.conversationId, { text: given.text });
      return said;
    },

    async operatorApplications(caller) {
      await admit(caller, areaOf.operatorApplications);
      return { items: [...(await applications.list())] };
    },
    async operatorDecide(caller, { receipt, decision }) {
      const who = await admit(caller, areaOf.operatorDecide);
      if ((await applications.one(receipt)) === null) refuse('notFound');
      await changes.set(who, 'application', receipt, decision);
      return (await applications.one(receipt)) ?? refuse('notFound');
    },

    async operatorLog(caller, about) {
      await admit(caller, null);
      return { items: await changes.list(about, logShown) };
    },
    async operatorUndo(caller, { id }) {
      const who = await admit(caller, (await changes.areaOf(id)) ?? 'people');
      return changes.undo(who, id);
    },

    async operatorPeople(caller) {
      await admit(caller, areaOf.operatorPeople);
      return { items: await people() };
    },
    async operatorAddPerson(caller, { name, role }) {
      const who = await admit(caller, areaOf.operatorAddPerson);
      const made = (await access.add(name, role)) ?? refuse('badInput', { field: 'name', reason: 'is taken' });
      await changes.did(who, 'addPerson', name, { role });
      return made;
    },
    async operatorChangePerson(caller, { id, role, isDisabled }) {
      const who = await admit(caller, areaOf.operatorChangePerson);
      if ((await store.byId(id)) === null) refuse('notFound');
      await changes.set(who, 'person', id, { role, isDisabled });
      return (await people()).find((person) => person.id === id) ?? refuse('notFound');
    },
  };
  return {
    calls,
    noted: changes.noted,
    async mayCall(caller, name) {
      if (Object.hasOwn(areaOf, name)) await admit(caller, areaOf[name as keyof typeof areaOf]);
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse('badInput', { field: 'value', reason: 'is no JSON' });
  }
}
