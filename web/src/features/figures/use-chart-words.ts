import { useMemo } from 'react';
import { useText } from '#i18n/text.tsx';
import type { ChartWords } from '#ui/chart/line-chart.tsx';
import 'virtual:words/chart';

/** What every chart says about itself. */
export function useChartWords(): ChartWords {
  const t = useText();
  return useMemo(
    () => ({
      chart: t('chart.chart'),
      table: t('chart.table'),
      view: t('chart.view'),
      time: t('chart.day'),
      download: t('chart.download'),
    }),
    [t],
  );
}
