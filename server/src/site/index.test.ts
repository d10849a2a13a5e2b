import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { currencyCodes } from '@tidemark/contract/money.ts';
import { siteCalls } from '@tidemark/contract/site.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock, type HandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { createSite, type SiteDeps } from './index.ts';
import { readSettings } from './settings.ts';

const startMs = Date.UTC(2026, 0, 15, 12);
const words = createWords(fileURLToPath(new URL('../../../locales', import.meta.url)));
const log = createLog({ level: 'silent' });
const caller = (locale: Locale = 'en', ip = '203.0.113.9'): Caller => ({
  userId: null,
  sessionId: null,
  locale,
  requestId: 'request-1',
  ip,
  deviceId: null,
});
const rates = Object.fromEntries(currencyCodes.map((code) => [code, 2]));

let db: Database;
before(async () => {
  db = await openTestDatabase(log);
});
after(async () => {
  await db.close();
});
beforeEach(() => db.pool.query('truncate site_setting, error_report, location_banner'));

type Timed = { clock: HandClock };

async function withSite(
  run: (site: ReturnType<typeof createSite>, timed: Timed) => Promise<void>,
  over: Partial<SiteDeps> = {},
): Promise<void> {
  const clock = createHandClock(startMs);
  const site = createSite({
    db,
    clock,
    log,
    metrics: createMetrics(),
    words,
    rates: () => rates,
    publicUrl: 'https://tidemark.example',
    ...over,
  });
  await site.start();
  try {
    await run(site, { clock });
  } finally {
    await site.stop();
  }
}

const setting = (key: string, value: unknown) =>
  db.pool.query('insert into site_setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value', [
    key,
    JSON.stringify(value),
  ]);

