import { emailKey, isEmail, isPhone, sessionTimes, type accountCalls, type DeletionProof } from '@tidemark/contract/accounts.ts';
import type { accessCalls } from '@tidemark/contract/access.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { userCalls } from '@tidemark/contract/users.ts';
import { withCookies, type Caller, type CookieHandlers, type UserId } from '@tidemark/contract/wire.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { newToken } from '#platform/ids.ts';
import { networkOf } from '#platform/network.ts';
import { accountDeleted, preferenceChanged } from '#topics/index.ts';
import { createAccessCalls } from './access.ts';
import type { AccessStore } from './access-store.ts';
import { createEntryCalls, type EntryDeps } from './entry-calls.ts';
import { readPreference, settingsOf, showUser } from './rules.ts';
import type { SessionRow, SessionStore } from './session-store.ts';
import { noCookies } from './sessions.ts';
import type { Account, CodePurpose, ShownAccount } from './store.ts';
import { hashToken, newCode } from './tokens.ts';

export interface CallsDeps extends EntryDeps {
  readonly sessionStore: SessionStore;
  readonly accessStore: AccessStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly keptElsewhere: (userId: UserId) => Promise<Record<string, unknown>>;
}

const ok = { ok: true } as const;

/** Made once for as long as the account is kept: it is asked for again and again. */
const userAnswers = new WeakMap<ShownAccount, ReturnType<typeof makeUserAnswer>>();
const makeUserAnswer = ({ account, hasSubAccounts }: ShownAccount) => {
  const info = showUser(account, hasSubAccounts);
  return Object.freeze({
    userInfo: Object.freeze(info),
    settings: Object.freeze(settingsOf(info)),
    loginName: info.loginName,
    userName: info.userName,
  });
};
/** Frozen. */
export const userAnswer = (shown: ShownAccount) => {
  const answer = userAnswers.get(shown) ?? makeUserAnswer(shown);
  userAnswers.set(shown, answer);
  return answer;
};

