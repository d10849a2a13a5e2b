// Every figure over again, from nothing but what a simulated market of a new seed told: ticks and candles. The calls are asked as the edge
// asks them, and each number they tell is computed a second time, in the plainest way and without a line of the rooms' own code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractAt, quoteAt, type ContractQuoteRow } from '@tidemark/contract/market.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import {
  candles,
  clock,
  coinOf,
  contracts,
  day,
  bed,
  first,
  hour,
  isStable,
  listed,
  minute,
  newest,
  seed,
  simulator,
  standings,
  turnoverUsdt,
  usdt,
  type Standing,
} from './testing/fresh-market.ts';
import { createLog } from '#platform/log.ts';
import { createPair } from './trading-data/pair.ts';
import { visitor } from './testing/open-views.ts';
import { between, binOf, compared, differences, middle, same, sameList, sum } from './testing/plain-figures.ts';

const symbolsOf = (rows: readonly { symbolId: string }[]) => rows.map(({ symbolId }) => symbolId);
const idsOf = (rows: readonly Standing[]) => rows.map(({ symbol }) => symbol.symbolId);
const highest = (rows: readonly Standing[], of: (row: Standing) => number) => idsOf(rows.toSorted((a, b) => of(b) - of(a)));
const isEligible = ({ ticker, symbol, turnover }: Standing) => !isStable(ticker) && symbol.status === 'online' && turnover >= 50_000;

/** No figure of the part differs, and it was more than a few. */
function settle(t: { diagnostic(text: string): void }, before: number, atLeast: number): void {
  t.diagnostic(`seed ${seed}: ${compared - before} figures compared, ${differences.length} differ; ${compared} so far`);
  assert.deepEqual(differences.splice(0).slice(0, 20), []);
  assert.ok(compared - before >= atLeast, `${compared - before} figures`);
}

test('lists tell what was told last of every pair, and stand in the order of it', async (t) => {
  const before = compared;
  for (const businessLine of [1, 10, 11, 12] as const) {
    const { items } = await bed.askMarket('getHomeQuotation', { businessLine, pageSize: 500 });
    for (const { symbolId, baseSymbol, quote, cap } of items) {
      const tick = newest.get(symbolId)!;
      for (const figure of ['last', 'open24h', 'high24h', 'low24h', 'turnover24h', 'ts'] as const)
        same(`${symbolId} ${figure}`, quote[quoteAt[figure]], tick[figure]);
      if (businessLine !== 1)
        for (const figure of ['mark', 'index', 'fundingRate', 'openInterest'] as const)
          if (tick[figure] !== undefined) same(`${symbolId} ${figure}`, (quote as ContractQuoteRow)[contractAt[figure]], tick[figure]);
      same(`${symbolId} cap`, cap, coinOf.get(baseSymbol)!.supply! * usdt(baseSymbol));
    }
    const keys = {
      turnover: (id: string) => turnoverUsdt(listed.find(({ symbolId }) => symbolId === id)!),
      price: (id: string) => newest.get(id)!.last * usdt(listed.find(({ symbolId }) => symbolId === id)!.pricedSymbol),
      change: (id: string) => newest.get(id)!.last / newest.get(id)!.open24h - 1,
    };
    for (const sort of ['turnover', 'price', 'change'] as const) {
      const ids = symbolsOf((await bed.askMarket('getHomeQuotation', { businessLine, sort, pageSize: 500 })).items);
      sameList(
        `${businessLine} by ${sort}`,
        ids,
        ids.toSorted((a, b) => keys[sort](b) - keys[sort](a) || (a < b ? -1 : 1)),
      );
    }
  }
  settle(t, before, 1_000);
});

