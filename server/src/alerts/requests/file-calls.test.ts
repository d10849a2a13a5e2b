// Alerts to a file and back: every wrong line by its number and reason, the rest exactly once, and nothing of another user's.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ImportedLine } from '@tidemark/contract/alert-batches.ts';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { adOf } from '../testing/test-market.ts';
import { alertForm as form, openCalls, words, type Device } from '../testing/test-calls.ts';

type Room = Awaited<ReturnType<typeof openCalls>>;
let room: Room;
/** An operator who allows more. */
let wide: Room;
before(async () => {
  room = await openCalls();
  wide = await openCalls({ limits: { ...alertLimits, perLine: 2_000, total: 2_000 } });
});
after(async () => {
  await room.close();
  await wide.close();
});
beforeEach(() => {
  for (const { market } of [room, wide]) {
    market.set('BTCUSDT', { last: 100, open24h: 95 });
    market.set('ETHUSDT', 10);
    market.set('BTCUSDT_UMCBL', { last: 100, mark: 100.5, index: 99.5 });
    market.setAds([adOf('sell', 0.92), adOf('buy', 0.91)]);
  }
});

const head = 'market,symbol,condition,target,lower,upper,source,frequency,channels,on';
const csv = (...lines: readonly string[]) => [head, ...lines].join('\n');
const take = (device: Device, content: string, over: { importKey?: string; format?: 'csv' | 'json'; preview?: boolean } = {}) =>
  device.ask('importAlerts', { format: 'csv', importKey: 'first', content, ...over });
const briefly = ({ items }: { readonly items: readonly ImportedLine[] }) => items.map(({ line, outcome, code }) => [line, code ?? outcome]);
const codeOf = (name: ErrorName) => errors[name].code;
const kept = async (device: Device) => (await device.ask('listAlerts', { pageSize: 200 })).items;