interface BannerValues {
  id?: string;
  place?: string;
  locale?: string | null;
  title?: string;
  href?: string;
  image?: string | null;
  fromMs?: number;
  toMs?: number;
  sort?: number;
}
const banner = ({
  id = newId(),
  place = 'overview',
  locale = null,
  title = 'Hello',
  href = '/market-maker',
  image = null,
  fromMs = -1_000,
  toMs = 60_000,
  sort = 0,
}: BannerValues) =>
  db.pool.query(
    `insert into location_banner (id, place, locale, title, text, href, image, starts_at, ends_at, sort)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, place, locale, title, 'Come in', href, image, new Date(startMs + fromMs), new Date(startMs + toMs), sort],
  );

test('section 3: the public config is complete by itself, with the fiat of the language', () =>
  withSite(async (site) => {
    const config = await site.calls.config(caller('ar'), {});
    assert.ok(v.is(siteCalls.config.output, config));
    assert.equal(Object.values(config.overviewSwitch).length, 13);
    assert.ok(Object.values(config.overviewSwitch).every(Boolean));
    assert.deepEqual(config.defineGroup, { groupLimit: 10, groupCoinLimit: 100, totalLimit: 500 });
    assert.equal(config.currencyConfig.length, currencyCodes.length);
    assert.equal(config.fiatCurrency, 'SAR');
    assert.equal((await site.calls.config(caller('en'), {})).fiatCurrency, 'USD');
  }));

test('links to the exchange are https addresses that leave the coin open; others are left out and told', () => {
  const told = (sp: unknown) => readSettings(new Map([['tradeUrls', { sp }]]));
  for (const wrong of [
    'http://x.example/{base}',
    'https://x.example/',
    'javascript:alert({base})',
    'https://x.example/{base} {quote}',
    5,
  ]) {
    const { settings, problems } = told(wrong);
    assert.equal(settings.tradeUrls.sp, null, String(wrong));
    assert.equal(problems.length, 1, String(wrong));
  }
  assert.equal(told('https://x.example:8443/t?pair={symbol}').settings.tradeUrls.sp, 'https://x.example:8443/t?pair={symbol}');
});

test('the operator switches by rows, seen within half a minute; a wrong row changes nothing', () =>
  withSite(async (site, { clock }) => {
    const config = async () => site.calls.config(caller('ja'), {});
    await setting('overviewSwitch', { fearIndex: false });
    await setting('onChainSwitch', false);
    await setting('currencyConfig', ['EUR', 'USD']);
    await setting('defineGroup', { groupLimit: 'many' });
    await setting('marketRanking', { misspelt: true });
    await setting('noSuchSetting', 1);
    await setting('tradeUrls', { sp: 'https://exchange.example/spot/{base}_{quote}' });
    assert.equal((await config()).onChainSwitch, true, 'not before it is read again');
    clock.advance(30_000);
    await until('the switch is off', async () => !(await config()).onChainSwitch);
    const changed = await config();
    assert.equal(changed.overviewSwitch.fearIndex, false);
    assert.equal(changed.overviewSwitch.aiIndex, true, 'what is not named stays');
    assert.deepEqual(
      changed.currencyConfig.map((unit) => unit.code),
      ['EUR', 'USD'],
    );
    assert.equal(changed.fiatCurrency, 'EUR', 'JPY is not offered any more');
    assert.equal(changed.defineGroup.groupLimit, 10);
    assert.deepEqual(changed.tradeUrls, { sp: 'https://exchange.example/spot/{base}_{quote}', umcbl: null, cmcbl: null, dmcbl: null });
    assert.ok(v.is(siteCalls.config.output, changed));

    await db.pool.query("delete from site_setting where key = 'onChainSwitch'");
    clock.advance(30_000);
    await until('the switch is on', async () => (await config()).onChainSwitch);
  }));

test('settings outlive a database that goes away', async () => {
  await setting('onChainSwitch', false);
  await withSite(async (site, { clock }) => {
    await db.pool.query('alter table site_setting rename to site_setting_away');
    try {
      clock.advance(60_000);
      await site.stop();
      assert.equal((await site.calls.config(caller(), {})).onChainSwitch, false);
      assert.equal(site.hasOnchain(), false, 'and the pages hear of it');
    } finally {
      await db.pool.query('alter table site_setting_away rename to site_setting');
    }
  });
});

test('languages, hidden coins, the place of the request, the time', async () => {
  await setting('hiddenCoins', [{ baseSymbol: 'XMR', languageList: ['ko'], ipCountryNameList: ['Japan'] }]);
  await withSite(
    async (site, { clock }) => {
      const common = await site.calls.webCommonConfig(caller(), {});
      assert.ok(v.is(siteCalls.webCommonConfig.output, common));
      assert.equal(common.languages.length, 27);
      assert.deepEqual(
        common.hiddenCoins.map((coin) => coin.baseSymbol),
        ['XMR'],
      );
      assert.deepEqual(await site.calls.clientCommonConfig(caller(), {}), { localVo: { ip: '203.0.113.9', ipCode: 'NL' } });
      assert.equal((await site.calls.config(caller(), {})).ipCode, 'NL');
      clock.advance(5);
      assert.deepEqual(await site.calls.time(caller(), {}), { serverTime: startMs + 5 });
    },
    { countryOf: () => 'NL' },
  );
  await withSite(async (site) => assert.equal((await site.calls.clientCommonConfig(caller(), {})).localVo.ipCode, null));
});

test('section 3, Language entry: hide tells the languages that an operator does not offer, English never among them', async () => {
  await setting('hiddenLanguages', ['ko', 'tr']);
  await setting('closedCountries', ['NL']);
  await withSite(async (site) => {
    const { languages } = await site.calls.webCommonConfig(caller(), {});
    assert.deepEqual(languages.flatMap(({ locale, hide }) => (hide ? [locale] : [])).sort(), ['ko', 'tr']);
    assert.deepEqual(site.closedCountries(), ['NL']);
  });
  await setting('hiddenLanguages', ['en']);
  await withSite(async (site) => assert.ok((await site.calls.webCommonConfig(caller(), {})).languages.every(({ hide }) => !hide)));
});

test('rates of all currencies, or a refusal', () =>
  withSite(async (site) => {
    const answer = await site.calls.usdtRate(caller(), {});
    assert.ok(v.is(siteCalls.usdtRate.output, answer));
    assert.equal(answer.rates.EUR, '2');
    const lacking = createSite({
      db,
      clock: createHandClock(startMs),
      log,
      metrics: createMetrics(),
      words,
      rates: () => ({ USD: 1 }),
      publicUrl: 'https://tidemark.example',
    });
    assert.throws(
      () => lacking.calls.usdtRate(caller(), {}),
      (error) => error instanceof Refusal && error.error === 'sourceLacksData',
    );
  }));

test('titles come in the asked language, not the one of the caller; unknown keys are left out', () =>
  withSite(async (site) => {
    const ask = (locale: Locale, ...translationKeys: string[]) => site.calls.getTdkMltQueryList(caller('en'), { locale, translationKeys });
    const arabic = await ask('ar', 'spot.title', 'no.such.key', 'spot.title', 'spot.description', '__proto__');
    assert.deepEqual(
      arabic.map((text) => text.translationKey),
      ['spot.title', 'spot.description'],
    );
    const english = await ask('en', 'spot.title');
    assert.notEqual(arabic[0]!.translationContent, english[0]!.translationContent);
    assert.deepEqual(await ask('asia', 'spot.title'), english, 'a variant of English');
  }));

test('titles promise no more coins than are listed', async () => {
  const about = async (coins: number) => {
    let said = '';
    await withSite(
      async (site) => {
        const [text] = await site.calls.getTdkMltQueryList(caller(), { locale: 'en', translationKeys: ['spot.description'] });
        said = text!.translationContent;
      },
      { coins: () => coins },
    );
    return /(\d+)\+ coins/.exec(said)?.[1];
  };
  assert.deepEqual([await about(60), await about(1_500)], ['60', '800']);
});

test('banners: those of the place and the language whose time it is, in their order', async () => {
  await banner({ title: 'second', sort: 2 });
  await banner({ title: 'first', sort: 1, href: 'https://tidemark.example/markets/spot', image: '/banner.svg' });
  await banner({ title: 'arabic', locale: 'ar' });
  await banner({ title: 'alerts', place: 'alerts' });
  await banner({ title: 'later', fromMs: 10_000 });
  await banner({ title: 'over', fromMs: -9_000, toMs: -1 });
  await banner({ title: 'script', href: 'javascript:alert(1)' });
  await banner({ title: 'elsewhere', image: 'https://cdn.example/x.png' });
  await banner({ title: 'x'.repeat(300) });
  await withSite(async (site, { clock }) => {
    const titles = async (locale: Locale, location: 'overview' | 'alerts' = 'overview') =>
      (await site.calls.locationBanner(caller(locale), { location })).items.map((item) => item.title);
    assert.deepEqual(await titles('en'), ['first', 'second']);
    assert.deepEqual(await titles('ar'), ['arabic', 'first', 'second']);
    assert.deepEqual(await titles('en', 'alerts'), ['alerts']);
    const answer = await site.calls.locationBanner(caller(), { location: 'overview' });
    assert.ok(v.is(siteCalls.locationBanner.output, answer));
    assert.equal(answer.total, 2);
    assert.equal(answer.items[0]!.link, '/markets/spot');
    clock.advance(10_000);
    assert.deepEqual(await titles('en'), ['later', 'first', 'second'], 'times are judged at the moment of asking');
    clock.advance(50_000);
    assert.deepEqual(await titles('en'), []);
  });
});

const reports = async () =>
  (await db.pool.query('select kind, message, stack, url, trace_id, count, at from error_report order by id')).rows;

test('a report is on disk before it is acknowledged, without what names somebody', () =>
  withSite(async (site) => {
    const answer = await site.calls.errorReport(caller(), {
      kind: 'error',
      message: 'Boom for ada@example.org',
      stack: 'at f (https://tidemark.example/a.js?t=1:2:3)\0',
      path: '/account?rtoken=abc',
      requestId: 'request-9',
      occurredAt: startMs - 1_000,
    });
    assert.deepEqual(answer, { kept: true });
    assert.deepEqual(await reports(), [
      {
        kind: 'error',
        message: 'Boom for [email]',
        stack: 'at f (https://tidemark.example/a.js:2:3)',
        url: '/account',
        trace_id: 'request-9',
        count: 1,
        at: new Date(startMs - 1_000),
      },
    ]);
  }));

test('section 8 and 9: aborted requests are dropped, a trace that a browser drew is kept; the same report again is counted', () =>
  withSite(async (site, { clock }) => {
    const report = (kind: 'error' | 'trace' | 'socket', message: string) => site.calls.errorReport(caller(), { kind, message });
    assert.deepEqual(await report('trace', 'slow call: listAlerts'), { kept: true });
    assert.deepEqual(await report('error', 'CanceledError: Request aborted'), { kept: false });
    assert.equal((await reports()).length, 1);
    await report('socket', 'max retries');
    await report('socket', 'max retries');
    assert.deepEqual(
      (await reports()).map((row) => [row.message, row.count]),
      [
        ['slow call: listAlerts', 1],
        ['max retries', 2],
      ],
    );
    clock.advance(120_000);
    await report('socket', 'max retries');
    assert.equal((await reports()).length, 3, 'much later it is another event');
  }));

test('a report that cannot be stored is not acknowledged', () =>
  withSite(async (site) => {
    await db.pool.query('alter table error_report rename to error_report_away');
    try {
      await assert.rejects(async () => site.calls.errorReport(caller(), { kind: 'error', message: 'x' }));
    } finally {
      await db.pool.query('alter table error_report_away rename to error_report');
    }
  }));

test('reports are kept for 30 days, and only the newest 50,000', async () => {
  const insert = (message: string, howMany: number, ageDays: number) =>
    db.pool.query(
      `insert into error_report (id, at, kind, message)
       select gen_random_uuid(), $1::timestamptz - ($2::int * interval '1 day') + n * interval '1 ms', 'error', $3 || n
       from generate_series(1, $4::int) n`,
      [new Date(startMs), ageDays, message, howMany],
    );
  const count = async () => Number((await db.pool.query('select count(*) from error_report')).rows[0].count);
  await insert('old', 5, 31);
  await insert('recent', 3, 29);
  await withSite(async (_site, { clock }) => {
    await until('three reports', async () => (await count()) === 3);
    await insert('flood', 50_002, 1);
    clock.advance(3_600_000);
    await until('the limit of reports', async () => (await count()) === 50_000);
    const oldest = await db.pool.query('select message from error_report order by at limit 1');
    assert.equal(oldest.rows[0].message, 'flood3', 'the oldest go first');
  });
});

test('how pages feel to visitors is told in figures by page and device, in seconds; what was not measured is left out', async () => {
  const metrics = createMetrics();
  await withSite(
    async (site) => {
      const tell = (felt: object) => site.calls.pageVitals(caller(), v.parse(siteCalls.pageVitals.input, felt));
      assert.deepEqual(await tell({ page: 'spot', device: 'phone', lcp: 2400, inp: 180, cls: 0.03 }), { kept: true });
      await tell({ page: 'spot', device: 'phone', lcp: 5000 });
      const text = await metrics.text();
      const figure = (name: string, labels: string) =>
        text.match(new RegExp(`^${name}\\{${labels}page="spot",device="phone"\\} (\\S+)$`, 'm'))?.[1];
      assert.equal(figure('page_lcp_seconds_bucket', 'le="2.5",'), '1');
      assert.equal(figure('page_lcp_seconds_count', ''), '2');
      assert.equal(figure('page_lcp_seconds_sum', ''), '7.4');
      assert.equal(figure('page_inp_seconds_count', ''), '1');
      assert.equal(figure('page_inp_seconds_sum', ''), '0.18');
      assert.equal(figure('page_cls_sum', ''), '0.03');
    },
    { metrics },
  );
});
