// Accounts, sessions and preferences.
// Owns account, its preferences, codes and sessions, and the revocation list. Promises: an account exists only whole, and
// with mail on only with a proven address; a session ends everywhere within seconds, its sockets too, and a personal
// token at once; passwords, tokens and
// codes are stored as hashes; nothing personal reaches the log. Refuses guesses beyond a few with a wait that grows, a refresh
// token used twice together with its session, and to say whether an address has an account.
import { accessRule, type accessCalls } from '@tidemark/contract/access.ts';
import type { accountCalls } from '@tidemark/contract/accounts.ts';
import type { listViewCalls } from '@tidemark/contract/list-views.ts';
import type { userCalls } from '@tidemark/contract/users.ts';
import type { CookieHandlers, SessionId, UserId } from '@tidemark/contract/wire.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { newToken } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { MailSender } from '#platform/mail/mail.ts';
import type { SmsSender } from '#platform/sms/sms.ts';
import type { Words } from '#words/index.ts';
import { createAdmit, exportAccess, type Admit } from './access.ts';
import { createAccessStore } from './access-store.ts';
import { createAccountCache } from './account-cache.ts';
import { createAttemptStore } from './attempt-store.ts';
import { createAttempts } from './attempts.ts';
import { createCalls, userAnswer } from './calls.ts';
import { checkPasswordBy, codeProofBy } from './entry-calls.ts';
import { createExchangeLogin, type ExchangeLoginSettings } from './exchange-token.ts';
import { createMails } from './mails.ts';
import { createOidc, type OidcSettings } from './oidc.ts';
import { createOperator, type UsersOperator } from './operator.ts';
import { parseCookies } from './parse-cookies.ts';
import { createPasswordJudge } from './password-judge.ts';
import { createPasswords } from './passwords.ts';
import { createSessionStore } from './session-store.ts';
import { createSessions, type Cookies, type Who } from './sessions.ts';
import { createStore } from './store.ts';
import { createTexts } from './texts.ts';
import { createTokens } from './tokens.ts';
import { createViewCalls } from './view-calls.ts';
import { createViewStore } from './view-store.ts';

/** For processes without the web role too. */
export { createDirectory } from './directory.ts';

export interface UsersDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Bus;
  readonly words: Words;
  readonly publicUrl: string;
  /** null: mail is off, and the calls that need it say so. */
  readonly mail: MailSender | null;
  /** null: text messages are off, and the calls that need them say so. */
  readonly sms?: SmsSender | null;
  readonly oidc: OidcSettings | null;
  /** null: people do not come with tokens of the exchange. */
  readonly exchangeLogin?: ExchangeLoginSettings | null;
  /** What other rooms keep about an account, by room, for its export. */
  readonly keptElsewhere: (userId: UserId) => Promise<Record<string, unknown>>;
}