/** What users do with their own account. How they get into it is entry-calls.ts. */
export function createCalls(deps: CallsDeps): CookieHandlers<typeof accountCalls & typeof userCalls & typeof accessCalls> {
  const { store, sessionStore, sessions, passwords, attempts, accounts, mails, texts, tokens, clock, bus, checkPassword, keptElsewhere } =
    deps;
  const at = () => new Date(clock.now());

  /** The session may be younger than the end of its account. */
  const mustBeOpen = (account: Account | undefined): Account =>
    !account ? refuse('sessionRevoked') : account.frozen ? refuse('accountFrozen') : account;
  const own = async (caller: Caller): Promise<Account> => mustBeOpen((await store.accountById(caller.userId!)) ?? undefined);
  /** For reading: may be seconds old. */
  const shown = async (caller: Caller): Promise<ShownAccount> => {
    const found = await accounts.get(caller.userId!);
    mustBeOpen(found?.account);
    return found!;
  };
  /**
   * That a session was opened just now proves nothing: the provider may have answered for another person at the same screen. Its word on
   * when it asked does.
   */
  const isProven = (sessions: readonly SessionRow[], { sessionId }: Caller): boolean => {
    const provenAt = sessions.find(({ id }) => id === sessionId)?.provenAt?.getTime();
    return provenAt !== undefined && clock.now() - provenAt <= sessionTimes.recentLoginMs;
  };
  const proveLogin = async (caller: Caller): Promise<void> => {
    if (!isProven(await sessionStore.list(caller.userId!, at()), caller)) return refuse('loginNotRecent');
  };
  /** A person at an unlocked screen is not yet the owner. */
  const proveOwner = async (caller: Caller, account: Account, password: string | undefined): Promise<void> => {
    if (account.passwordHash === null) return proveLogin(caller);
    const scope = ['login', account.emailKey ?? account.id, networkOf(caller.ip)] as const;
    await attempts.spend([scope]);
    if (!(await passwords.isRight(account.passwordHash, password ?? ''))) return refuse('wrongCredentials');
    await attempts.settle(scope, []);
  };
  const deletionProofOf = ({ passwordHash, email, emailVerifiedAt }: Account): DeletionProof =>
    passwordHash !== null ? 'password' : mails.isOn && email && emailVerifiedAt !== null ? 'mailCode' : 'recentLogin';
  /** A code for the account, good for a while, however it travels. */
  const issueCode = async (account: Account, purpose: CodePurpose, sentTo: string): Promise<string> => {
    const code = newCode();
    await store.saveCode(account.id, purpose, sentTo, {
      tokenHash: hashToken(newToken(32)),
      codeHash: tokens.hashCode(code, account.id),
      expiresAt: new Date(clock.now() + sessionTimes.codeMs),
    });
    return code;
  };
  const codeMinutes = sessionTimes.codeMs / 60_000;
  const listed = (caller: Caller, rows: readonly SessionRow[]) =>
    rows.map(({ id, ip, device, createdAt, lastSeenAt }) => ({
      sessionId: id,
      current: id === caller.sessionId,
      device,
      ip,
      createdAt: createdAt.getTime(),
      lastSeenAt: lastSeenAt.getTime(),
    }));

  return {
    ...createEntryCalls(deps),
    ...createAccessCalls({
      store: deps.accessStore,
      clock,
      proveOwner: async (caller, password) => proveOwner(caller, await own(caller), password),
    }),

    async userInfo(caller) {
      return userAnswer(await shown(caller));
    },
    async logout(caller) {
      await sessions.endOf(caller.cookies ?? {});
      return withCookies(ok, noCookies);
    },
    clearCookie: () => withCookies(ok, noCookies),

    getPreference: async (caller) => readPreference(await store.loadPreference((await shown(caller)).account.id)),
    async updatePreference(caller, { languageType: _, keepChosen, ...change }) {
      const { id } = await own(caller);
      const stored = await store.changePreference(id, change, keepChosen ?? false, at());
      bus.publish(preferenceChanged, { userId: caller.userId! });
      return readPreference(stored);
    },

    async changePassword(caller, { currentPassword, password }) {
      const account = await own(caller);
      await proveOwner(caller, account, currentPassword);
      await checkPassword(password, account.email ?? '');
      sessions.announce(await store.setPassword(account.id, await passwords.hash(password), { sessionId: caller.sessionId! }, at()));
      accounts.changed(account.id);
      if (account.email)
        mails.post({ kind: 'passwordChanged', to: account.email, locale: caller.locale, antiPhishingCode: account.antiPhishingCode });
      return ok;
    },
    async updateProfile(caller, { nickName, antiPhishingCode }) {
      const { id } = await own(caller);
      await store.updateProfile(
        id,
        {
          ...(nickName === undefined ? {} : { nickName: nickName.trim() }),
          ...(antiPhishingCode === undefined ? {} : { antiPhishingCode }),
        },
        at(),
      );
      accounts.changed(id);
      return ok;
    },
    async requestBindEmail(caller, { email, password }) {
      if (!mails.isOn) return refuse('mailNotSet');
      if (!isEmail(email)) return refuse('emailInvalid');
      const account = await own(caller);
      await proveOwner(caller, account, password);
      await attempts.spend([
        ['mailIp', networkOf(caller.ip)],
        ['mail', emailKey(email)],
      ]);
      const code = await issueCode(account, 'bindEmail', email);
      mails.post({
        kind: 'bind',
        to: email,
        locale: caller.locale,
        code,
        minutes: codeMinutes,
        antiPhishingCode: account.antiPhishingCode,
      });
      return ok;
    },
    async bindEmail(caller, { code }) {
      const account = await own(caller);
      const taken = await store.takeCode('bindEmail', deps.codeProof(code, account.id), at());
      if (!taken) return refuse('codeWrong');
      if (!(await store.bindEmail(account.id, taken.email, emailKey(taken.email), at()))) return refuse('emailTaken');
      accounts.changed(account.id);
      // The owner who loses an account this way must learn of it at the former address.
      const { email, emailVerifiedAt, locale, antiPhishingCode } = account;
      if (email && emailVerifiedAt !== null && emailKey(email) !== emailKey(taken.email))
        mails.post({ kind: 'emailChanged', to: email, locale, antiPhishingCode });
      return ok;
    },

    async requestBindPhone(caller, { areaCode, phone, password }) {
      if (!texts.isOn) return refuse('smsNotSet');
      if (!isPhone(areaCode, phone)) return refuse('phoneInvalid');
      const account = await own(caller);
      await proveOwner(caller, account, password);
      await attempts.spend([
        ['smsIp', networkOf(caller.ip)],
        ['sms', areaCode + phone],
        ['sms', account.id],
      ]);
      const code = await issueCode(account, 'bindPhone', `${areaCode} ${phone}`);
      texts.post({ to: `+${areaCode}${phone}`, locale: caller.locale, code, minutes: codeMinutes });
      return ok;
    },
    async bindPhone(caller, { code }) {
      const account = await own(caller);
      const taken = await store.takeCode('bindPhone', deps.codeProof(code, account.id), at());
      if (!taken) return refuse('codeWrong');
      const [areaCode = '', phone = ''] = taken.email.split(' ');
      await store.bindPhone(account.id, areaCode, phone, at());
      accounts.changed(account.id);
      return ok;
    },
    async unbindPhone(caller, { password }) {
      const account = await own(caller);
      await proveOwner(caller, account, password);
      await store.bindPhone(account.id, '', '', at());
      accounts.changed(account.id);
      return ok;
    },

    async listSessions(caller) {
      const [rows, { account }] = await Promise.all([sessionStore.list(caller.userId!, at()), shown(caller)]);
      return {
        items: listed(caller, rows),
        total: rows.length,
        hasPassword: account.passwordHash !== null,
        isProven: isProven(rows, caller),
        deletionProof: deletionProofOf(account),
      };
    },
    async revokeSession(caller, { sessionId }) {
      if ((await sessions.end({ ids: [sessionId], accountId: caller.userId! })) === 0) return refuse('notFound');
      return sessionId === caller.sessionId ? withCookies(ok, noCookies) : ok;
    },
    async revokeSessions(caller, { keepCurrent }) {
      const ended = await sessions.end({ accountId: caller.userId!, except: keepCurrent ? caller.sessionId! : undefined });
      return keepCurrent ? { ended } : withCookies({ ended }, noCookies);
    },
    async socketToken(caller) {
      await own(caller);
      return sessions.socketToken(caller);
    },

    async exportData(caller) {
      const { passwordHash, emailKey: _, ...account } = await own(caller);
      const [preference, identities, rows, kept] = await Promise.all([
        store.loadPreference(account.id),
        store.identitiesOf(account.id),
        sessionStore.list(caller.userId!, at()),
        keptElsewhere(caller.userId!),
      ]);
      return {
        exportedAt: clock.now(),
        account: { ...JSON.parse(JSON.stringify(account)), hasPassword: passwordHash !== null, identities },
        preference: preference as Record<string, unknown>,
        sessions: listed(caller, rows),
        kept,
      };
    },
    async requestDeletionCode(caller) {
      const account = await own(caller);
      if (!mails.isOn || !account.email || account.emailVerifiedAt === null) return refuse('mailNotSet');
      await attempts.spend([
        ['mailIp', networkOf(caller.ip)],
        ['mail', emailKey(account.email)],
      ]);
      const code = await issueCode(account, 'deleteAccount', account.email);
      mails.post({
        kind: 'delete',
        to: account.email,
        locale: caller.locale,
        code,
        minutes: codeMinutes,
        antiPhishingCode: account.antiPhishingCode,
      });
      return ok;
    },
    async deleteAccount(caller, { password, code }) {
      const account = await own(caller);
      if (deletionProofOf(account) !== 'mailCode') await proveOwner(caller, account, password);
      else if (code === undefined || !(await store.takeCode('deleteAccount', deps.codeProof(code, account.id), at())))
        return refuse('codeWrong');
      sessions.announce(await store.deleteAccount(account.id, at()));
      accounts.changed(account.id);
      bus.publish(accountDeleted, { userId: account.id });
      return withCookies(ok, noCookies);
    },
  };
}