test('24 hours are those of the minutes: opening price, high, low and turnover', async (t) => {
  const before = compared;
  for (const { symbol, tick } of standings('spot')) {
    const from = Math.floor((tick.ts - day) / minute) * minute;
    const first = await candles(symbol.symbolId, '1m', from, from + 719 * minute);
    const all = [...first, ...(await candles(symbol.symbolId, '1m', from + 720 * minute, tick.ts))];
    if (all[0]?.ts !== from) continue;
    const inside = all.slice(2, -2);
    const of = (rows: readonly Candle[]) => ({
      high: Math.max(...rows.map(({ high }) => high)),
      low: Math.min(...rows.map(({ low }) => low)),
      turnover: sum(rows.map(({ turnover }) => turnover)),
    });
    const [most, least] = [of(all), of(inside)];
    between(`${symbol.symbolId} open24h`, tick.open24h, Math.min(all[0].low, all[1]!.low), Math.max(all[0].high, all[1]!.high));
    between(`${symbol.symbolId} high24h`, tick.high24h, least.high, Math.max(most.high, tick.last));
    between(`${symbol.symbolId} low24h`, tick.low24h, Math.min(most.low, tick.last), least.low);
    between(`${symbol.symbolId} turnover24h`, tick.turnover24h, least.turnover, most.turnover);
  }
  settle(t, before, 100);
});

test('candles of every interval are made of minutes, and days open where their zone says', async (t) => {
  const before = compared;
  const today = Math.floor(clock.now() / day) * day;
  const spot = standings('spot');
  for (const { symbol } of [...spot.slice(0, 8), ...standings('futures').slice(0, 4)]) {
    const { symbolId } = symbol;
    const halves = [0, 1].map((half) =>
      candles(symbolId, '1m', today - day + half * 12 * hour, today - day + half * 12 * hour + 719 * minute),
    );
    const minutes = (await Promise.all(halves)).flat();
    assert.equal(minutes.length, 1_440);
    for (const [interval, length] of Object.entries({ '5m': 5 * minute, '15m': 15 * minute, '1h': hour, '4h': 4 * hour, '1d': day })) {
      const answer = await bed.askMarket('getMoreKlineData', {
        symbolId,
        interval: interval as '5m',
        from: today - day,
        to: today - 1,
        limit: 500,
      });
      sameList(
        `${symbolId} ${interval}`,
        answer.candles.map(([ts]) => ts),
        Array.from({ length: day / length }, (_, i) => today - day + i * length),
      );
      for (const [ts, ...figures] of answer.candles) {
        const inside = minutes.filter((candle) => candle.ts >= ts && candle.ts < ts + length);
        const expected = [
          inside[0]!.open,
          Math.max(...inside.map(({ high }) => high)),
          Math.min(...inside.map(({ low }) => low)),
          inside.at(-1)!.close,
          sum(inside.map(({ volume }) => volume)),
          sum(inside.map(({ turnover }) => turnover)),
        ];
        expected.forEach((value, i) => same(`${symbolId} ${interval} ${ts} ${i}`, figures[i]!, value));
      }
    }
    const { items } = await bed.askMarket('getMultiKlineDataNewV2', { symbolIds: symbolId });
    const thisOne = Math.floor(clock.now() / (4 * hour)) * 4 * hour;
    const hours = await candles(symbolId, '1h', thisOne - 41 * 4 * hour, thisOne - 1);
    const closes = hours.filter(({ ts }) => (ts + hour) % (4 * hour) === 0).map(({ close }) => close);
    [...closes, newest.get(symbolId)!.last].forEach((close, i) => same(`${symbolId} line ${i}`, items[0]!.closes[i]!, close));
  }
  for (const timezone of [-480, 0, 540] as const) {
    const { symbolKlines } = await bed.askMarket('getOpenPrice', { bussiness: 'sp', timezone });
    const opened = Math.floor((clock.now() + timezone * minute) / day) * day - timezone * minute;
    for (const { symbolId, openPrice, openTime } of symbolKlines.slice(0, 40)) {
      const [first] = await candles(symbolId, '1m', opened, opened);
      if (!first) continue;
      same(`${symbolId} opens in ${timezone}`, openPrice, first.open);
      same(`${symbolId} opened in ${timezone}`, openTime, opened);
    }
  }
  settle(t, before, 20_000);
});

