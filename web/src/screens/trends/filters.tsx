import type { Article } from '@tidemark/contract/content.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Chips } from '#ui/choices.tsx';
import { countNamed, trendsHref, type NewsChoice } from './choice.ts';

const coinsOffered = 8;

/** What the day is about, as ways to narrow it down. A choice stands in the address. */
export function Filters({ choice, articles, isPending }: { choice: NewsChoice; articles: readonly Article[]; isPending: boolean }) {
  const t = useText();
  const locale = useLocale();
  const { count } = useFormat();
  const { topic, coin, isFavorites } = choice;
  const topics = withChosen(
    countNamed(articles, (article) => article.topics),
    topic,
  );
  const coins = withChosen(
    countNamed(articles, (article) => article.coins.map(({ baseSymbol }) => baseSymbol)).slice(0, coinsOffered),
    coin,
  );
  // A day without articles offers nothing to choose from; what was chosen can be taken back.
  if (articles.length === 0 && !isPending && topic === undefined && coin === undefined && !isFavorites) return null;
  const label = (text: string, times: number) => (
    <>
      <bdi>{text}</bdi> {times > 0 && <span className="num text-ink-3">{count(times)}</span>}
    </>
  );
  return (
    <div className="news-filters">
      <Chips
        label={t('news.topics')}
        choices={[
          { to: trendsHref(locale, { ...choice, topic: undefined }), label: t('news.allTopics'), isCurrent: topic === undefined },
          ...topics.map(([name, times]) => ({
            to: trendsHref(locale, { ...choice, topic: name === topic ? undefined : name }),
            label: label(t(`news.topic.${name}`), times),
            isCurrent: name === topic,
          })),
        ]}
      />
      <Chips
        label={t('news.whichCoins')}
        choices={[
          {
            to: trendsHref(locale, { ...choice, coin: undefined, isFavorites: false }),
            label: t('news.allCoins'),
            isCurrent: coin === undefined && !isFavorites,
          },
          {
            to: trendsHref(locale, { ...choice, coin: undefined, isFavorites: !isFavorites }),
            label: t('news.favorites'),
            isCurrent: isFavorites,
          },
          ...coins.map(([name, times]) => ({
            to: trendsHref(locale, { ...choice, coin: name === coin ? undefined : name, isFavorites: false }),
            label: label(name, times),
            isCurrent: name === coin,
          })),
        ]}
      />
    </div>
  );
}

/** A choice stays in sight, also on a day that has nothing of it. */
const withChosen = <T extends string>(
  counted: readonly (readonly [T, number])[],
  chosen: T | undefined,
): readonly (readonly [T, number])[] =>
  chosen === undefined || counted.some(([name]) => name === chosen) ? counted : [...counted, [chosen, 0]];
