// The chat as a program outside would try it: the cookie is the only key to a visitor's conversation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '@tidemark/contract/errors.ts';
import { socketCodes } from '@tidemark/contract/socket.ts';
import WebSocket from 'ws';
import { sharedAppUrl } from '#harness/app.ts';
import { ask } from './ask.ts';

interface Listed {
  readonly items: readonly { text: string; seq: number }[];
  readonly liveTicket: string;
  readonly staffing: string;
}
const begin = async () => {
  const { envelope, headers } = await ask('listSupportMessages', {});
  const [line = ''] = headers.getSetCookie();
  return { line, cookie: line.split(';', 1)[0]!, listed: envelope.data as Listed };
};
const listed = async (headers: Record<string, string>) => (await ask('listSupportMessages', {}, headers)).envelope.data as Listed;

test('a visitor writes and reads by a cookie that no script can read', async () => {
  const { line, cookie, listed: before } = await begin();
  assert.match(line, /^support=[\w-]{43};/);
  for (const attribute of [/HttpOnly/i, /SameSite=Lax/i, /Path=\//i]) assert.match(line, attribute);
  assert.deepEqual([before.items, before.staffing], [[], 'none'], 'the app of these tests has no agents, and says so');

  const first = await ask('sendSupportMessage', { clientKey: 'k1', text: 'Hello\u0007 <b>there</b>' }, { cookie });
  const again = await ask('sendSupportMessage', { clientKey: 'k1', text: 'Hello\u0007 <b>there</b>' }, { cookie });
  assert.deepEqual(again.envelope.data, first.envelope.data);
  assert.deepEqual(
    (await listed({ cookie })).items.map(({ seq, text }) => [seq, text]),
    [[1, 'Hello <b>there</b>']],
  );
  assert.deepEqual((await ask('listSupportMessages', {}, { cookie })).headers.getSetCookie(), [], 'it is not given again');
});

test('neither another cookie nor any header opens the conversation of somebody else', async () => {
  const {
    cookie,
    listed: { liveTicket },
  } = await begin();
  await ask('sendSupportMessage', { clientKey: 'k1', text: 'Mine alone' }, { cookie, deviceid: 'known-device' });
  const other = (await begin()).cookie;
  const secret = cookie.slice('support='.length);
  for (const headers of [
    { cookie: other, deviceid: 'known-device' },
    { deviceid: 'known-device' },
    { cookie: `support=${liveTicket}` },
    { authorization: `Bearer ${secret}` },
    { support: secret },
    { cookie: `Support=${secret}` },
  ] as Record<string, string>[]) {
    assert.deepEqual((await listed(headers)).items, [], JSON.stringify(Object.keys(headers)));
  }
  const foreign = await ask(
    'sendSupportMessage',
    { clientKey: 'k2', text: 'x' },
    { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  );
  assert.deepEqual([foreign.status, foreign.envelope.code], [403, errors.badOrigin.code], 'nor can the page of another site write into it');
  assert.equal((await listed({ cookie })).items.length, 1);
});

test('the socket tells of a conversation only to whoever has its ticket, and only that there is something', async () => {
  const {
    cookie,
    listed: { liveTicket },
  } = await begin();
  const guessed = liveTicket.slice(0, 22) + 'A'.repeat(22);
  const socket = new WebSocket(`${sharedAppUrl().replace('http', 'ws')}/stream`);
  const frames: Record<string, any>[] = [];
  const { promise: notified, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString());
    frames.push(frame);
    if (frame.action === 'snapshot') void ask('sendSupportMessage', { clientKey: 'k', text: 'Not for the socket' }, { cookie });
    if (frame.action === 'update') resolve();
  });
  await new Promise((open) => socket.once('open', open));
  socket.send(
    JSON.stringify({
      action: 'subscribe',
      args: [
        { topic: 'support', instId: guessed },
        { topic: 'support' },
        { topic: 'price_notice', instId: liveTicket },
        { topic: 'support', instId: liveTicket },
      ],
    }),
  );
  await notified;
  socket.close();
  assert.deepEqual(
    frames.filter(({ event }) => event).map(({ code }) => code),
    [socketCodes.unknownInstrument, socketCodes.loginRequired, socketCodes.unknownInstrument, socketCodes.ok],
  );
  assert.deepEqual(frames.at(-1)!.data, [{ lastSeq: 1, readSeq: 1 }]);
});