test('rankings over an hour, a day and a week, with who is in them', async (t) => {
  const before = compared;
  const now = clock.now();
  for (const [businessLine, line] of [
    [1, 'spot'],
    [2, 'futures'],
  ] as const) {
    const rows = standings(line);
    const priceAt = async ({ symbol }: Standing, ms: number) => {
      const at = Math.floor(ms / minute) * minute - minute;
      return (await candles(symbol.symbolId, '1m', at, at))[0]?.close ?? null;
    };
    const [hourAgo, weekAgo] = await Promise.all(
      [Math.floor(now / 10_000) * 10_000 - hour, now - 7 * day].map(
        async (ms) => new Map(await Promise.all(rows.map(async (row) => [row, await priceAt(row, ms)] as const))),
      ),
    );
    const within = {
      '1h': (row: Standing) => (hourAgo!.get(row) ? row.tick.last / hourAgo!.get(row)! - 1 : null),
      '24h': (row: Standing): number | null => row.change,
      '7d': (row: Standing) => (weekAgo!.get(row) ? row.tick.last / weekAgo!.get(row)! - 1 : null),
    };
    const eligible = rows.filter(isEligible);
    for (const window of ['1h', '24h', '7d'] as const) {
      const answer = await bed.ask('indexLeaderboardNew', { businessLine, window, limit: 200 });
      const change = (row: Standing) => within[window](row) ?? 0;
      sameList(
        `gainers ${line} ${window}`,
        symbolsOf(answer.gainers),
        highest(
          eligible.filter((row) => change(row) > 0),
          change,
        ),
      );
      sameList(
        `losers ${line} ${window}`,
        symbolsOf(answer.losers),
        highest(
          eligible.filter((row) => change(row) < 0),
          (row) => -change(row),
        ),
      );
      sameList(
        `turnover ${line}`,
        symbolsOf(answer.turnover),
        highest(eligible, ({ turnover }) => turnover),
      );
      sameList(
        `hot ${line}`,
        symbolsOf(answer.hot),
        highest(eligible, ({ heat }) => heat),
      );
      const isOld = ({ symbol, ticker }: Standing) => now - (symbol.listedAt ?? coinOf.get(ticker)!.listedAt!) >= 30 * day;
      const rises = (row: Standing) => row.change > 0 && row.change <= 0.2 && (within['7d'](row) ?? 0) > 0;
      sameList(
        `recommended ${line}`,
        symbolsOf(answer.recommended),
        highest(
          eligible.filter((row) => row.turnover >= 1_000_000 && isOld(row) && rises(row)),
          ({ turnover }) => turnover,
        ),
      );
      sameList(
        `new ${line}`,
        symbolsOf(answer.newListing),
        highest(
          rows.filter(({ symbol, ticker }) => symbol.listedAt! >= now - 30 * day && !isStable(ticker)),
          ({ symbol }) => symbol.listedAt!,
        ),
      );
      same('coins of the rule', answer.rule.coins, eligible.length);
      same('coins listed', answer.rule.listed, rows.length);
      for (const answered of answer.turnover) {
        const row = rows.find(({ symbol }) => symbol.symbolId === answered.symbolId)!;
        same(`${answered.symbolId} change24h`, answered.change24h, row.change);
        if (within[window](row) !== null) same(`${answered.symbolId} ${window}`, answered.change, within[window](row)!);
        same(`${answered.symbolId} turnover of the coin`, answered.turnover24h, row.turnover);
        same(`${answered.symbolId} cap of the coin`, answered.cap, row.cap);
      }
    }
  }
  settle(t, before, 1_000);
});

