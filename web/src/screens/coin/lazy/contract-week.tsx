// A week of the coin's largest perpetual contract; the page of trading data has the rest of it.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Api } from '#api/client.ts';
import { useApi } from '#api/use-api.tsx';
import { useChartWords } from '#features/figures/use-chart-words.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import { Num } from '#ui/number.tsx';
import { Part } from './part.tsx';
import 'virtual:words/trading';

const zero = [0];
/** As the page of trading data draws them. */
const charts = [
  { metric: 'openInterest', field: 'usd', look: { colour: 'cat-1', hasArea: true } },
  { metric: 'longShortAccounts', field: 'ratio', look: { colour: 'cat-1' }, guides: [1] },
  { metric: 'takerVolume', field: 'ratio', look: { colour: 'cat-1' }, guides: [1] },
  { metric: 'fundingRate', field: 'rate', look: { colour: 'up-fill', belowColour: 'down-fill', kind: 'bars', isThin: true }, guides: zero },
] as const satisfies readonly { metric: string; field: string; look: Partial<ChartLine>; guides?: readonly number[] }[];
type Chart = (typeof charts)[number];

const [period, periods] = ['4h', 42] as const;

interface Series {
  readonly chart: Chart;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Only what the source tells and what has begun to be a line. */
const contractWeek = (api: Api, symbolId: string) =>
  queryOptions({
    queryKey: ['coin', 'contractWeek', symbolId],
    async queryFn({ signal }): Promise<readonly Series[]> {
      const answers = await Promise.all(
        charts.map(({ metric }) => api.call('tradingSeries', { symbolId, metric, period, limit: periods }, { signal })),
      );
      return answers.flatMap(({ fields, points, forming }, i): Series[] => {
        const chart = charts[i]!;
        const whole = forming === null ? points : points.slice(0, -1);
        const values = whole.map((point) => point[fields.indexOf(chart.field) + 1] ?? null);
        return values.filter((value) => value !== null).length < 2
          ? []
          : [{ chart, times: whole.map(([at]) => at), values: values.map((value) => (value === null ? null : Number(value))) }];
      });
    },
    refetchInterval: 60_000,
  });

export function ContractWeek({ markets }: { markets: readonly SymbolItem[] }) {
  const contract = markets.find(({ symbolId, deliveryAt }) => suffixOf(symbolId) !== null && deliveryAt === undefined);
  return contract ? <Week key={contract.symbolId} contract={contract} /> : null;
}

function Week({ contract: { symbolId } }: { contract: SymbolItem }) {
  const t = useText();
  const locale = useLocale();
  const query = useQuery(contractWeek(useApi(), symbolId));
  return (
    <Part title={t('trading.title')} query={query} empty={t('trading.empty')} isEmpty={(series) => series.length === 0}>
      {(series) => (
        <>
          <div className="coin-two">
            {series.map((one) => (
              <WeekChart key={one.chart.metric} {...one} />
            ))}
          </div>
          <p className="mt-2 text-13">
            <Link className="link" to={`${href(locale, 'tradingData', { type: 'trading' })}?symbol=${symbolId}`}>
              {t('trading.title')}: {symbolId.split('_')[0]}
            </Link>
          </p>
        </>
      )}
    </Part>
  );
}

function WeekChart({ chart, times, values }: Series) {
  const t = useText();
  const { time } = useFormat();
  const fine = useFineFormat();
  const { money, rate } = useInUnit();
  const { shortDay } = useDayFormat();
  const words = useChartWords();
  const { metric, field, look } = chart;
  const name = t(`trading.metric.${metric}`);
  const line = useMemo((): ChartLine => {
    const format = metric === 'openInterest' ? money : metric === 'fundingRate' ? fine.rate : fine.ratio;
    return {
      ...look,
      id: field,
      label: t(`trading.field.${metric}.${field}` as WordId),
      values,
      format,
      ...(metric === 'openInterest' && { rate }),
    };
  }, [metric, field, look, values, money, rate, fine, t]);
  const lines = useMemo(() => [line], [line]);
  const formatTime = useMemo(
    () => (ms: number, form: 'tick' | 'full') => (form === 'tick' ? shortDay(ms, 'UTC') : `${time(ms, 'dateTime', 'UTC')} UTC`),
    [shortDay, time],
  );
  const newest = values.findLast((value) => value !== null) ?? null;
  return (
    <div className="coin-week">
      <h4>
        {name} <Num text={newest === null ? null : line.format(newest)} className="strong" />{' '}
        <span className="text-ink-3">{t('trading.range.7d')}</span>
      </h4>
      <LineChart
        label={name}
        times={times}
        lines={lines}
        formatTime={formatTime}
        words={words}
        {...('guides' in chart && { guides: chart.guides })}
      />
      <details>
        <summary>
          {t('trading.how')}
          <span className="sr-only">: {name}</span>
        </summary>
        <p>{t(`trading.about.${metric}`)}</p>
      </details>
    </div>
  );
}
