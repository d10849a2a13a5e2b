// Every part of the index: how much it counts, where it stands, what it is made of.
import type { FearGreedFigure } from '@tidemark/contract/fear-greed.ts';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { Sparkline } from '#ui/sparkline.tsx';

type FearGreed = Output<Calls['fearGreed']>;
type Part = FearGreed['parts'][number];

const lineDays = 90;

export function Parts({ data }: { data: FearGreed }) {
  const t = useText();
  return (
    <section className="frame fg-block" aria-labelledby="fg-parts">
      <h2 id="fg-parts">{t('fear-greed.parts')}</h2>
      <p className="fg-note">{t('fear-greed.partsNote')}</p>
      <ul className="fg-parts">
        {data.parts.map((part, place) => (
          <PartRow key={part.part} part={part} line={data.history.slice(-lineDays).map(({ parts }) => parts[place] ?? null)} />
        ))}
      </ul>
    </section>
  );
}

function PartRow({ part: { part, value, weight, nominalWeight, figures, days }, line }: { part: Part; line: readonly (number | null)[] }) {
  const t = useText();
  const percent = usePercent();
  const figureText = useFigureText();
  const levels = line.filter((level) => level !== null).map((level) => String(Math.round(level)));
  const change = levels.length > 1 ? Number(levels.at(-1)) - Number(levels[0]) : 0;
  return (
    <li>
      <div className="fg-part-head">
        <h3>{t(`fear-greed.part.${part}`)}</h3>
        <span className="fg-weight">{t('fear-greed.weight', { weight: percent(value === null ? nominalWeight : weight, 1) })}</span>
        <Num text={value === null ? null : String(Math.round(value))} className="fg-score" />
      </div>
      <div className="fg-scale" aria-hidden="true">
        {value !== null && <i style={{ insetInlineStart: `${value}%` }} />}
      </div>
      <div className="fg-part-body">
        <p>{value === null ? t('fear-greed.collecting', { days, needed: 90 }) : t(`fear-greed.about.${part}`)}</p>
        <dl>
          {figures.map(({ figure, value: amount }) => (
            <div key={figure}>
              <dt>{t(`fear-greed.figure.${figure}`)}</dt>
              <dd>
                <Num text={figureText(figure, amount)} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="fg-line">
          {levels.length > 1 && <Sparkline levels={levels.join(' ')} direction={change > 0 ? 1 : change < 0 ? -1 : 0} />}
        </div>
      </div>
    </li>
  );
}

function useFigureText(): (figure: FearGreedFigure, value: string | null) => string {
  const format = useFormat();
  const percent = usePercent();
  return (figure, value) => {
    if (figure === 'volatilityRatio') return format.price(value, { precision: 2 });
    if (figure === 'favoritesAdded' || figure === 'favoritesTotal') return format.count(value);
    if (figure === 'fundingRate') return percent(value, 4, 'always');
    if (figure === 'momentum' || figure === 'dominanceShift') return percent(value, 2, 'always');
    return percent(value, 1);
  };
}