test('the whole market: caps, dominance, turnover, open interest, weighted funding, bars and tiles', async (t) => {
  const before = compared;
  const spot = standings('spot');
  const open = contracts();
  const figures = await bed.ask('getMetrics', {});
  const isListed = spot.some(({ ticker }) => ticker === 'USDT');
  // The currency everything is measured in counts, traded or not.
  const unit = isListed ? 0 : (coinOf.get('USDT')?.supply ?? 0);
  const cap = unit + sum(spot.map((row) => row.cap));
  const yesterday = unit + sum(spot.map((row) => row.before));
  const stable = unit + sum(spot.filter(({ ticker }) => isStable(ticker)).map((row) => row.cap));
  const of = (coin: string) => spot.find(({ ticker }) => ticker === coin)!;
  const paying = open.filter(({ funding }) => funding !== null);
  const expected = {
    cap,
    capChange24h: cap / yesterday - 1,
    turnover24h: sum(spot.map(({ turnover }) => turnover)),
    btcDominance: of('BTC').cap / cap,
    btcDominanceWithoutStablecoins: of('BTC').cap / (cap - stable),
    btcDominanceYesterday: of('BTC').before / yesterday,
    ethDominance: of('ETH').cap / cap,
    stablecoinCap: stable,
    activeCoins: spot.length,
    rising: spot.filter(({ change }) => binOf(change) > 5).length,
    falling: spot.filter(({ change }) => binOf(change) < 5).length,
    openInterest: sum(open.map((contract) => contract.open)),
    fundingRate: sum(paying.map((contract) => contract.open * contract.funding!)) / sum(paying.map((contract) => contract.open)),
    contractTurnover24h: sum(open.map(({ symbol }) => turnoverUsdt(symbol))),
  };
  for (const [name, value] of Object.entries(expected)) same(name, figures[name as keyof typeof expected], value);
  const byFunding = paying
    .filter(({ symbol }) => turnoverUsdt(symbol) >= 50_000)
    .toSorted((a, b) => b.funding! - a.funding!)
    .map(({ funding }) => funding!);
  // Several pay the same: the rates are compared, not whose they are.
  const rates = (rows: typeof figures.fundingHighest) => rows.map((row) => (Number(row.fundingRate) * 8) / row.fundingIntervalHours);
  rates(figures.fundingHighest).forEach((rate, i) =>
    between(`highest funding ${i}`, rate, byFunding[i]! - 5e-9 * 8, byFunding[i]! + 5e-9 * 8),
  );
  rates(figures.fundingLowest).forEach((rate, i) =>
    between(`lowest funding ${i}`, rate, byFunding.at(-1 - i)! - 5e-9 * 8, byFunding.at(-1 - i)! + 5e-9 * 8),
  );

  for (let bin = 0; bin < 11; bin++) {
    const inside = spot.filter(({ change }) => binOf(change) === bin);
    same(`bar ${bin}`, figures.riseDistribution[bin]!.count, inside.length);
    const { items } = await bed.ask('riseBinCoins', { bin, limit: 200 });
    sameList(
      `coins of bar ${bin}`,
      symbolsOf(items),
      highest(inside, ({ turnover }) => turnover),
    );
  }
  for (const size of ['cap', 'turnover'] as const) {
    const { items } = await bed.ask('heatTopCoins', { size, limit: 200 });
    const tiles = spot.filter(({ ticker }) => !isStable(ticker)).toSorted((a, b) => b[size] - a[size]);
    sameList(`tiles by ${size}`, symbolsOf(items), idsOf(tiles));
    items.forEach((tile, i) => same(`${tile.symbolId} tile`, tile.size, tiles[i]![size]));
  }
  settle(t, before, 150);
});

test('who is long and who is short: of the whole market, of every contract, and over its hours', async (t) => {
  const before = compared;
  const sidesOf = (symbolId: string, period: '5m' | '1h', to: number, limit: number) =>
    simulator.series({ metric: 'longShortAccounts', symbolId, period, to, limit });
  const largest = contracts(first.told)
    .toSorted((a, b) => b.open - a.open)
    .slice(0, 20);
  const shares = await Promise.all(largest.map(async ({ symbol }) => (await sidesOf(symbol.symbolId, '5m', first.at, 1))[0]!.values));
  const [long, short] = (['long', 'short'] as const).map((side) => sum(largest.map(({ open }, i) => open * shares[i]![side])));
  same('longShortRatio', (await bed.ask('getMetrics', {})).longShortRatio, long! / short!);

  const pair = createPair({ market: bed.market, clock, log: createLog({ level: 'silent' }) });
  for (const { symbol } of contracts()) {
    const { symbolId } = symbol;
    const hours = await sidesOf(symbolId, '1h', clock.now(), 25);
    const [dayAgo, now] = [hours[0]!, hours.at(-1)!].map(({ values }) => values.long / values.short) as [number, number];
    const answered = await pair.tradingNow(visitor, { symbolId });
    same(`${symbolId} long over short`, answered.longShort, now);
    if (hours.length === 25) same(`${symbolId} long over short, to a day ago`, answered.longShortChange24h, now / dayAgo - 1);
    const { points } = await pair.tradingSeries(visitor, { symbolId, metric: 'longShortAccounts', period: '1h', limit: 25 });
    sameList(
      `${symbolId} hours of sides`,
      points.map(([ts]) => ts),
      hours.map(({ ts }) => ts),
    );
    points.forEach(([ts, ...sides], i) => {
      const { values } = hours[i]!;
      [values.long, values.short, values.long / values.short].forEach((value, field) =>
        same(`${symbolId} sides ${ts} ${field}`, sides[field]!, value),
      );
    });
  }
  settle(t, before, 1_000);
});

