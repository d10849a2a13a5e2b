// Getting into an account and keeping hold of it: registration, login, codes by mail, sessions, sign-in through the
// exchange's own OpenID Connect provider. What an account is and what it prefers is users.ts.
//
// Two cookies make a session, both HttpOnly, SameSite=Lax and, behind https, Secure. `session` is short-lived and says who
// is asking; `rtoken` lasts longer, is good for exactly one refreshSession, and comes back renewed. A call that answers
// sessionExpired (00005) may be saved by one refreshSession; when that is refused too, the session is over. A refresh token
// seen a second time ends its session for every client that holds a part of it.
import * as v from 'valibot';
import { passwordLength } from './password.ts';
import { call, characters, count, done, filled, languageType, listOf, queryFlag, text, timeMs } from './wire.ts';

/** Section 6: a user is logged in when one of these is there and the server knows it. */
export const sessionCookies = { session: 'session', refresh: 'rtoken' } as const;
/** Ties the answer of the OpenID Connect provider to the browser that asked. */
export const oidcCookie = 'oidc';

/** What deleting an account asks for: its password; where it has none, the code of a mail; where none can be sent, a fresh login. */
const deletionProofs = ['password', 'mailCode', 'recentLogin'] as const;
export type DeletionProof = (typeof deletionProofs)[number];

export const sessionTimes = {
  sessionMs: 15 * 60_000,
  refreshMs: 30 * 24 * 3_600_000,
  /** Two tabs may send the same refresh token at once: for this long the second gets nothing new and breaks nothing. */
  refreshOverlapMs: 10_000,
  /** For the socket's login; good once. */
  socketTokenMs: 30_000,
  codeMs: 15 * 60_000,
  /** An account without a password is proven by having logged in at its provider, by the provider's word, no longer ago. */
  recentLoginMs: 10 * 60_000,
  registrationMs: 24 * 3_600_000,
  oidcMs: 10 * 60_000,
} as const;

/** Wrong guesses of one code before it is void. */
export const codeAttempts = 5;
export const codeDigits = 6;

/** No quotes, comments, control characters or addresses without a dot: what a mail header can carry as it is. */
const emailForm = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
export const isEmail = (given: string): boolean => given.length <= 254 && emailForm.test(given);
/** Two spellings of one address are one account. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Country code and number as they are typed, digits only: +49 1701234567 is { areaCode: '49', phone: '1701234567' }. */
const areaCodeForm = /^[1-9]\d{0,3}$/;
const phoneForm = /^\d{4,14}$/;
export const isPhone = (areaCode: string, phone: string): boolean =>
  areaCodeForm.test(areaCode) && phoneForm.test(phone) && areaCode.length + phone.length <= 15;

/** Added to the return address of a user whose provider did not vouch for a fresh login. */
export const proofFailed = { name: 'proof', value: 'failed' } as const;

/** Only a place on this site; anything else becomes the home page. */
export const safeReturnTo = (given: string | undefined): string =>
  given !== undefined && given.length <= 500 && /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && !given.includes('\\') ? given : '/';

const email = filled(254);
// On their own lines: arithmetic and text made inside a schema would keep it, and the schema library, in every page.
const longestPassword = passwordLength.max * 4;
const codeForm = new RegExp(`^\\d{${codeDigits}}$`);
const password = filled(longestPassword);
const code = v.pipe(characters, v.regex(codeForm));
const linkToken = v.pipe(characters, v.regex(/^[\w-]{20,128}$/));
/** Either the link of a mail, or the address and the digits of that mail. */
const proof = { token: v.optional(linkToken), email: v.optional(email), code: v.optional(code) };
const returnTo = v.optional(text(500));

const loggedIn = v.object({ userId: text(64), sessionExpiresAt: timeMs });

const accountSession = v.object({
  sessionId: text(64),
  /** The one that asks. */
  current: v.boolean(),
  device: text(200),
  ip: text(64),
  createdAt: timeMs,
  lastSeenAt: timeMs,
});
export type AccountSession = v.InferOutput<typeof accountSession>;

