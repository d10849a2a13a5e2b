// AI picks: up to five coins a day by a fixed, documented model (docs/ai-picks.md), each with the factors that led to it,
// and a scorecard of all of them. A pick is stored once and never changed; its outcome is added when its days are over.
import { setTimeout as delay } from 'node:timers/promises';
import { pickFactors, pickHorizons, type CoinPick, type PastPick } from '@tidemark/contract/picks.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { dayStart } from '@tidemark/contract/time.ts';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Words } from '#words/index.ts';
import { createDailyJob } from '../daily-job.ts';
import type { Part } from '../part.ts';
import { figureOrNull, figureText } from '../trading-data/figure.ts';
import { createAskedKeys } from './asked-keys.ts';
import { createExplain } from './explain.ts';
import { createKeeper } from './keeper.ts';
import { chosenModel } from './model.ts';
import { createPhrase, type PhraseSettings } from './phrase.ts';
import { curveOf, sumUp, writeScore } from './scorecard.ts';
import { createStore, type ShownPick } from './store.ts';

export interface PicksDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: Market;
  readonly words: Pick<Words, 'text'>;
  readonly isKeeper: IsKeeper;
  /** null = explanations stay as they are. */
  readonly phrasing: PhraseSettings | null;
}

/** While the first picks are being made. */
const askAgainMs = 100;
/** A new day is noticed within this. */
const lookEveryMs = 30_000;
const pastShown = 60;
/** After an answer that did not come or was not believed. */
const phraseAgainMs = 10 * 60_000;

export function createPicks({
  db,
  clock,
  log,
  market,
  words,
  isKeeper,
  phrasing,
}: PicksDeps): Part<'getAiRecommendListV2' | 'getAiCoinRecommendByCoinId' | 'getAiCoinRecommendList'> {
  const store = createStore(db.orm);
  const keep = createKeeper({ clock, market, store });
  const explain = createExplain(words);
  const phrase = phrasing && createPhrase(phrasing, log);
  const asked = createAskedKeys({ clock, againMs: phraseAgainMs });
  const job = createDailyJob({
    clock,
    log,
    name: 'AI picks',
    everyMs: lookEveryMs,
    run: async (signal) => (isKeeper?.() ? keep(signal) : undefined),
  });

  /** The plain text is shown until a phrased one has come. */
  const contentOf = async (pick: ShownPick, plain: string, locale: Locale): Promise<string> => {
    if (!phrase) return plain;
    const stored = await store.text(pick.day, pick.coinId, locale);
    const key = `${pick.day} ${pick.coinId} ${locale}`;
    if (stored === null && asked.mayAsk(key)) {
      void phrase(plain, locale)
        .then((content) => (content === null ? undefined : store.saveText(pick.day, pick.coinId, locale, content)))
        .catch((error: unknown) => log.warn({ err: error, room: 'analytics' }, 'a phrased explanation could not be kept'));
    }
    return stored ?? plain;
  };

  const headOf = (pick: ShownPick) => ({
    coinId: pick.coinId,
    symbolId: pick.symbolId,
    coinName: pick.coinId,
    coinIcon: market.iconUrl(pick.coinId),
    pickedAt: pick.day,
    isBackfilled: pick.isBackfilled,
    rank: pick.rank,
    price: figureText(pick.price),
  });

  const showPick = async (pick: ShownPick, coins: number, locale: Locale): Promise<CoinPick> => {
    const coin = market.catalog.coin(pick.coinId);
    const { title, content } = explain(pick, coins, locale);
    return {
      ...headOf(pick),
      name: coin?.name ?? pick.coinId,
      score: figureText(pick.score),
      tags: [...(coin?.sectors ?? [])],
      longRate: figureOrNull(pick.longShare),
      shortRate: pick.longShare === null ? null : figureText(1 - pick.longShare),
      deciphermentTitle: title,
      deciphermentContent: await contentOf(pick, content, locale),
      deciphermentUpdateTime: pick.day,
      factors: pickFactors.map((name) => ({
        name,
        value: figureText(pick.factors[name]),
        rank: figureText(pick.ranks[name]),
        weight: figureText(chosenModel.weights[name]),
      })),
      averageTurnover7d: figureText(pick.averageTurnover),
      fundingRate: figureOrNull(pick.fundingRate),
      takerBuyShare: figureOrNull(pick.takerBuyShare),
    };
  };

  const showPast = (pick: ShownPick): PastPick => ({
    ...headOf(pick),
    outcomes: pickHorizons.map((days) => {
      const against = pick.dayOutcomes.find((outcome) => outcome.days === days);
      return {
        days,
        change: figureOrNull(pick.outcomes.find((outcome) => outcome.days === days)?.change),
        btcChange: figureOrNull(against?.btc),
        randomChange: figureOrNull(against?.random),
      };
    }),
  });

  /** Right after the very first start there is nothing to show for a moment. */
  const newestDay = async () => {
    for (;;) {
      const newest = await store.newestDay();
      if (newest || !(await Promise.race([job.running().then(() => false), delay(askAgainMs, true, { ref: false })])))
        return newest ?? store.newestDay();
    }
  };

  return {
    calls: {
      async getAiRecommendListV2(caller) {
        const day = await newestDay();
        if (!day) return { items: [], total: 0, pickedAt: null, coins: 0 };
        const picks = await store.picksOf(day.day);
        const items = await Promise.all(picks.map((pick) => showPick(pick, day.universe.length, caller.locale)));
        return { items, total: items.length, pickedAt: day.day, coins: day.universe.length };
      },
      async getAiCoinRecommendByCoinId(caller, { coinId }) {
        await newestDay();
        const { picks } = await store.page(coinId, 0, pastShown);
        const newest = picks[0];
        if (!newest) return refuse('notFound');
        const [day] = await store.daysSince(newest.day);
        return {
          pick: await showPick(newest, day?.universe.length ?? 0, caller.locale),
          isToday: newest.day === dayStart(clock.now()),
          past: picks.map(showPast),
        };
      },
      async getAiCoinRecommendList(_caller, { pageNum, pageSize, params: { coinId } }) {
        await newestDay();
        const [{ picks, total }, judged, first] = await Promise.all([
          store.page(coinId, (pageNum - 1) * pageSize, pageSize),
          store.judged(coinId),
          store.firstDays(),
        ]);
        return {
          items: picks.map(showPast),
          total,
          scores: pickHorizons.map((days) => writeScore(sumUp(judged, days), figureText)),
          curve: curveOf(judged, figureText),
          liveSince: first.live,
          firstDay: first.all,
        };
      },
    },
    start: job.start,
    stop: job.stop,
  };
}
