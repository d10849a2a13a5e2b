import { fearGreedCheck, fearGreedParts, fearGreedRule, fearGreedWeights } from '@tidemark/contract/fear-greed.ts';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';

/** How the index is computed, in words: a reader with the same facts comes to the same value. */
export function Method() {
  const t = useText();
  const percent = usePercent();
  const format = useFormat();
  const date = (ms: number) => format.time(ms, 'date', 'UTC');
  const { rankedDays, leastDays, coins, contracts } = fearGreedRule;
  return (
    <section className="frame fg-block fg-method" aria-labelledby="fg-method">
      <h2 id="fg-method">{t('fear-greed.method')}</h2>
      <ol>
        <li>{t('fear-greed.method.figures', { coins, contracts })}</li>
        <li>{t('fear-greed.method.rank', { days: rankedDays, least: leastDays })}</li>
        <li>{t('fear-greed.method.weigh')}</li>
        <li>{t('fear-greed.method.missing')}</li>
        <li>{t('fear-greed.method.past')}</li>
      </ol>
      <table className="fg-table">
        <thead>
          <tr>
            <th scope="col">{t('fear-greed.column.part')}</th>
            <th scope="col" className="n">
              {t('fear-greed.column.weight')}
            </th>
            <th scope="col">{t('fear-greed.column.rule')}</th>
          </tr>
        </thead>
        <tbody>
          {fearGreedParts.map((part) => (
            <tr key={part}>
              <th scope="row">{t(`fear-greed.part.${part}`)}</th>
              <td className="n">
                <Num text={percent(fearGreedWeights[part] / 100)} />
              </td>
              <td>{t(`fear-greed.rule.${part}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="fg-note">
        {t('fear-greed.method.check', {
          source: fearGreedCheck.source,
          until: date(fearGreedCheck.weighedUpTo),
          from: date(fearGreedCheck.from),
          to: date(fearGreedCheck.to),
          days: fearGreedCheck.days,
          correlation: format.price(fearGreedCheck.correlation, { precision: 2 }),
        })}
      </p>
      <p className="fg-note">{t('fear-greed.disclaimer')}</p>
    </section>
  );
}
