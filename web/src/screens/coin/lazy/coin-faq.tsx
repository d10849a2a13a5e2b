// What people ask about a coin, answered by its figures of now.
import { useQuery } from '@tanstack/react-query';
import { last24h, type SymbolItem } from '@tidemark/contract/market.ts';
import { useId } from 'react';
import { useApi } from '#api/use-api.tsx';
import { coinHistory } from '#features/coin-view/coin-queries.ts';
import { useChange, useLatest } from '#features/coin-view/use-latest.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';

/** Each question with its answer. */
type Answers = readonly (readonly [string, string])[];

export function CoinFaq({ main }: { main: SymbolItem }) {
  const t = useText();
  const id = useId();
  const { price, change } = useFormat();
  const { money } = useInUnit();
  const { last, high } = useLatest(main);
  const day = useChange(main, last24h);
  const { data: past } = useQuery(coinHistory(useApi(), main));
  const coin = isolated(main.baseSymbol);
  const quote = isolated(main.pricedSymbol);
  // Today may be the day of the record, which the candles of a minute ago do not know yet.
  const highest = past?.allTimeHigh == null ? null : Math.max(Number(past.allTimeHigh), Number(high));
  const answers: Answers = [
    [t('coin.faq.price', { coin }), t('coin.faq.priceIs', { coin, quote, price: isolated(price(last)), change: isolated(day.text) })],
    ...(highest === null
      ? []
      : ([
          [
            t('coin.faq.high', { coin }),
            t('coin.faq.highIs', { quote, price: isolated(price(highest)), change: isolated(change(Number(last) / highest - 1).text) }),
          ],
        ] as const)),
    ...(main.cap === null ? [] : ([[t('coin.faq.cap', { coin }), t('coin.faq.capIs', { cap: isolated(money(main.cap)) })]] as const)),
    [t('coin.faq.alert', { coin }), t('coin.faq.alertHow', { button: t('coin.setAlert') })],
  ];
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="coin-title">
        {t('coin.faq')}
      </h3>
      <dl className="coin-faq">
        {answers.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <FaqFacts answers={answers} />
    </section>
  );
}

/** The same for machines (schema.org). It is data, not a script: nothing runs it. */
function FaqFacts({ answers }: { answers: Answers }) {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: answers.map(([name, text]) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })),
  };
  const plain = JSON.stringify(facts)
    .replace(/[\u2066\u2069]/g, '')
    .replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: plain }} />;
}

/** Inside a sentence a figure keeps its own direction. */
const isolated = (figure: string): string => `\u2066${figure}\u2069`;
