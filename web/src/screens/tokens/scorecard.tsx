// How all past picks did, good or bad, and what they are made of.
import { pickCostOfTrade } from '@tidemark/contract/picks.ts';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { RecordCurve } from './record-curve.tsx';
import { useVerdictText } from './use-verdict-text.ts';

type Past = Output<Calls['getAiCoinRecommendList']>;

export function Scorecard({ past: { scores, curve, liveSince, firstDay } }: { past: Past }) {
  const t = useText();
  const format = useFormat();
  const percent = usePercent();
  const verdictText = useVerdictText();
  const day = (ms: number | null) => format.time(ms, 'date', 'UTC');
  const longest = scores.at(-1);
  return (
    <section className="frame picks-block" aria-labelledby="picks-scorecard">
      <h2 id="picks-scorecard">{t('picks.scorecard')}</h2>
      {longest && longest.picks > 0 && <p className="picks-verdict">{verdictText(longest.edge, longest.days)}</p>}
      {curve.length > 2 && <RecordCurve curve={curve} />}
      <ScrollTable
        labelledBy="picks-scorecard"
        texts={[t('picks.column.after')]}
        numbers={(['picks', 'net', 'btc', 'random', 'aheadOfBtc', 'aheadOfMedian'] as const).map((name) => t(`picks.column.${name}`))}
        className="picks-table"
      >
        {scores.map((score) => (
          <tr key={score.days}>
            <th scope="row">{t('picks.days', { days: score.days })}</th>
            <td className="n">
              <Num text={format.count(score.picks)} />
            </td>
            <td className="n">
              <Change {...format.change(score.netChange)} />
            </td>
            <td className="n">
              <Change {...format.change(score.btcChange)} />
            </td>
            <td className="n">
              <Change {...format.change(score.randomChange)} />
            </td>
            <td className="n">
              <Num text={percent(score.aheadOfBtc, 1)} />
            </td>
            <td className="n">
              <Num text={percent(score.aheadOfMedian, 1)} />
            </td>
          </tr>
        ))}
      </ScrollTable>
      <p className="picks-note">{t('picks.scoreNote', { cost: percent(pickCostOfTrade, 1) })}</p>
      {liveSince !== null && firstDay !== null && firstDay < liveSince && (
        <p className="picks-note">{t('picks.backfilledNote', { first: day(firstDay), live: day(liveSince) })}</p>
      )}
    </section>
  );
}
