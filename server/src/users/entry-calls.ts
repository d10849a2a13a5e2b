import {
  codeAttempts,
  emailKey,
  isEmail,
  oidcCookie,
  proofFailed,
  safeReturnTo,
  sessionTimes,
  type accountCalls,
} from '@tidemark/contract/accounts.ts';
import { errors, refuse } from '@tidemark/contract/errors.ts';
import { defaultLocale, isLocale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { normalPassword, passwordStrength } from '@tidemark/contract/password.ts';
import { withCookies, type Caller, type CookieChange, type CookieHandlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newId, newToken } from '#platform/ids.ts';
import { networkOf } from '#platform/network.ts';
import type { AccountCache } from './account-cache.ts';
import type { Attempts } from './attempts.ts';
import type { ExchangeLogin } from './exchange-token.ts';
import type { Mails } from './mails.ts';
import type { Oidc, Vouched } from './oidc.ts';
import type { PasswordJudge } from './password-judge.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { Account, CodePurpose, Proof, Store } from './store.ts';
import type { Texts } from './texts.ts';
import { hashToken, newCode, type Tokens } from './tokens.ts';

export interface EntryDeps {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly accounts: AccountCache;
  readonly mails: Mails;
  readonly texts: Texts;
  readonly tokens: Tokens;
  readonly oidc: Oidc | null;
  /** null = people do not come with tokens of the exchange. */
  readonly exchangeLogin: ExchangeLogin | null;
  readonly clock: Clock;
  /** Refuses a password that is too easy to guess. */
  checkPassword(password: string, email: string): Promise<void>;
  codeProof(code: string, owner: string): Proof;
}

/** The rule that the page shows comes first: it costs nothing, and holds when the judge has no time. */
export const checkPasswordBy =
  (judge: PasswordJudge) =>
  async (password: string, email: string): Promise<void> => {
    if (passwordStrength(password, email).problem !== null) return refuse('passwordTooWeak');
    const [mailbox = '', domain = ''] = email.toLowerCase().split('@');
    const known = [mailbox, ...mailbox.split(/[^\p{L}\p{N}]+/u), domain.split('.')[0]!].filter((word) => word.length > 2);
    if (await judge.isEasyToGuess(normalPassword(password), known)) return refuse('passwordTooWeak');
  };
export const codeProofBy =
  (tokens: Tokens) =>
  (code: string, owner: string): Proof => ({ codeHash: tokens.hashCode(code, owner), owner, maxAttempts: codeAttempts });

type EntryCalls = Pick<
  typeof accountCalls,
  | 'accountOptions'
  | 'register'
  | 'login'
  | 'requestEmailVerification'
  | 'verifyEmail'
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'refreshSession'
  | 'startOidc'
  | 'finishOidc'
>;
interface Given {
  readonly token?: string;
  readonly email?: string;
  readonly code?: string;
}

const ok = { ok: true } as const;
/** In the language of the mail. */
const loginPath = (locale: string) => href(isLocale(locale) ? locale : defaultLocale, 'login');
const minutes = (ms: number) => ms / 60_000;
/** The provider's clock may be a little ahead of ours. */
const skewMs = 60_000;
/** Left in a browser that was sent to the exchange: a visitor who comes back without a token is not sent again. */
const sentMark = 'exchange-login';
const withProofFailed = (returnTo: string) => `${returnTo}${returnTo.includes('?') ? '&' : '?'}${proofFailed.name}=${proofFailed.value}`;

/** Ways in, for people who are not logged in. Whether an address has an account must not show: neither in words nor in time. */
export function createEntryCalls(deps: EntryDeps): CookieHandlers<EntryCalls> {
  const { store, sessions, passwords, attempts, mails, tokens, clock } = deps;
  const at = () => new Date(clock.now());
  const network = (caller: Caller) => networkOf(caller.ip);

  const newSecrets = (owner: string, lifeMs: number) => {
    const [token, code] = [newToken(32), newCode()];
    return {
      token,
      code,
      stored: { tokenHash: hashToken(token), codeHash: tokens.hashCode(code, owner), expiresAt: new Date(clock.now() + lifeMs) },
    };
  };

  const sendCode = (account: Account, purpose: CodePurpose, kind: 'verify' | 'reset', path: string): void =>
    mails.prepare(async () => {
      const { token, code, stored } = newSecrets(account.id, sessionTimes.codeMs);
      await store.saveCode(account.id, purpose, account.email!, stored);
      return {
        kind,
        to: account.email!,
        locale: account.locale,
        path: `${loginPath(account.locale)}${path}${token}`,
        code,
        minutes: minutes(sessionTimes.codeMs),
        antiPhishingCode: account.antiPhishingCode,
      };
    });

  const spendMail = (caller: Caller, key: string) =>
    attempts.spend([
      ['mailIp', network(caller)],
      ['mail', key, network(caller)],
      ['mailAddress', key],
    ]);
  const askForMail = async (caller: Caller, email: string): Promise<Account | null> => {
    if (!mails.isOn) return refuse('mailNotSet');
    if (!isEmail(email)) return refuse('emailInvalid');
    await spendMail(caller, emailKey(email));
    return store.accountByEmail(emailKey(email));
  };

  /** Digits count against the address that was given, whether or not anything waits for it. */
  const spendGuess = (caller: Caller, { token, email, code }: Given) => {
    if (token === undefined && (email === undefined || code === undefined)) return refuse('codeWrong');
    return attempts.spend([['codeIp', network(caller)], ...(token === undefined ? [['code', emailKey(email!)] as const] : [])]);
  };
  const findAccountCode = async (purpose: CodePurpose, { token, email, code }: Given) => {
    if (token !== undefined) return store.findCode(purpose, { tokenHash: hashToken(token) }, at());
    // The same steps for an address without an account.
    const owner = (await store.accountByEmail(emailKey(email!)))?.id ?? newId();
    return store.findCode(purpose, deps.codeProof(code!, owner), at());
  };
  const takeAccountCode = async (purpose: CodePurpose, given: Given) => {
    const found = await findAccountCode(purpose, given);
    return found && store.finishCode(found.id);
  };

  /** null: the provider does not vouch for a login of the last minutes; it may have answered from a session of its own. */
  const provenBy = (loggedInAt: number | null): Date | null => {
    const now = clock.now();
    return loggedInAt !== null && loggedInAt <= now + skewMs && now - loggedInAt <= sessionTimes.recentLoginMs
      ? new Date(Math.min(loggedInAt, now))
      : null;
  };

  const enter = async (account: Account, caller: Caller, provenAt: Date | null = null) => {
    if (account.frozen) return refuse('accountFrozen');
    if (account.parentId !== null) return refuse('subAccountLogin');
    return sessions.open(account.id, caller, provenAt);
  };

  /** A user for whom a provider or the exchange vouches; their account is made when they are first seen. */
  const enterVouched = async (caller: Caller, who: Vouched, provenAt: Date | null): Promise<readonly CookieChange[]> => {
    const joined = await store.accountOfIdentity(
      { ...who, locale: caller.locale },
      { id: caller.sessionId, since: new Date(clock.now() - sessionTimes.recentLoginMs) },
      at(),
    );
    if (!joined) return refuse('emailTaken');
    const { account } = joined;
    if (joined.hadPassword) {
      sessions.announce(joined.ended);
      deps.accounts.changed(account.id);
      mails.post({
        kind: 'passwordChanged',
        to: account.email!,
        locale: account.locale,
        path: loginPath(account.locale),
        antiPhishingCode: account.antiPhishingCode,
      });
    }
    return (await enter(account, caller, provenAt)).cookies;
  };

  /** The exchange's token is the log-in; without one that counts the person is sent to the exchange, once. */
  const enterByToken = async (exchange: ExchangeLogin, caller: Caller, returnTo: string, proof: boolean) => {
    const done = { name: oidcCookie, value: null };
    const token = caller.cookies?.[exchange.cookie] ?? caller.bearer ?? null;
    const known = token === null ? null : await exchange.read(token);
    const provenAt = provenBy(known?.loggedInAt ?? null);
    if (!known || (proof && provenAt === null)) {
      const wasSent = tokens.open(sentMark, caller.cookies?.[oidcCookie]) !== null;
      if (wasSent)
        return withCookies({ url: proof ? withProofFailed(returnTo) : `${loginPath(caller.locale)}?error=${errors.oidcFailed.code}` }, [
          done,
        ]);
      const path = `/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}${proof ? '&proof=1' : ''}`;
      const mark = { name: oidcCookie, value: tokens.seal(sentMark, 'sent'), maxAgeMs: sessionTimes.oidcMs };
      return withCookies({ url: exchange.loginPage(path) }, [mark]);
    }
    // Another user's login proves nothing, and ends nothing: the session that was there stays.
    if (proof && (await store.accountIdOf(known.who)) !== caller.userId) return withCookies({ url: withProofFailed(returnTo) }, [done]);
    return withCookies({ url: returnTo }, [...(await enterVouched(caller, known.who, provenAt)), done]);
  };

  return {
    accountOptions: () => ({ mail: mails.isOn, sms: deps.texts.isOn, oidc: deps.oidc !== null || deps.exchangeLogin !== null }),

    async register(caller, { email, password }) {
      if (!isEmail(email)) return refuse('emailInvalid');
      await deps.checkPassword(password, email);
      const key = emailKey(email);
      await spendMail(caller, key);
      const registration = { email, emailKey: key, passwordHash: await passwords.hash(password), locale: caller.locale };
      if (!mails.isOn) {
        const id = await store.createAccount(registration, null, at());
        if (id === null) return refuse('emailTaken');
        const { cookies } = await sessions.open(id, caller);
        return withCookies({ state: 'loggedIn' as const }, cookies);
      }
      const existing = await store.accountByEmail(key);
      const { token, code, stored } = newSecrets(key, sessionTimes.registrationMs);
      await store.saveRegistration(registration, stored);
      if (existing)
        mails.post({
          kind: 'alreadyRegistered',
          to: existing.email!,
          locale: existing.locale,
          path: loginPath(existing.locale),
          antiPhishingCode: existing.antiPhishingCode,
        });
      else
        mails.post({
          kind: 'verify',
          to: email,
          locale: caller.locale,
          path: `${loginPath(caller.locale)}#verify=${token}`,
          code,
          minutes: minutes(sessionTimes.registrationMs),
        });
      return { state: 'checkMail' as const };
    },

    async login(caller, { email, password }) {
      const key = emailKey(email);
      const ip = network(caller);
      const found = await store.accountForLogin(key, caller.ip);
      const pair = ['login', key, ip] as const;
      const wide = [['loginIp', ip] as const, ...(found?.isKnownAddress ? [] : [['loginAccount', key] as const])];
      await attempts.spend([pair, ...wide]);
      if (!(await passwords.isRight(found?.account.passwordHash ?? null, password)) || !found) return refuse('wrongCredentials');
      await attempts.settle(pair, wide);
      const { cookies, sessionExpiresAt } = await enter(found.account, caller);
      return withCookies({ userId: found.account.id, sessionExpiresAt }, cookies);
    },

    async requestEmailVerification(caller, { email }) {
      const account = await askForMail(caller, email);
      if (account && account.emailVerifiedAt === null) sendCode(account, 'verifyEmail', 'verify', '#verify=');
      return ok;
    },

    async verifyEmail(caller, { password, ...given }) {
      await spendGuess(caller, given);
      const proof = given.token === undefined ? deps.codeProof(given.code!, emailKey(given.email!)) : { tokenHash: hashToken(given.token) };
      // The reader of the mail and the one who chose the password may be two people: the address is proven only for one who is both.
      const wrongPassword = () => refuse(given.token === undefined ? 'codeWrong' : 'registrationPassword');
      const pending = await store.findRegistration(proof, at());
      if (pending) {
        if (!(await passwords.isRight(pending.passwordHash, password))) return wrongPassword();
        return (await store.confirmRegistration(pending.id, at())) === null ? refuse('codeWrong') : ok;
      }
      const found = await findAccountCode('verifyEmail', given);
      if (!found) return refuse('codeWrong');
      const account = await store.accountById(found.accountId);
      if (!(await passwords.isRight(account?.passwordHash ?? null, password))) return wrongPassword();
      const taken = await store.finishCode(found.id);
      if (!taken) return refuse('codeWrong');
      await store.markEmailVerified(taken.accountId, taken.email, at());
      deps.accounts.changed(taken.accountId);
      return ok;
    },

    async requestPasswordReset(caller, { email }) {
      const account = await askForMail(caller, email);
      if (account) sendCode(account, 'resetPassword', 'reset', '#reset=');
      return ok;
    },

    async resetPassword(caller, { password, ...given }) {
      await spendGuess(caller, given);
      await deps.checkPassword(password, given.email ?? '');
      const taken = await takeAccountCode('resetPassword', given);
      if (!taken) return refuse('codeWrong');
      sessions.announce(await store.setPassword(taken.accountId, await passwords.hash(password), { provenEmail: true }, at()));
      deps.accounts.changed(taken.accountId);
      const antiPhishingCode = (await store.accountById(taken.accountId))?.antiPhishingCode;
      mails.post({ kind: 'passwordChanged', to: taken.email, locale: caller.locale, antiPhishingCode });
      return ok;
    },

    async refreshSession(caller) {
      const renewed = await sessions.refresh(caller);
      return renewed ? withCookies({ sessionExpiresAt: renewed.sessionExpiresAt }, renewed.cookies) : { sessionExpiresAt: null };
    },

    async startOidc(caller, { returnTo, proof }) {
      if (deps.exchangeLogin) return enterByToken(deps.exchangeLogin, caller, safeReturnTo(returnTo), proof === true);
      if (!deps.oidc) return refuse('oidcNotSet');
      const { url, keep } = await deps.oidc.start(returnTo, proof ? caller.userId : null);
      return withCookies({ url }, [{ name: oidcCookie, value: keep, maxAgeMs: sessionTimes.oidcMs }]);
    },
    async finishOidc(caller, answer) {
      if (!deps.oidc) return refuse('oidcNotSet');
      const { who, returnTo, proves, loggedInAt } = await deps.oidc.finish(answer, caller.cookies?.[oidcCookie]);
      const provenAt = provenBy(loggedInAt);
      // Another user's login, an old one, or one without a time proves nothing, and ends nothing: the session that was there stays.
      if (proves !== null && (provenAt === null || (await store.accountIdOf(who)) !== proves))
        return withCookies({ returnTo: withProofFailed(returnTo) }, [{ name: oidcCookie, value: null }]);
      return withCookies({ returnTo }, [...(await enterVouched(caller, who, provenAt)), { name: oidcCookie, value: null }]);
    },
  };
}