export interface Users {
  readonly calls: CookieHandlers<typeof accountCalls & typeof userCalls & typeof listViewCalls & typeof accessCalls>;
  /** Answers that need no waiting, by call: what the handler would answer to these cookies, or null where it has to be asked. */
  readonly fastAnswers: Readonly<Record<'userInfo', (cookieHeader: string | undefined) => object | null>>;
  /** The owner of a personal token, asked at every call. */
  readonly admit: Admit;
  /** The user of a call. */
  identify(cookies: Cookies): Who;
  /** The user of a page: a page cannot renew a session that has just expired, so the refresh token is enough. */
  identifyForPage(cookies: Cookies): Promise<Who>;
  /** No genuine session cookie came: the page may be shared. */
  isAnonymous(cookies: Cookies): boolean;
  socketLogin(rtoken: string, cookieHeader: string | undefined): Promise<{ userId: UserId; sessionId: SessionId } | null>;
  onSessionsEnded(listener: (sessionIds: readonly SessionId[]) => void): () => void;
  /** Those of them that still have an account: other rooms let go of what belonged to the rest. */
  whichExist(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of them that are still open. */
  whichSessionsLive(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** What operators see and set of an account. */
  readonly operator: UsersOperator;
  /** Made once per database: every process that asks for the name gets the same. */
  signingSecret(name: string): Promise<string>;
  /** An account for trying things out. Its password is made once per database: what was noted down still opens it after a start. */
  openDemo(): Promise<{ userId: UserId; email: string; password: string }>;
  stop(): Promise<void>;
}

const catchUpMs = 5_000;
const pruneMs = 600_000;
const keepTracesMs = 24 * 3_600_000;
const demoEmail = 'demo@tidemark.example';

/** Resolves when the room is ready: its key is read and it knows which sessions have ended. */
export async function createUsers({
  db,
  clock,
  log,
  bus,
  words,
  publicUrl,
  mail,
  sms = null,
  oidc,
  exchangeLogin = null,
  keptElsewhere,
}: UsersDeps): Promise<Users> {
  const store = createStore(db.orm);
  const sessionStore = createSessionStore(db.orm);
  const attemptStore = createAttemptStore(db.orm);
  const passwords = await createPasswords({ clock });
  const judge = createPasswordJudge({ clock, log });
  const tokens = createTokens(await store.signingSecret('tokens', newToken(48), new Date(clock.now())));
  const sessions = createSessions({ store: sessionStore, tokens, clock, bus });
  const accounts = createAccountCache({ load: store.shownAccounts, bus, clock });
  const mails = createMails({ sender: mail, words, clock, log, publicUrl });
  const texts = createTexts({ sender: sms, words, log, publicUrl });
  const viewStore = createViewStore(db.orm);
  const accessStore = createAccessStore(db.orm, accessRule);
  const calls = createCalls({
    store,
    sessionStore,
    accessStore,
    sessions,
    accounts,
    passwords,
    mails,
    texts,
    tokens,
    clock,
    bus,
    checkPassword: checkPasswordBy(judge),
    keptElsewhere: async (userId) => ({
      ...(await keptElsewhere(userId)),
      listViews: (await viewStore.list(userId)).map(({ name, address }) => ({ name, address })),
      accessTokens: await exportAccess(accessStore, userId),
    }),
    attempts: createAttempts({ store: attemptStore, clock }),
    oidc: oidc && createOidc({ settings: oidc, tokens, clock, log, publicUrl }),
    exchangeLogin: exchangeLogin && createExchangeLogin({ settings: exchangeLogin, clock, log, publicUrl }),
    codeProof: codeProofBy(tokens),
  });

  await sessions.start();
  const jobs = createJobs({ clock, log, room: 'users' });
  jobs.every(catchUpMs, 'reading ended sessions', () => sessions.catchUp());
  jobs.every(pruneMs, 'removing what has expired', async () => {
    const now = clock.now();
    sessions.forgetOld();
    await sessionStore.prune(new Date(now), new Date(now - keepTracesMs));
    await store.prune(new Date(now));
    await accessStore.prune(new Date(now - keepTracesMs));
    await attemptStore.prune(new Date(now - keepTracesMs));
  });

  return {
    calls: { ...calls, ...createViewCalls({ store: viewStore, clock }) },
    fastAnswers: {
      userInfo(cookieHeader) {
        const { userId } = sessions.identify(parseCookies(cookieHeader));
        const shown = userId === null ? null : accounts.peek(userId);
        return shown === null || shown.account.frozen ? null : userAnswer(shown);
      },
    },
    admit: createAdmit({ store: accessStore, clock }),
    identify: sessions.identify,
    identifyForPage: sessions.identifyForPage,
    isAnonymous: (cookies) => !sessions.hasGenuineCookie(cookies),
    socketLogin: (rtoken, cookieHeader) => sessions.socketLogin(rtoken, parseCookies(cookieHeader)),
    onSessionsEnded: sessions.onEnded,
    operator: createOperator({ store, accounts, sessions, clock, log }),
    whichExist: store.whichExist,
    whichSessionsLive: (sessionIds) => sessionStore.whichLive(sessionIds, new Date(clock.now())),
    signingSecret: (name) => store.signingSecret(name, newToken(48), new Date(clock.now())),
    async openDemo() {
      const password = await store.signingSecret('demo-password', newToken(12), new Date(clock.now()));
      const userId = (await store.putAccount(
        { email: demoEmail, emailKey: demoEmail, passwordHash: await passwords.hash(password), locale: 'en' },
        new Date(clock.now()),
      )) as UserId;
      return { userId, email: demoEmail, password };
    },
    async stop() {
      sessions.stop();
      accounts.stop();
      await jobs.stop();
      await mails.stop();
      await texts.stop();
      await judge.stop();
    },
  };
}