export const accountCalls = {
  accountOptions: call({
    kind: 'read',
    method: 'POST',
    path: '/user/public/accountOptions',
    about: 'Which ways into an account this site offers: mail may be off, a provider may be connected.',
    input: v.object({ languageType }),
    output: v.object({ mail: v.boolean(), sms: v.boolean(), oidc: v.boolean() }),
  }),
  register: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/register',
    about: 'Asks for an account. With mail on it answers the same for every address and the mail decides; without, it logs in.',
    input: v.object({ languageType, email, password }),
    output: v.object({ state: v.picklist(['checkMail', 'loggedIn']) }),
  }),
  login: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/login',
    about: 'Opens a session with e-mail and password.',
    input: v.object({ languageType, email, password }),
    output: loggedIn,
  }),
  requestEmailVerification: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/verifyEmail/request',
    about: 'Sends the verification mail again. Answers the same whether or not there is anything to verify.',
    input: v.object({ languageType, email }),
    output: done,
  }),
  verifyEmail: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/verifyEmail/confirm',
    about:
      'Proves an e-mail address by the link or the code of the mail, together with the password that was chosen: who reads the ' +
      'mail and who registered are then one person.',
    input: v.object({ languageType, ...proof, password }),
    output: done,
  }),
  requestPasswordReset: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/resetPassword/request',
    about: 'Sends a reset mail. Answers the same whether or not there is an account.',
    input: v.object({ languageType, email }),
    output: done,
  }),
  resetPassword: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/resetPassword/confirm',
    about: 'Sets a new password by the link or the code of the mail, and ends every session.',
    input: v.object({ languageType, ...proof, password }),
    output: done,
  }),
  refreshSession: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/refreshSession',
    about: 'Renews both session cookies. Each refresh token is good once.',
    input: v.object({ languageType }),
    output: v.object({ sessionExpiresAt: v.nullable(timeMs) }),
  }),
  startOidc: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/oidc/start',
    about:
      'Begins a sign-in through the connected provider: where to send the browser. With proof, somebody who is logged in is ' +
      'asked there anew, whatever session they have.',
    input: v.object({ languageType, returnTo, proof: v.optional(queryFlag) }),
    output: v.object({ url: text(4000) }),
  }),
  finishOidc: call({
    kind: 'login',
    method: 'POST',
    path: '/user/public/oidc/finish',
    about: 'Ends a sign-in through the connected provider, in the browser that began it.',
    input: v.object({ languageType, code: filled(2000), state: filled(200) }),
    output: v.object({ returnTo: text(600) }),
  }),
  changePassword: call({
    kind: 'write',
    method: 'POST',
    path: '/user/password/change',
    who: 'user',
    about: 'Replaces the password, or sets the first one, and ends every other session.',
    input: v.object({ languageType, currentPassword: v.optional(password), password }),
    output: done,
  }),
  updateProfile: call({
    kind: 'write',
    method: 'POST',
    path: '/user/profile/update',
    who: 'user',
    about: 'Changes the shown name and the anti-phishing code of our mails.',
    input: v.object({
      languageType,
      nickName: v.optional(text(64)),
      antiPhishingCode: v.optional(v.pipe(characters, v.regex(/^[\p{L}\p{N} ._-]{0,20}$/u))),
    }),
    output: done,
  }),
  requestBindEmail: call({
    kind: 'write',
    method: 'POST',
    path: '/user/email/request',
    who: 'user',
    about: 'Sends a code to a new or not yet proven address of the account.',
    input: v.object({ languageType, email, password: v.optional(password) }),
    output: done,
  }),
  bindEmail: call({
    kind: 'write',
    method: 'POST',
    path: '/user/email/bind',
    who: 'user',
    about: 'Binds the address that the code was sent to.',
    input: v.object({ languageType, code }),
    output: done,
  }),
  requestBindPhone: call({
    kind: 'write',
    method: 'POST',
    path: '/user/phone/request',
    who: 'user',
    about: 'Sends a code by text message to a phone that shall belong to the account.',
    input: v.object({
      languageType,
      areaCode: v.pipe(characters, v.regex(areaCodeForm)),
      phone: v.pipe(characters, v.regex(phoneForm)),
      password: v.optional(password),
    }),
    output: done,
  }),
  bindPhone: call({
    kind: 'write',
    method: 'POST',
    path: '/user/phone/bind',
    who: 'user',
    about: 'Binds the phone that the code was sent to.',
    input: v.object({ languageType, code }),
    output: done,
  }),
  unbindPhone: call({
    kind: 'write',
    method: 'POST',
    path: '/user/phone/unbind',
    who: 'user',
    about: 'Takes the phone off the account.',
    input: v.object({ languageType, password: v.optional(password) }),
    output: done,
  }),
  listSessions: call({
    kind: 'read',
    method: 'POST',
    path: '/user/session/list',
    who: 'user',
    about:
      'Where the account is logged in, whether it has a password, whether its provider has vouched for a login of the last ' +
      'minutes, and what deleting it asks for.',
    input: v.object({ languageType }),
    output: v.object({
      items: listOf(accountSession, 200),
      total: count,
      hasPassword: v.boolean(),
      isProven: v.boolean(),
      deletionProof: v.picklist(deletionProofs),
    }),
  }),
  revokeSession: call({
    kind: 'write',
    method: 'POST',
    path: '/user/session/revoke',
    who: 'user',
    about: 'Ends one session of the account, its socket too.',
    input: v.object({ languageType, sessionId: v.pipe(text(36), v.uuid()) }),
    output: done,
  }),
  revokeSessions: call({
    kind: 'write',
    method: 'POST',
    path: '/user/session/revokeAll',
    who: 'user',
    about: 'Signs out everywhere; with keepCurrent everywhere else.',
    input: v.object({ languageType, keepCurrent: v.optional(v.boolean(), false) }),
    output: v.object({ ended: count }),
  }),
  socketToken: call({
    kind: 'read',
    method: 'POST',
    path: '/user/session/socketToken',
    who: 'user',
    about: 'A short-lived rtoken for the login of the live socket: good once, and only beside the cookies of this session.',
    input: v.object({ languageType }),
    output: v.object({ rtoken: text(512), expiresAt: timeMs }),
  }),
  exportData: call({
    kind: 'costly',
    method: 'POST',
    path: '/user/data/export',
    who: 'user',
    about: 'Everything this site keeps about the account.',
    input: v.object({ languageType }),
    output: v.object({
      exportedAt: timeMs,
      account: v.record(v.string(), v.unknown()),
      preference: v.record(v.string(), v.unknown()),
      sessions: listOf(accountSession, 200),
      kept: v.record(v.string(), v.unknown()),
    }),
  }),
  requestDeletionCode: call({
    kind: 'write',
    method: 'POST',
    path: '/user/data/deletionCode',
    who: 'user',
    about: 'Sends a code to the proven address of the account, for deleting it where there is no password to ask for.',
    input: v.object({ languageType }),
    output: done,
  }),
  deleteAccount: call({
    kind: 'write',
    method: 'POST',
    path: '/user/data/delete',
    who: 'user',
    about:
      'Deletes the account and everything that hangs on it. Cannot be undone. Asks for the password; without one for the code ' +
      'of a mail, else for a login of the last minutes.',
    input: v.object({ languageType, password: v.optional(password), code: v.optional(code), confirmed: v.literal(true) }),
    output: done,
  }),
} as const;
