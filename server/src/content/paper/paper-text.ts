// The paper of a morning in the reader's language.
import { fearGreedBand } from '@tidemark/contract/fear-greed.ts';
import type { MorningPaper } from '@tidemark/contract/content.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { WordValues, Words } from '#words/index.ts';
import type { EventFacts } from '../calendar/event.ts';
import { figuresIn } from '../figures.ts';
import type { PaperFacts } from './paper-facts.ts';

export interface PaperTextDeps {
  readonly words: Pick<Words, 'text'>;
  readonly coinName: (ticker: string) => string;
  readonly eventTitle: (event: EventFacts, locale: Locale) => string;
}

export function createPaperText({
  words,
  coinName,
  eventTitle,
}: PaperTextDeps): (day: number, facts: PaperFacts, locale: Locale) => MorningPaper {
  return (day, facts, locale) => {
    const figures = figuresIn(locale);
    const { majors, breadth, sectors, movers, mood, contracts, headlines, events } = facts;
    const say = (key: string, values: WordValues) => words.text(locale, 'content', `paper.${key}`, values);
    const sectorName = (slug: string) => words.text(locale, 'content', `sector.${slug}.name`);
    const bandName = (value: number) => words.text(locale, 'content', `band.${fearGreedBand(value)}`);
    const points = majors.map(({ coin, close, change }) =>
      say('major', { name: figures.name(coinName(coin)), close: figures.price(close), change: figures.change(change) }),
    );
    if (breadth)
      points.push(
        say('breadth', {
          rising: figures.count(breadth.rising),
          falling: figures.count(breadth.falling),
          coins: figures.count(breadth.coins),
          median: figures.change(breadth.median),
        }),
      );
    if (sectors)
      points.push(
        say('sectors', {
          best: sectorName(sectors.best),
          bestChange: figures.change(sectors.bestChange),
          worst: sectorName(sectors.worst),
          worstChange: figures.change(sectors.worstChange),
        }),
      );
    if (movers)
      points.push(
        say('movers', {
          floor: figures.amount(liquidityFloorUsdt),
          up: figures.name(movers.up.coin),
          upChange: figures.change(movers.up.change),
          down: figures.name(movers.down.coin),
          downChange: figures.change(movers.down.change),
        }),
      );
    if (mood)
      points.push(
        mood.before === null
          ? say('mood', { value: figures.count(mood.value), band: bandName(mood.value) })
          : say('moodAfter', { value: figures.count(mood.value), band: bandName(mood.value), before: figures.count(mood.before) }),
      );
    if (contracts) {
      points.push(
        say('contracts', { count: contracts.count, value: figures.amount(contracts.value), change: figures.change(contracts.change) }),
      );
      if (contracts.funding !== null) points.push(say('funding', { rate: figures.rate(contracts.funding) }));
    }
    if (headlines.count > 0)
      points.push(
        headlines.coins.length > 0
          ? say('headlinesOf', { count: headlines.count, coins: figures.list(headlines.coins.map(figures.name)) })
          : say('headlines', { count: headlines.count }),
      );
    if (events.length > 0) points.push(say('events', { events: figures.list(events.map((event) => eventTitle(event, locale))) }));
    return { id: `paper-${day}`, title: say('title', { date: figures.date(day + dayMs) }), points, publishedAt: day + dayMs, day };
  };
}
