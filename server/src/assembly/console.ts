// The console of the operators, joined with the rooms that it shows and changes.
import { refuse } from '@tidemark/contract/errors.ts';
import type { BannerForm } from '@tidemark/contract/operators.ts';
import type { UserInfo } from '@tidemark/contract/users.ts';
import { WithCookies, type Caller } from '@tidemark/contract/wire.ts';
import { createOperators, type Operators } from '#operators/index.ts';
import type { Desks } from '#operators/desks.ts';
import type { BannerRow } from '#site/rules.ts';
import { createAttemptStore } from '#users/attempt-store.ts';
import { createPasswords } from '#users/passwords.ts';
import { consoleState } from './console-state.ts';
import { createOperatorProvider } from './operator-provider.ts';
import { operatorKey } from './operator-settings.ts';
import type { PeopleRooms } from './people-rooms.ts';
import type { ProcessParts } from './process-parts.ts';

const shownAtOnce = 100;

export async function startConsole(
  parts: Pick<ProcessParts, 'db' | 'clock' | 'log' | 'config' | 'readiness' | 'metrics' | 'onStop'>,
  people: Pick<PeopleRooms, 'site' | 'users' | 'support' | 'marketMaker' | 'agentToken'>,
): Promise<Operators> {
  const { db, clock, log, config, onStop } = parts;
  const operators = createOperators({
    db,
    clock,
    log,
    siteName: config.brand.site.name,
    passwords: await createPasswords({ clock }),
    guesses: createAttemptStore(db.orm),
    key: operatorKey(config),
    provider:
      config.operators.oidc &&
      createOperatorProvider({
        settings: config.operators.oidc,
        secret: await people.users.signingSecret('operator-oidc'),
        clock,
        log,
        publicUrl: config.publicUrl,
      }),
    desks: { ...desksOf(people), state: consoleState(parts) },
  });
  await operators.start();
  onStop(() => operators.stop());
  return operators;
}

function desksOf({ site, users, support, marketMaker, agentToken }: Parameters<typeof startConsole>[1]): Omit<Desks, 'state'> {
  /** The desk knows its agents by its token, and the console its people by their sessions. */
  const asAgent = (caller: Caller): Caller => ({ ...caller, bearer: agentToken });
  const findUser = async (query: string): Promise<UserInfo | null> =>
    /^\d{1,15}$/.test(query) ? users.operator.one(Number(query)) : users.operator.byEmail(query);
  return {
    settings: {
      list: async () =>
        (await site.operator.settings()).map(({ key, value, usual, isSet }) => ({
          key,
          value: JSON.stringify(value),
          usual: JSON.stringify(usual),
          isSet,
        })),
      preview: site.operator.preview,
      read: site.operator.setting,
      write: site.operator.set,
    },
    banners: {
      list: async () => (await site.operator.banners()).map(formOf),
      async read(id) {
        const found = await site.operator.banner(id);
        return found && formOf(found);
      },
      write: (id, banner) => site.operator.setBanner(id, banner && rowOf(banner)),
    },
    users: {
      async find(query) {
        const found = await findUser(query);
        return (
          found && {
            number: Number(found.userId),
            email: found.email || null,
            isFrozen: found.frozen,
            registeredAt: found.createdDate,
          }
        );
      },
      freeze: async (number, frozen) => void ((await users.operator.set(number, { frozen })) ?? refuse('userNotFound')),
      endSessions: async (number) => (await users.operator.endSessions(number)) ?? refuse('userNotFound'),
    },
    chat: {
      async list(caller) {
        const shown = await support.calls.listSupportConversations(asAgent(caller), { isClosed: false, pageNum: 1, pageSize: shownAtOnce });
        return dataOf(shown).items.map(({ conversationId, email, locale, unread, lastText, lastMessageAt }) => ({
          conversationId,
          email,
          locale,
          unread,
          lastText,
          lastMessageAt,
        }));
      },
      read: async (caller, conversationId) =>
        dataOf(await support.calls.readSupportConversation(asAgent(caller), { conversationId, afterSeq: 0 })).items.map(messageOf),
      answer: async (caller, given) => messageOf(dataOf(await support.calls.answerSupportMessage(asAgent(caller), given))),
    },
    applications: {
      list: async () => (await marketMaker.operator.list(null, shownAtOnce)).map(applicationOf),
      async one(receipt) {
        const found = await marketMaker.operator.one(receipt);
        return found && applicationOf(found);
      },
      readDecision: async (receipt) => (await marketMaker.operator.one(receipt))?.decision ?? null,
      decide: async (receipt, decision) => void ((await marketMaker.operator.decide(receipt, decision)) || refuse('notFound')),
    },
  };
}

/** The desk sets no cookies of its own. */
const dataOf = <T>(answered: T | WithCookies<T>): T => (answered instanceof WithCookies ? answered.data : answered);

const formOf = ({ id, place, locale, title, text, href, image, startsAt, endsAt, sort }: BannerRow): BannerForm => ({
  id,
  place: place as BannerForm['place'],
  locale: locale as BannerForm['locale'],
  title,
  text,
  href,
  image,
  startsAt: startsAt.getTime(),
  endsAt: endsAt.getTime(),
  sort,
});
const rowOf = ({ startsAt, endsAt, ...rest }: BannerForm): BannerRow => ({
  ...rest,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
});

const messageOf = ({ id, sender, text, sentAt }: { id: string; sender: string; text: string; sentAt: number }) => ({
  id,
  sender,
  text,
  sentAt,
});

type Shown = Awaited<ReturnType<PeopleRooms['marketMaker']['operator']['list']>>[number];
const applicationOf = ({
  receipt,
  receivedAt,
  applicantName,
  applicantTitle,
  introduction,
  strategy,
  userId,
  images,
  decision,
}: Shown) => ({
  receipt,
  receivedAt: receivedAt.getTime(),
  applicantName,
  applicantTitle,
  introduction,
  strategy,
  userId,
  images: images.length,
  decision,
});
