// The price, the percent or the two bounds that an alert waits for.
import { useQuery } from '@tanstack/react-query';
import { alertType, isChannelType, isPercentType, percentRule, toPercent } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useApiQueries } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { distanceOf, priceFor, type AlertForm, type FormField, type Parameters } from './alert-form.ts';
import { NumberField } from './number-field.tsx';
import { pairPrice } from './pair-price.ts';
import { offeredSteps, stepTarget, targetPlaces } from './target-steps.ts';

/** A step is read as it is set: +5%, not +5.00%. */
const withoutZeros = (percent: string): string => percent.replace(/[.,]00(?!\d)/, '');

interface TargetProps {
  readonly form: AlertForm;
  readonly parameters: Parameters | null;
  wrong(field: FormField): string | null;
  onChange(next: Partial<AlertForm>): void;
  onTouch(bound: 'upper' | 'lower'): void;
}

export function TargetFields({ form, parameters, wrong, onChange, onTouch }: TargetProps) {
  const t = useText();
  const format = useFormat();
  const { data: config } = useQuery(useApiQueries().config(useLocale()));
  const pair = parameters?.pair ?? null;
  const price = form.businessLine === businessLine.p2p ? null : priceFor(form, pair);
  const unit = pair?.rightCoinName ?? '';
  const places = targetPlaces(pair);
  const priceText = (value: string | null) => pairPrice(format, value, pair);
  if (isChannelType(form.alertType)) {
    return (
      <div className="focus-first grid grid-cols-2 items-start gap-3">
        {(['lower', 'upper'] as const).map((bound) => (
          <NumberField
            key={bound}
            label={t(`alerts.${bound}`)}
            places={places}
            value={form[bound]}
            problem={wrong(bound)}
            help={bound === 'lower' && price !== null ? t('alerts.now', { price: priceText(price) }) : undefined}
            end={<span className="unit">{unit}</span>}
            onChange={(value) => {
              onTouch(bound);
              onChange({ [bound]: value });
            }}
          />
        ))}
      </div>
    );
  }
  const isPercent = isPercentType(form.alertType);
  const steps = offeredSteps(form.alertType, config);
  const distance = isPercent ? null : distanceOf(form.value, price);
  const problem = wrong('value');
  const help =
    problem !== null && price !== null && !isPercent
      ? t(form.alertType === alertType.risesTo ? 'alerts.mustBe.above' : 'alerts.mustBe.below', { price: priceText(price) })
      : form.businessLine === businessLine.p2p
        ? t('alerts.ads', {
            lowest: format.price(parameters?.ads?.lowest ?? null),
            highest: format.price(parameters?.ads?.highest ?? null),
          })
        : distance !== null
          ? t('alerts.away', { distance: format.change(distance).text, price: priceText(price) })
          : price !== null
            ? t('alerts.now', { price: priceText(price) })
            : undefined;
  return (
    <div className="focus-first">
      <NumberField
        label={t(isPercent ? 'alerts.percent' : 'alerts.target')}
        places={isPercent ? percentRule.percentDecimals : places}
        className="target-field"
        value={form.value}
        problem={problem}
        help={help}
        end={<span className="unit">{isPercent ? '%' : unit}</span>}
        onChange={(value) => onChange({ value })}
      />
      {(isPercent || price !== null) && steps.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-1.5" role="group" aria-label={t('alerts.steps')}>
          {steps.map((by) => (
            <button
              key={by}
              type="button"
              className="chip"
              onClick={() => onChange({ value: isPercent ? toPercent(String(Math.abs(by))) : stepTarget(price!, by, places) })}
            >
              <Num text={withoutZeros(format.change(by).text)} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
