// For tests: Telegram's bot API, incoming webhooks of Discord and Slack, and an ntfy server, as their documentation has them, on one free
// loopback port. Each refuses what the real one refuses, and keeps what arrived.
import { createArrivals } from './arrivals.ts';
import type { Faults } from './fault-injection.ts';
import { startFaultyHttp, type FaultyAnswer } from './faulty-http.ts';

export type ChatService = 'telegram' | 'discord' | 'slack' | 'ntfy';

export interface ChatMessage {
  readonly service: ChatService;
  /** Chat, hook or topic. */
  readonly to: string;
  readonly text: string;
  readonly isSilent: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface LocalChats {
  readonly url: string;
  readonly botToken: string;
  readonly botName: string;
  /** Addresses that work until they are closed. */
  readonly discordHook: string;
  readonly slackHook: string;
  /** Takes this bearer token alone. */
  readonly closedTopic: { readonly topic: string; readonly token: string };
  readonly messages: readonly ChatMessage[];
  nextFrom(service: ChatService): Promise<ChatMessage>;
  /** A person writes to the bot. */
  write(chatId: number, text: string, from?: { readonly username?: string; readonly language_code?: string }, type?: string): void;
  /** They have blocked the bot, or the hook was deleted. */
  close(service: ChatService): void;
  setFaults(faults: Faults): void;
  /** The bot may send so many messages a second; of more it says how long to wait. */
  limitBot(perSecond: number): void;
  stop(): Promise<void>;
}

const json = (status: number, body: unknown): FaultyAnswer => ({ status, body: JSON.stringify(body) });
const paths = { discord: '/api/webhooks/1234567890/hook-token', slack: '/services/T0001/B0001/hook-token' } as const;
const longPollMs = 500;

export async function startChatServices(): Promise<LocalChats> {
  const botToken = '123456:a-bot-token-of-the-tests';
  const botName = 'tidemark_test_bot';
  const closedTopic = { topic: 'closed-topic', token: 'tk_of_the_tests' };
  const arrivals = createArrivals<ChatMessage>();
  const closed = new Set<ChatService>();
  const updates: { update_id: number; message: object }[] = [];
  const sequences = new Set<string>();
  let nextUpdate = 1;
  let botPerSecond = Infinity;
  const botSentAt: number[] = [];

  const telegram = async (method: string, input: Record<string, unknown>): Promise<FaultyAnswer> => {
    if (method === 'getMe') return json(200, { ok: true, result: { id: 123456, is_bot: true, first_name: 'Test', username: botName } });
    if (method === 'getUpdates') {
      const offset = Number(input['offset'] ?? 0);
      while (updates[0] && updates[0].update_id < offset) updates.shift();
      if (updates.length === 0) await new Promise((resolve) => setTimeout(resolve, longPollMs));
      return json(200, { ok: true, result: updates.filter(({ update_id }) => update_id >= offset) });
    }
    if (method !== 'sendMessage') return json(404, { ok: false, error_code: 404, description: 'Not Found' });
    const { chat_id, text } = input;
    if (typeof text !== 'string' || text.length === 0 || text.length > 4096)
      return json(400, { ok: false, error_code: 400, description: 'Bad Request: message text is empty' });
    if (closed.has('telegram')) return json(403, { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' });
    const now = performance.now();
    while (botSentAt.length > 0 && now - botSentAt[0]! >= 1_000) botSentAt.shift();
    if (botSentAt.length >= botPerSecond) {
      const description = 'Too Many Requests: retry after 1';
      return json(429, { ok: false, error_code: 429, description, parameters: { retry_after: 1 } });
    }
    botSentAt.push(now);
    arrivals.add({ service: 'telegram', to: String(chat_id), text, isSilent: input['disable_notification'] === true, fields: input });
    return json(200, { ok: true, result: { message_id: arrivals.all.length, chat: { id: chat_id }, date: 0, text } });
  };

  const discord = (input: Record<string, unknown>): FaultyAnswer => {
    if (closed.has('discord')) return json(404, { message: 'Unknown Webhook', code: 10015 });
    const { content } = input;
    if (typeof content !== 'string' || content.length === 0 || content.length > 2000)
      return json(400, { message: 'Cannot send an empty message', code: 50006 });
    const isSilent = (Number(input['flags'] ?? 0) & 4096) !== 0;
    arrivals.add({ service: 'discord', to: paths.discord, text: content, isSilent, fields: input });
    return 204;
  };

  const slack = (input: Record<string, unknown>): FaultyAnswer => {
    if (closed.has('slack')) return { status: 404, body: 'no_service' };
    const { text } = input;
    if (typeof text !== 'string' || text === '') return { status: 400, body: 'no_text' };
    arrivals.add({ service: 'slack', to: paths.slack, text, isSilent: false, fields: input });
    return { status: 200, body: 'ok' };
  };

  const ntfy = (input: Record<string, unknown>, authorization: string | undefined): FaultyAnswer => {
    const { topic, message, sequence_id: sequence, priority } = input;
    if (typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
      return json(400, { code: 40009, http: 400, error: 'invalid request: topic invalid' });
    if (topic === closedTopic.topic && authorization !== `Bearer ${closedTopic.token}`)
      return json(403, { code: 40301, http: 403, error: 'forbidden' });
    if (closed.has('ntfy')) return json(507, { code: 50701, http: 507, error: 'cannot publish' });
    if (typeof sequence === 'string' && !/^[-_A-Za-z0-9]{1,64}$/.test(sequence))
      return json(400, { code: 40049, http: 400, error: 'invalid request: sequence ID invalid' });
    // A message with a sequence that is known takes the place of the one before.
    const isKnown = typeof sequence === 'string' && sequences.has(sequence);
    if (typeof sequence === 'string') sequences.add(sequence);
    if (!isKnown) arrivals.add({ service: 'ntfy', to: topic, text: String(message), isSilent: Number(priority) <= 2, fields: input });
    return json(200, { id: 'x', time: 0, event: 'message', topic, message });
  };

  const http = await startFaultyHttp((request, body) => {
    const path = (request.url ?? '/').split('?')[0]!;
    let input: Record<string, unknown>;
    try {
      input = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    } catch {
      return 400;
    }
    const bot = /^\/bot([^/]+)\/(\w+)$/.exec(path);
    if (bot) return bot[1] === botToken ? telegram(bot[2]!, input) : json(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    if (path === paths.discord) return discord(input);
    if (path === paths.slack) return slack(input);
    if (path === '/') return ntfy(input, request.headers.authorization);
    return 404;
  });
  return {
    url: http.url,
    botToken,
    botName,
    discordHook: http.url + paths.discord,
    slackHook: http.url + paths.slack,
    closedTopic,
    messages: arrivals.all,
    nextFrom: (service) => arrivals.next((message) => message.service === service, `a message of ${service}`),
    write(chatId, text, from = {}, type = 'private') {
      const message = {
        message_id: nextUpdate,
        date: 0,
        chat: { id: chatId, type },
        from: { id: chatId, first_name: 'Ada', ...from },
        text,
      };
      updates.push({ update_id: nextUpdate++, message });
    },
    close: (service) => void closed.add(service),
    setFaults: (faults) => void (http.faults = faults),
    limitBot: (perSecond) => void (botPerSecond = perSecond),
    stop: http.stop,
  };
}