test('an export is read again by whoever imports it, as CSV and as JSON, and is there already for its owner', async () => {
  const ada = room.deviceOf();
  const forms = [
    form({ frequency: 2, channels: [3, 1], note: '=1+1, "half"' }),
    form({ alertType: 2, configurePrice: '90.5', channels: [6, 7, 8, 9, 10] }),
    form({ alertType: 3, configurePrice: '0.0125' }),
    form({ alertType: 6, configurePrice: '0.5', frequency: 3 }),
    form({ alertType: 7, configurePrice: null, configurePriceUp: '120', configurePriceDown: '110' }),
    form({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', priceSource: 1, configurePrice: '101' }),
    form({ businessLine: 3, symbolId: 'USDT_EUR', alertType: 2, configurePrice: '0.5', frequency: 3 }),
  ];
  for (const each of forms) await ada.ask('createAlert', each);
  await ada.ask('changeAlerts', { ids: [(await kept(ada))[1]!.id], action: 'off' });
  const files = { csv: await ada.ask('exportAlerts', { format: 'csv' }), json: await ada.ask('exportAlerts', { format: 'json' }) };
  assert.equal(files.csv.content.split('\r\n')[1], 'spot,BTCUSDT,rises_to,110,,,last,daily,push;email,yes,"\'=1+1, ""half"""');
  assert.equal(files.csv.content.split('\r\n')[3], 'spot,BTCUSDT,rises_by,1.25%,,,last,every,station;pop,yes,');
  assert.equal(JSON.parse(files.json.content).alerts[5].on, false);
  const told = ({
    symbolId,
    alertType,
    priceSource,
    configurePrice,
    configurePriceUp,
    configurePriceDown,
    frequency,
    channels,
    note,
    switch: on,
  }: any) =>
    JSON.stringify([symbolId, alertType, priceSource, configurePrice, configurePriceUp, configurePriceDown, frequency, channels, note, on]);
  for (const format of ['csv', 'json'] as const) {
    const { content, count } = files[format];
    assert.equal(count, 7);
    const again = await take(ada, content, { format });
    assert.deepEqual([again.made, again.there], [0, 7], format);
    const ben = room.deviceOf();
    assert.equal((await take(ben, content, { format })).made, 7, format);
    assert.deepEqual((await kept(ben)).map(told), (await kept(ada)).map(told), format);
  }
});

test('of 1,000 lines with 100 wrong ones each wrong one is named with its reason, and the rest is made once', async () => {
  const ada = wide.deviceOf();
  const wrong: readonly (readonly [string, ErrorName])[] = [
    ['spot,BTCUSDT,rises_to,99', 'alertInvalidPrice'],
    ['spot,NOPEUSDT,rises_to,110', 'unknownSymbol'],
    ['spot,BTCUSDT,jumps_to,110', 'alertLineValue'],
    ['spot,BTCUSDT,rises_by,5', 'alertInvalidPercent'],
    ['spot,BTCUSDT,enters_range,,120,110', 'alertUpperNotAboveLower'],
    ['p2p,USDT_EUR,rises_by,5%', 'alertWrongType'],
    ['moon,BTCUSDT,rises_to,110', 'alertLineValue'],
    ['spot,,rises_to,110', 'alertLineMissing'],
    ['spot,BTCUSDT,rises_to,110,,,,every,pigeon', 'alertLineValue'],
    ['spot,BTCUSDT,rises_to,1e3', 'alertInvalidPrice'],
  ];
  const lines = Array.from({ length: 1_000 }, (_, at) =>
    at % 10 === 7 ? wrong[Math.floor(at / 10) % wrong.length]![0] : `spot,BTCUSDT,rises_to,${200 + at}`,
  );
  const expected = lines.map((_, at) => (at % 10 === 7 ? codeOf(wrong[Math.floor(at / 10) % wrong.length]![1]) : 'made'));
  const content = csv(...lines);

  const foreseen = await take(ada, content, { preview: true });
  assert.equal((await kept(ada)).length, 0, 'a preview makes nothing');
  const first = await take(ada, content);
  assert.deepEqual([first.made, first.there, first.refused], [900, 0, 100]);
  assert.deepEqual(foreseen, first);
  assert.deepEqual(
    first.items.map(({ line, outcome, code }) => [line, code ?? outcome]),
    expected.map((said, at) => [at + 2, said]),
  );
  assert.deepEqual(
    first.items
      .filter(({ msg }) => msg !== null)
      .slice(0, 3)
      .map(({ symbol, msg }) => [symbol, msg]),
    [
      ['BTCUSDT', 'Please fill in a valid price'],
      ['NOPEUSDT', 'This trading pair does not exist.'],
      ['BTCUSDT', 'Unknown value in column condition: jumps_to'],
    ],
  );

  // Sent again after an answer that was lost, by two devices at once, and under another name.
  const again = await Promise.all([take(ada, content), take(ada, content), take(ada, content, { importKey: 'second' })]);
  for (const { made, there, refused } of again) assert.deepEqual([made, there, refused], [0, 900, 100]);
  const { rows } = await wide.db.pool.query(
    `select count(*)::int as alerts, count(distinct price)::int as prices
     from alert a join alert_state s on s.alert_id = a.id where user_id = $1`,
    [ada.userId],
  );
  assert.deepEqual(rows, [{ alerts: 900, prices: 900 }]);
});

test('a line made by an import is not made again when the alert was changed or deleted meanwhile, under another name it is', async () => {
  const ada = room.deviceOf();
  const content = csv('spot,BTCUSDT,rises_to,110', 'spot,BTCUSDT,rises_to,120');
  await take(ada, content);
  const [second, first] = (await kept(ada)).map(({ id }) => id) as [string, string];
  await ada.ask('updateAlert', { id: first, configurePrice: '111' });
  await ada.ask('deleteAlerts', { ids: [second] });
  assert.deepEqual(briefly(await take(ada, content)), [
    [2, 'there'],
    [3, codeOf('alertNotFound')],
  ]);
  assert.equal((await take(ada, content, { importKey: 'second' })).made, 2);
});

test('the same alert twice in one file is made once; what is like another and not the same is named', async () => {
  const ada = room.deviceOf();
  const report = await take(
    ada,
    csv(
      'spot,BTCUSDT,rises_to,110',
      'Spot,btc/usdt,Rises to,110.00',
      'spot,BTCUSDT,rises_to,110,,,,once',
      'spot,BTCUSDT,rises_to,110,,,,,,no',
      'p2p,USDT/EUR,falls_to,0.5',
    ),
  );
  assert.deepEqual(briefly(report), [
    [2, 'made'],
    [3, 'there'],
    [4, codeOf('alertDuplicate')],
    [5, 'there'],
    [6, 'made'],
  ]);
});

test('the limits hold and are told line by line, in the language of the reader; those that are off are made all the same', async () => {
  const ada = room.deviceOf();
  await ada.ask('createAlert', form({ configurePrice: '500' }));
  const on = Array.from({ length: 22 }, (_, at) => `spot,BTCUSDT,rises_to,${200 + at}`);
  const [report, other] = await Promise.all([
    take(ada, csv(...on, 'spot,BTCUSDT,rises_to,90,,,,,,no')),
    take(ada, csv(...on.map((line) => line.replace('BTC', 'ETH'))), { importKey: 'other' }),
  ]);
  assert.equal(report.made + other.made, 20);
  const { open, total } = await ada.ask('listAlerts');
  assert.deepEqual([open.spot, total], [20, 21]);
  const refused = [...report.items, ...other.items].filter(({ outcome }) => outcome === 'refused');
  assert.deepEqual(new Set(refused.map(({ msg }) => msg)), new Set(['The alert count of this market exceeds the maximum 20.']));
  assert.equal(report.items.at(-1)!.outcome, 'made', 'one that is off waits for its price until it is turned on');

  const small = await openCalls({ limits: { ...alertLimits, configured: 2 } });
  try {
    small.market.set('BTCUSDT', 100);
    const ben = small.deviceOf();
    assert.deepEqual(briefly(await take(ben, csv(...on.slice(0, 3)))).at(-1), [4, codeOf('alertTimesLimit')]);
  } finally {
    await small.close();
  }
  const caller = { userId: ada.userId, sessionId: null, locale: 'de', requestId: 'r', ip: '203.0.113.9', deviceId: null } as const;
  const german = await room.rooms[0]!.calls.importAlerts(caller, {
    format: 'csv',
    importKey: 'k',
    content: csv('spot,X,rises_to,1'),
    preview: true,
  });
  assert.equal(german.items[0]!.msg, words.error('de', 'unknownSymbol'));
});

test('more alerts than a file may have are exported in parts, each of which is imported as it is', async () => {
  const [ada, ben] = [wide.deviceOf(), wide.deviceOf()];
  const lines = Array.from({ length: 1_203 }, (_, at) => `spot,BTCUSDT,rises_to,${200 + at},,,,,,no`);
  await take(ada, csv(...lines.slice(0, 1_000)));
  await take(ada, csv(...lines.slice(1_000)));
  const whole = await ada.ask('exportAlerts', { format: 'csv' });
  assert.deepEqual([whole.count, whole.parts], [1_203, 2]);
  for (const [part, made] of [1_000, 203].entries()) {
    const { content, count, parts } = await ada.ask('exportAlerts', { format: 'json', part: part + 1 });
    assert.deepEqual([count, parts], [made, 2]);
    assert.equal((await take(ben, content, { format: 'json' })).made, made);
  }
  assert.equal((await ada.ask('exportAlerts', { format: 'csv', part: 3 })).count, 0);
  assert.equal((await ben.ask('exportAlerts', { format: 'csv' })).content, whole.content);
});

test('what has been imported is judged like what was made by hand, and one that was off begins when it is turned on', async () => {
  const ada = room.deviceOf();
  await take(ada, csv('spot,BTCUSDT,rises_by,5%', 'spot,BTCUSDT,enters_range,,90,120', 'spot,BTCUSDT,rises_by,7%,,,,,,no'));
  const items = await kept(ada);
  assert.deepEqual(
    items.map(({ state, anchor }) => [state, anchor]),
    [
      ['off', null],
      ['latched', null],
      ['armed', '100'],
    ],
  );
  room.market.set('BTCUSDT', 110);
  assert.equal((await ada.ask('changeAlerts', { ids: [items[0]!.id], action: 'on' })).changed, 1);
  assert.equal((await kept(ada))[0]!.anchor, '110');
});

test('attack: a file that is none is refused before anything is made, and no line of another reaches what is not theirs', async () => {
  const [ada, eve] = [room.deviceOf(), room.deviceOf()];
  await take(ada, csv('spot,BTCUSDT,rises_to,110'));
  const good = 'spot,BTCUSDT,rises_to,120';
  const refusals: [string, 'csv' | 'json', ErrorName][] = [
    ['not a table', 'csv', 'alertFileUnreadable'],
    [`symbol,target\nBTCUSDT,1`, 'csv', 'alertFileUnreadable'],
    [head, 'csv', 'alertFileEmpty'],
    [csv(...Array.from({ length: 1_001 }, () => good)), 'csv', 'alertFileTooLong'],
    ['[{"market":"spot"', 'json', 'alertFileUnreadable'],
    ['{"alerts":{"0":{}}}', 'json', 'alertFileUnreadable'],
    ['null', 'json', 'alertFileUnreadable'],
    ['[]', 'json', 'alertFileEmpty'],
  ];
  for (const [content, format, refusal] of refusals)
    assert.equal(await eve.refusal('importAlerts', { format, content, importKey: 'k' }), refusal, content.slice(0, 40));
  const deep = await take(eve, `${'['.repeat(100_000)}${']'.repeat(100_000)}`, { format: 'json' });
  assert.deepEqual(briefly(deep), [[1, codeOf('alertLineUnreadable')]]);
  const hostile = JSON.stringify([
    null,
    7,
    [good],
    { market: 'spot', symbol: 'BTC\0\ud800USDT', condition: 'rises_to', target: '120' },
    { market: 'spot', symbol: { a: 1 }, condition: 'rises_to', target: '120' },
    { market: '__proto__', symbol: 'BTCUSDT', condition: 'toString', target: '120' },
    { market: 'spot', symbol: 'BTCUSDT', condition: 'rises_to', target: `1${'0'.repeat(70)}` },
    { market: 'spot', symbol: 'BTCUSDT', condition: 'rises_to', target: `1${'0'.repeat(19)}` },
    { market: 'spot', symbol: 'BTCUSDT', condition: 'rises_to', target: -5 },
    { market: 'spot', symbol: 'BTCUSDT', condition: 'rises_to', target: '120', userId: ada.userId, id: (await kept(ada))[0]!.id },
  ]);
  const report = await take(eve, hostile, { format: 'json', importKey: 'first' });
  assert.deepEqual(
    report.items.map(({ outcome }) => outcome),
    [...Array<string>(9).fill('refused'), 'made'],
  );
  assert.deepEqual(
    (await kept(eve)).map(({ configurePrice }) => configurePrice),
    ['120'],
  );
  assert.deepEqual(
    (await kept(ada)).map(({ configurePrice }) => configurePrice),
    ['110'],
    'the same key of somebody else is another one',
  );
  assert.equal((await eve.ask('exportAlerts', { format: 'csv' })).count, 1);
  assert.deepEqual(briefly(await take(eve, `${head}\n"spot,BTCUSDT,rises_to,130\n${good}\n=cmd,'@x,rises_to,1`)), [
    [2, codeOf('alertLineUnreadable')],
    [3, 'there'],
    [4, codeOf('alertLineValue')],
  ]);
});
