// What refuses an alert besides its own figures (section 8), and what a pair is told to be (section 3).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import { adOf } from '../testing/test-market.ts';
import { alertForm as form, openCalls, words } from '../testing/test-calls.ts';

test('section 8: configurations beyond the limit are refused, those that are switched off counted too', async () => {
  const small = await openCalls({ limits: { ...alertLimits, configured: 2 } });
  try {
    small.market.set('BTCUSDT', 100);
    const ada = small.deviceOf();
    const { alert: first } = await ada.ask('createAlert', form({ configurePrice: '300' }));
    await ada.ask('updateAlert', { id: first.id, switch: 0 });
    await ada.ask('createAlert', form({ configurePrice: '301' }));
    assert.equal(await ada.refusal('createAlert', form({ configurePrice: '302' })), 'alertTimesLimit');
    await ada.ask('deleteAlerts', { ids: [first.id] });
    await ada.ask('createAlert', form({ configurePrice: '302' }));
  } finally {
    await small.close();
  }
});

test('section 8: an alert whose message has no words is refused, in whatever language', async () => {
  const lacking: typeof words = {
    ...words,
    text: (locale, file, key) => (/fallsTo$/.test(key) ? key : words.text(locale, file, key)),
  };
  const silent = await openCalls({ words: lacking });
  try {
    silent.market.set('BTCUSDT', 100);
    const ada = silent.deviceOf();
    assert.equal(await ada.refusal('createAlert', form({ alertType: 2, configurePrice: '50' })), 'templateNotFound');
    const { alert } = await ada.ask('createAlert', form({ configurePrice: '300' }));
    assert.equal(await ada.refusal('updateAlert', { id: alert.id, alertType: 2, configurePrice: '50' }), 'templateNotFound');
  } finally {
    await silent.close();
  }
});

test('section 3, exchangeName and tabCoin: the market a pair is traded on, and the coin it is priced in', async (t) => {
  const room = await openCalls();
  t.after(() => room.close());
  room.market.setAds([adOf('sell', 0.92), adOf('buy', 0.91)]);
  const ada = room.deviceOf();
  const marketAndCurrency = async (line: 1 | 2 | 3, symbolId: string) => {
    const { items } = await ada.ask('alertExchangeSetting', { businessLine: line });
    const pair = items.find((item) => item.symbolId === symbolId)!;
    return [pair.exchangeName, pair.tabCoin];
  };
  assert.deepEqual(await marketAndCurrency(1, 'BTCUSDT'), ['Spot', 'USDT']);
  assert.deepEqual(await marketAndCurrency(2, 'BTCUSDT_UMCBL'), ['USDT-M', 'USDT']);
  assert.deepEqual(await marketAndCurrency(3, 'USDT_EUR'), ['P2P', 'EUR']);
});