test('sectors: changes, sums, growth and the line of a week', async (t) => {
  const before = compared;
  const spot = standings('spot');
  const thisHour = Math.floor(clock.now() / hour) * hour;
  const hoursOf = new Map(
    await Promise.all(
      spot.map(async (row) => {
        const hours = await candles(row.symbol.symbolId, '1h', thisHour - 169 * hour, thisHour - 1);
        return [row, new Map(hours.map((candle) => [candle.ts, candle]))] as const;
      }),
    ),
  );
  const { items } = await bed.ask('getListNameByPlateType', {});
  const known = [...new Set(spot.flatMap(({ ticker }) => coinOf.get(ticker)!.sectors))]
    .map((slug) => ({ slug, members: spot.filter((row) => coinOf.get(row.ticker)!.sectors.includes(slug) && row.turnover >= 50_000) }))
    .filter(({ members }) => members.length > 0);
  sameList('sectors', items.map(({ plateCategoryId }) => plateCategoryId).toSorted(), known.map(({ slug }) => slug).toSorted());
  const all = sum(known.flatMap(({ members }) => members.map(({ turnover }) => turnover)));
  for (const sector of items) {
    const { members } = known.find(({ slug }) => slug === sector.plateCategoryId)!;
    const name = (figure: string) => `${sector.plateCategoryId} ${figure}`;
    const turnover = sum(members.map((row) => row.turnover));
    same(name('coins'), sector.coins, members.length);
    same(name('change'), sector.change24h, sum(members.map((row) => row.before * row.change)) / sum(members.map((row) => row.before)));
    same(name('median'), sector.medianChange24h, middle(members.map(({ change }) => change)));
    same(name('turnover'), sector.turnover24h, turnover);
    same(name('share'), sector.turnoverShare, turnover / all);
    same(name('cap'), sector.cap, sum(members.map((row) => row.cap)));
    same(name('rising'), sector.rising, members.filter(({ change }) => binOf(change) > 5).length);
    same(name('falling'), sector.falling, members.filter(({ change }) => binOf(change) < 5).length);
    const ends = [...members].sort((a, b) => b.change - a.change);
    same(name('leader'), sector.leader!.change24h, ends[0]!.change);
    same(name('laggard'), sector.laggard!.change24h, ends.at(-1)!.change);

    const usual = members.flatMap((row) => {
      const week = [...hoursOf.get(row)!.values()].filter(({ ts }) => ts >= thisHour - 168 * hour).map((candle) => candle.turnover);
      return week.length < 24 ? [] : [{ now: row.pairTurnover, mean: (sum(week) / week.length) * 24 * usdt(row.symbol.pricedSymbol) }];
    });
    same(name('growth'), sector.turnoverGrowth, sum(usual.map(({ now }) => now)) / sum(usual.map(({ mean }) => mean)) - 1);

    // From hour to hour as the caps of those that were there at both ends.
    const { line, members: rows } = await bed.ask('getSectorDetail2', { plateCategoryId: sector.plateCategoryId });
    sameList(
      name('members'),
      symbolsOf(rows),
      highest(members, (row) => row.cap),
    );
    const priceAt = (row: Standing, ts: number) =>
      row.ticker === 'USDT' ? 1 : ts > thisHour ? row.tick.last : (hoursOf.get(row)!.get(ts - hour)?.close ?? null);
    const moments = [...Array.from({ length: 169 }, (_, i) => thisHour - (168 - i) * hour), clock.now()];
    const first = moments.findIndex((ts) => members.some((row) => priceAt(row, ts) !== null));
    let index = 100;
    const expected = moments.slice(first).map((ts, i, rest) => {
      const there = i === 0 ? [] : members.filter((row) => priceAt(row, rest[i - 1]!) !== null && priceAt(row, ts) !== null);
      const capAt = (moment: number) => sum(there.map((row) => coinOf.get(row.ticker)!.supply! * priceAt(row, moment)!));
      if (there.length > 0) index *= capAt(ts) / capAt(rest[i - 1]!);
      return index;
    });
    sameList(
      name('moments'),
      line.map(([at]) => at),
      moments.slice(first),
    );
    line.forEach(([at, value], i) => same(name(`line at ${at}`), value, expected[i]!));
  }
  settle(t, before, 3_000);
});
