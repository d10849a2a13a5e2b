// What a person writes to an alert: kept and shown, bounded, and nothing that the alert is judged by.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { alertForm as form, openCalls } from '../testing/test-calls.ts';

let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  room = await openCalls();
});
after(() => room.close());
beforeEach(() => room.market.set('BTCUSDT', { last: 100, open24h: 95 }));

test('a note of 100 characters in any script is kept, shown and taken away, and refused when longer or of more than a line', async () => {
  const ada = room.deviceOf();
  const long = '止盈🚀'.repeat(33) + '!';
  const { alert } = await ada.ask('createAlert', form({ note: `  ${long} ` }));
  assert.equal(alert.note, long);
  for (const note of [`${long}!`, 'two\nlines', 'tab\there', 'turned \u202earound', 'cut\u2028off'])
    await assert.rejects(ada.ask('createAlert', form({ configurePrice: '120', note })), /alertInvalidNote/, JSON.stringify(note));
  await assert.rejects(ada.ask('updateAlert', { id: alert.id, note: `${long}!` }), /alertInvalidNote/);
  assert.equal((await ada.ask('listAlerts')).items[0]!.note, long);
  assert.equal((await ada.ask('updateAlert', { id: alert.id, note: ' ' })).alert.note, null);
});

test('where only the note is another one the alert goes on as it stood, on or off, whatever else is sent along', async () => {
  const ada = room.deviceOf();
  const made = (await ada.ask('createAlert', form({ alertType: 3, configurePrice: '0.05' }))).alert;
  room.market.set('BTCUSDT', { last: 103, open24h: 95 });
  const { id, version, anchor } = made;
  const alone = (await ada.ask('updateAlert', { id, note: 'first' })).alert;
  const { alertType, configurePrice, frequency, channels } = made;
  const whole = (await ada.ask('updateAlert', { id, version, alertType, configurePrice, frequency, channels, note: 'second' })).alert;
  assert.deepEqual([alone.note, alone.version, alone.anchor], ['first', version, anchor]);
  assert.deepEqual([whole.note, whole.version, whole.anchor], ['second', version, anchor]);
  const off = (await ada.ask('updateAlert', { id, switch: 0, note: 'off' })).alert;
  assert.deepEqual([off.switch, off.note], [0, 'off']);
  const still = (await ada.ask('updateAlert', { id, note: 'still off' })).alert;
  assert.deepEqual([still.switch, still.note], [0, 'still off']);
  const edited = (await ada.ask('updateAlert', { id, configurePrice: '0.06', note: 'both' })).alert;
  assert.deepEqual([edited.switch, edited.note, edited.anchor], [1, 'both', '103']);
  assert.equal(await ada.refusal('updateAlert', { id, version, note: 'late' }), 'alertChanged');
  assert.equal(await room.deviceOf().refusal('updateAlert', { id, note: 'of another' }), 'alertNotFound');
  assert.equal((await ada.ask('updateAlert', { id, configurePrice: '0.07' })).alert.note, 'both');
});

test('a line of a file without a note is the alert with one; another note is another wish', async () => {
  const ada = room.deviceOf();
  await ada.ask('createAlert', form({ note: 'mine' }));
  const take = (line: string) =>
    ada.ask('importAlerts', { format: 'csv', importKey: 'k', content: `market,symbol,condition,target,note\n${line}` });
  const outcomeOf = async (line: string) => {
    const [told] = (await take(line)).items;
    return told!.code ?? told!.outcome;
  };
  assert.equal(await outcomeOf('spot,BTCUSDT,rises_to,110,'), 'there');
  assert.equal(await outcomeOf('spot,BTCUSDT,rises_to,110,mine'), 'there');
  assert.equal(await outcomeOf('spot,BTCUSDT,rises_to,110,yours'), '40407');
  assert.equal(await outcomeOf(`spot,BTCUSDT,rises_to,111,${'x'.repeat(101)}`), '40427');
  assert.equal(await outcomeOf('spot,BTCUSDT,rises_to,111,mine'), 'made');
});
