// DEMO=1: what the demo account has, so that every screen is full at first sight. It is made by the same calls that a person makes; a room
// that has something of the account already is left as it is.
import { alertFrequency, alertSwitch, alertType, noticeChannel, priceSource } from '@tidemark/contract/alert-rules.ts';
import type { alertCalls } from '@tidemark/contract/alerts.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { type Caller, type Input, type UserId, WithCookies } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import { isStarrable, type PeopleRooms } from './people-rooms.ts';
import type { ProcessParts } from './process-parts.ts';

type Rooms = Pick<PeopleRooms, 'favorites' | 'alerts' | 'support' | 'marketMaker' | 'agentToken'>;
type AlertForm = Input<(typeof alertCalls)['createAlert']>;
/** What the price has to do, relative to the price of the moment. */
interface Wish {
  readonly symbolId: string;
  readonly type: AlertForm['alertType'];
  readonly frequency: AlertForm['frequency'];
  readonly factor?: number;
  readonly fraction?: string;
  /** Half the width of the channel. */
  readonly channel?: number;
  readonly isOff?: boolean;
}

const categories: Readonly<Record<string, readonly string[]>> = {
  Majors: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'],
  'Proof of stake': ['ETHUSDT', 'ADAUSDT', 'DOTUSDT', 'AVAXUSDT'],
  Futures: ['BTCUSDT_UMCBL', 'ETHUSDT_UMCBL'],
};
const inNoCategory = ['DOGEUSDT', 'LINKUSDT'];

const wishes: readonly Wish[] = [
  // So narrow that any market leaves them within moments: the history and the unread messages come from these.
  ...['BTCUSDT', 'ETHUSDT', 'BTCUSDT_UMCBL'].map((symbolId) => ({
    symbolId,
    type: alertType.exitsChannel,
    frequency: alertFrequency.every,
    channel: 0.0001,
  })),
  { symbolId: 'BTCUSDT', type: alertType.risesTo, frequency: alertFrequency.onceOnly, factor: 1.05 },
  { symbolId: 'SOLUSDT', type: alertType.fallsTo, frequency: alertFrequency.onceADay, factor: 0.95 },
  { symbolId: 'XRPUSDT', type: alertType.risePercent, frequency: alertFrequency.every, fraction: '0.05' },
  { symbolId: 'ETHUSDT', type: alertType.fall24hPercent, frequency: alertFrequency.onceADay, fraction: '0.12' },
  { symbolId: 'ETHUSDT_UMCBL', type: alertType.entersChannel, frequency: alertFrequency.every, factor: 1.1, channel: 0.02 },
  { symbolId: 'DOGEUSDT', type: alertType.risesTo, frequency: alertFrequency.every, factor: 1.2, isOff: true },
];

const application = {
  clientKey: 'demo',
  applicantName: 'Demo Trading Ltd',
  applicantTitle: 'Head of trading',
  introduction: 'We have quoted both sides of forty pairs on three exchanges since 2019.',
  strategy: 'Delta neutral quotes around the index price, hedged on perpetual contracts.',
  userId: '10001',
  imageIds: [],
};

export async function openDemo({ config, say, log }: ProcessParts, people: PeopleRooms, market: Market): Promise<void> {
  const { userId, email, password } = await people.users.openDemo();
  say(`Demo account: ${email} with the password ${password}`);
  if (config.support.agentToken === null) say(`Support desk: ${config.publicUrl}/support-desk with the token ${people.agentToken}`);
  // Half a demo is better than no program.
  await fillDemo(people, userId, (symbolId) => isStarrable(market, symbolId)).catch((error: unknown) =>
    log.warn({ err: error }, 'the demo account could not be filled'),
  );
}

async function fillDemo(rooms: Rooms, userId: UserId, isSymbol: (symbolId: string) => boolean): Promise<void> {
  const caller: Caller = { userId, sessionId: null, locale: 'en', requestId: 'demo', ip: '127.0.0.1', deviceId: null };
  await fillFavorites(rooms, caller, isSymbol);
  await fillAlerts(rooms, caller, isSymbol);
  await fillChat(rooms, caller);
  await rooms.marketMaker.calls.applyMarketMaker(caller, application);
}

async function fillFavorites({ favorites: { calls } }: Rooms, caller: Caller, isSymbol: (symbolId: string) => boolean): Promise<void> {
  if ((await calls.listCategories(caller, {})).favorites > 0) return;
  for (const [name, wanted] of Object.entries(categories)) {
    const symbolIds = wanted.filter(isSymbol);
    if (symbolIds.length === 0) continue;
    const { groupId } = await calls.addCategory(caller, { name });
    await calls.addFavorites(caller, { groupId, symbolIds });
  }
  const symbolIds = inNoCategory.filter(isSymbol);
  if (symbolIds.length > 0) await calls.addFavorites(caller, { symbolIds });
}

async function fillAlerts({ alerts: { calls } }: Rooms, caller: Caller, isSymbol: (symbolId: string) => boolean): Promise<void> {
  if ((await calls.listAlerts(caller, { pageNum: 1, pageSize: 1, params: {} })).total > 0) return;
  for (const [n, wish] of wishes.filter(({ symbolId }) => isSymbol(symbolId)).entries()) {
    const line = wish.symbolId.includes('_') ? businessLine.futures : businessLine.spot;
    const { pair } = await calls.alertParameters(caller, { businessLine: line, symbolId: wish.symbolId });
    if (pair?.price == null) continue;
    const price = Number(pair.price) * (wish.factor ?? 1);
    const at = (factor: number): string => (price * factor).toFixed(pair.pricePrecision);
    const { alert } = await calls.createAlert(caller, {
      clientKey: `demo-${n}`,
      businessLine: line,
      symbolId: wish.symbolId,
      alertType: wish.type,
      priceSource: priceSource.market,
      configurePrice: wish.channel === undefined ? (wish.fraction ?? at(1)) : null,
      note: null,
      configurePriceUp: wish.channel === undefined ? null : at(1 + wish.channel),
      configurePriceDown: wish.channel === undefined ? null : at(1 - wish.channel),
      frequency: wish.frequency,
      channels: [noticeChannel.station, noticeChannel.pop],
    });
    if (wish.isOff) await calls.updateAlert(caller, { id: alert.id, switch: alertSwitch.close });
  }
}

const dataOf = <T>(answer: T | WithCookies<T>): T => (answer instanceof WithCookies ? answer.data : answer);

async function fillChat({ support: { calls }, agentToken }: Rooms, caller: Caller): Promise<void> {
  if (dataOf(await calls.listSupportMessages(caller, { afterSeq: 0 })).total > 0) return;
  await calls.sendSupportMessage(caller, { clientKey: 'demo-1', text: 'How many price alerts may I have?' });
  const agent: Caller = { ...caller, userId: null, bearer: agentToken };
  const { items } = dataOf(await calls.listSupportConversations(agent, { isClosed: false, pageNum: 1, pageSize: 100 }));
  const own = items.find(({ userId }) => userId === caller.userId);
  if (!own) return;
  const answers = ['Fifty that are switched on, twenty of them on each line.', 'Is there anything else that we can do for you?'];
  for (const [n, text] of answers.entries())
    await calls.answerSupportMessage(agent, { conversationId: own.conversationId, clientKey: `demo-${n}`, text });
}
