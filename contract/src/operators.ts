// The console of the people who run the site: who they are, what each may do, and the calls. They are no part of calls.ts: no page of a
// visitor carries them.
import * as v from 'valibot';
import { locales } from './locales.ts';
import { bannerPlaces } from './site.ts';
import { call, characters, count, done, filled, listOf, text, timeMs } from './wire.ts';

export const operatorRoles = ['owner', 'editor', 'support'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const operatorAreas = ['settings', 'banners', 'users', 'chat', 'applications', 'people'] as const;
export type OperatorArea = (typeof operatorAreas)[number];

/** An operator who may not change an area does not read it either; the log of changes and the state of the site are for all of them. */
export const areasOf: Readonly<Record<OperatorRole, readonly OperatorArea[]>> = {
  owner: operatorAreas,
  editor: ['settings', 'banners', 'applications'],
  support: ['users', 'chat'],
};

/** In place of apiPrefix. */
export const operatorPrefix = '/v1/operator';

export const operatorCookie = 'operator';
/** What a browser brings back from the provider, and how long it may take. */
export const operatorOidcCookie = 'operator_oidc';
export const operatorOidcMs = 600_000;
/** Where a browser begins a sign-in through the provider, and where that sends it back. */
export const operatorOidcPaths = { start: '/operator/oidc/start', callback: '/operator/oidc/callback' } as const;
/** A code is of six digits and counts for half a minute (RFC 6238). */
export const totpRule = { digits: 6, stepMs: 30_000, stepsAround: 1 } as const;
export const operatorSession = { wholeMs: 12 * 3_600_000, idleMs: 60 * 60_000 } as const;

/** Ages in seconds; what this process does not know is not told. */
export const operatorFigures = [
  'priceAge',
  'isFeed',
  'judgeLag',
  'unjudged',
  'waitingNotices',
  'sockets',
  'backupAge',
  'eventLoopLag',
  'memoryBytes',
] as const;

const name = v.pipe(characters, v.trim(), v.toLowerCase(), v.regex(/^[\p{Ll}\p{N}][\p{Ll}\p{N}._@-]{1,63}$/u));
const id = v.pipe(characters, v.uuid());
const role = v.picklist(operatorRoles);
/** Any JSON, as a text: what was there before and after. null: nothing. */
const jsonText = text(200_000);

const me = v.object({ name: filled(64), role, areas: listOf(v.picklist(operatorAreas), 10) });
const setting = v.object({
  key: filled(64),
  value: jsonText,
  /** The value that holds where no operator has set one. */
  usual: jsonText,
  isSet: v.boolean(),
});
const bannerForm = {
  place: v.picklist(bannerPlaces),
  /** null: every language. */
  locale: v.nullable(v.picklist(locales)),
  title: filled(200),
  text: text(500),
  href: filled(500),
  image: v.nullable(text(500)),
  startsAt: timeMs,
  endsAt: timeMs,
  sort: v.pipe(count, v.maxValue(1_000)),
};
const banner = v.object({ id, ...bannerForm });
const user = v.object({ number: count, email: v.nullable(text(254)), isFrozen: v.boolean(), registeredAt: timeMs });
const application = v.object({
  receipt: filled(64),
  receivedAt: timeMs,
  applicantName: text(1_000),
  applicantTitle: text(1_000),
  introduction: text(20_000),
  strategy: text(20_000),
  userId: text(100),
  images: count,
  decision: v.nullable(v.picklist(['accepted', 'declined'])),
});
const conversation = v.object({
  conversationId: id,
  email: v.nullable(text(254)),
  locale: filled(16),
  unread: count,
  lastText: text(400),
  lastMessageAt: timeMs,
});
const message = v.object({ id: filled(64), sender: filled(16), text: text(20_000), sentAt: timeMs });
const entry = v.object({
  id,
  at: timeMs,
  who: filled(64),
  action: filled(32),
  target: text(200),
  before: v.nullable(jsonText),
  after: v.nullable(jsonText),
  /** The operator who took it back, or null. */
  undoneBy: v.nullable(text(64)),
  canUndo: v.boolean(),
});
const person = v.object({ id, name: filled(64), role, isDisabled: v.boolean(), lastSeenAt: v.nullable(timeMs) });
/** Shown once, and kept nowhere in this form. */
const access = v.object({ name: filled(64), password: filled(64), secret: filled(64), link: filled(500) });
export type OperatorAccess = v.InferOutput<typeof access>;
export type AuditEntry = v.InferOutput<typeof entry>;
export type BannerForm = v.InferOutput<typeof banner>;

const nothing = v.object({});

export const operatorCalls = {
  operatorSignIn: call({
    kind: 'login',
    method: 'POST',
    path: '/sign-in',
    about: 'Opens a session of the console, by password and a code of the second factor.',
    input: v.object({ name: filled(64), password: filled(256), code: filled(16) }),
    output: me,
  }),
  operatorOptions: call({
    kind: 'read',
    method: 'POST',
    path: '/options',
    about: 'How people get in.',
    input: nothing,
    output: v.object({ oidc: v.boolean() }),
  }),
  operatorStartOidc: call({
    kind: 'login',
    method: 'POST',
    path: '/oidc/start',
    about: 'Begins a sign-in through the provider of those who run the site.',
    input: nothing,
    output: v.object({ url: filled(4_000) }),
  }),
  operatorFinishOidc: call({
    kind: 'login',
    method: 'POST',
    path: '/oidc/finish',
    about: 'Ends it, with what the provider sent back.',
    input: v.object({ code: filled(4_000), state: filled(200) }),
    output: me,
  }),
  operatorSignOut: call({ kind: 'write', method: 'POST', path: '/sign-out', about: 'Ends it.', input: nothing, output: done }),
  operatorMe: call({ kind: 'read', method: 'POST', path: '/me', about: 'Who is signed in.', input: nothing, output: me }),
  operatorState: call({
    kind: 'read',
    method: 'POST',
    path: '/state',
    about: 'Whether this process can do its work, part by part, and what it knows of feed, lag and backlog.',
    input: nothing,
    output: v.object({
      ready: v.boolean(),
      parts: v.record(v.string(), v.boolean()),
      roles: listOf(filled(16), 8),
      version: filled(32),
      startedAt: timeMs,
      figures: listOf(v.object({ name: v.picklist(operatorFigures), value: v.number() }), operatorFigures.length),
    }),
  }),
  operatorSettings: call({
    kind: 'read',
    method: 'POST',
    path: '/settings/list',
    about: 'Every setting that can be changed without a restart.',
    input: nothing,
    output: v.object({ items: listOf(setting, 100) }),
  }),
  operatorSetSetting: call({
    kind: 'write',
    method: 'POST',
    path: '/settings/set',
    about: 'Sets one, or takes it back to what is usual (null). A wrong value is refused with its reason, and the last good one stays.',
    input: v.object({ key: filled(64), value: v.nullable(jsonText) }),
    output: setting,
  }),
  operatorTrySetting: call({
    kind: 'read',
    method: 'POST',
    path: '/settings/try',
    about: 'What would hold with a value, and what is wrong with it; changes nothing.',
    input: v.object({ key: filled(64), value: v.nullable(jsonText) }),
    output: v.object({ before: jsonText, after: jsonText, problem: v.nullable(text(1_000)) }),
  }),
  operatorBanners: call({
    kind: 'read',
    method: 'POST',
    path: '/banners/list',
    about: 'Banners that run now or later.',
    input: nothing,
    output: v.object({ items: listOf(banner, 1_000) }),
  }),
  operatorSaveBanner: call({
    kind: 'write',
    method: 'POST',
    path: '/banners/save',
    about: 'Puts one up, or changes one.',
    input: v.object({ id: v.optional(id), ...bannerForm }),
    output: banner,
  }),
  operatorRemoveBanner: call({
    kind: 'write',
    method: 'POST',
    path: '/banners/remove',
    about: 'Takes one down.',
    input: v.object({ id }),
    output: done,
  }),
  operatorFindUser: call({
    kind: 'read',
    method: 'POST',
    path: '/users/find',
    about: 'One account, by its user ID or e-mail address.',
    input: v.object({ query: filled(254) }),
    output: v.object({ items: listOf(user, 1) }),
  }),
  operatorFreezeUser: call({
    kind: 'write',
    method: 'POST',
    path: '/users/freeze',
    about: 'Freezes an account, which ends its sessions, or lets it in again.',
    input: v.object({ number: count, isFrozen: v.boolean() }),
    output: user,
  }),
  operatorEndSessions: call({
    kind: 'write',
    method: 'POST',
    path: '/users/end-sessions',
    about: 'Logs a person out everywhere.',
    input: v.object({ number: count }),
    output: v.object({ ended: count }),
  }),
  operatorChats: call({
    kind: 'read',
    method: 'POST',
    path: '/chats/list',
    about: 'Open conversations of the customer chat, the newest first.',
    input: nothing,
    output: v.object({ items: listOf(conversation, 100) }),
  }),
  operatorChat: call({
    kind: 'read',
    method: 'POST',
    path: '/chats/read',
    about: 'One conversation, oldest first.',
    input: v.object({ conversationId: id }),
    output: v.object({ items: listOf(message, 1_000) }),
  }),
  operatorAnswer: call({
    kind: 'write',
    method: 'POST',
    path: '/chats/answer',
    about: 'Answers in a conversation. The same clientKey sent again answers the same message.',
    input: v.object({ conversationId: id, clientKey: v.pipe(characters, v.regex(/^[\w-]{1,64}$/)), text: filled(2_000) }),
    output: message,
  }),
  operatorApplications: call({
    kind: 'read',
    method: 'POST',
    path: '/applications/list',
    about: 'Applications of market makers, the newest first.',
    input: nothing,
    output: v.object({ items: listOf(application, 100) }),
  }),
  operatorDecide: call({
    kind: 'write',
    method: 'POST',
    path: '/applications/decide',
    about: 'Accepts or declines an application; null takes the decision back.',
    input: v.object({ receipt: filled(64), decision: application.entries.decision }),
    output: application,
  }),
  operatorLog: call({
    kind: 'read',
    method: 'POST',
    path: '/log/list',
    about: 'Every change, the newest first; before: the last one that was seen; action and target: of one thing alone.',
    input: v.object({ before: v.optional(id), action: v.optional(filled(32)), target: v.optional(text(200)) }),
    output: v.object({ items: listOf(entry, 100) }),
  }),
  operatorUndo: call({
    kind: 'write',
    method: 'POST',
    path: '/log/undo',
    about: 'Puts back what a change found, unless it has been changed again since.',
    input: v.object({ id }),
    output: entry,
  }),
  operatorPeople: call({
    kind: 'read',
    method: 'POST',
    path: '/people/list',
    about: 'Who may use the console.',
    input: nothing,
    output: v.object({ items: listOf(person, 1_000) }),
  }),
  operatorAddPerson: call({
    kind: 'write',
    method: 'POST',
    path: '/people/add',
    about: 'Lets somebody in; their password and second factor are told this once.',
    input: v.object({ name, role }),
    output: access,
  }),
  operatorChangePerson: call({
    kind: 'write',
    method: 'POST',
    path: '/people/change',
    about: 'Another role, or out and in again. The last owner stays one.',
    input: v.object({ id, role, isDisabled: v.boolean() }),
    output: person,
  }),
} as const;

export const operatorName = name;
