// An alert in words: 'Rises to 115,000.00', 'Fall of 8% from 0.2010'.
import { type AlertItem } from '@tidemark/contract/alerts.ts';
import { alertType, isChannelType, isPercentType, toPercent, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useMemo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { pairPrice } from './pair-price.ts';

export const typeWord = {
  [alertType.risesTo]: 'risesTo',
  [alertType.fallsTo]: 'fallsTo',
  [alertType.risePercent]: 'risePercent',
  [alertType.fallPercent]: 'fallPercent',
  [alertType.rise24hPercent]: 'rise24h',
  [alertType.fall24hPercent]: 'fall24h',
  [alertType.entersChannel]: 'enters',
  [alertType.exitsChannel]: 'exits',
} as const satisfies Record<AlertType, string>;

export type Conditioned = Pick<
  AlertItem,
  'businessLine' | 'pricePrecision' | 'alertType' | 'configurePrice' | 'configurePriceUp' | 'configurePriceDown' | 'anchor'
>;

export function useCondition(): (alert: Conditioned) => string {
  const t = useText();
  const format = useFormat();
  return useMemo(
    () => (alert) => {
      const type = alert.alertType;
      const priceText = (value: string | null) => pairPrice(format, value, alert);
      if (alert.businessLine === businessLine.p2p)
        return t(type === alertType.fallsTo ? 'alerts.says.p2pBuy' : 'alerts.says.p2pSell', { target: priceText(alert.configurePrice) });
      if (isChannelType(type))
        return t(`alerts.says.${typeWord[type]}`, {
          lower: priceText(alert.configurePriceDown),
          upper: priceText(alert.configurePriceUp),
        });
      if (isPercentType(type)) {
        const target = `${toPercent(alert.configurePrice ?? '0')}%`;
        if (alert.anchor === null || (type !== alertType.risePercent && type !== alertType.fallPercent))
          return t(`alerts.says.${typeWord[type]}`, { target });
        return t(type === alertType.risePercent ? 'alerts.says.risePercent.from' : 'alerts.says.fallPercent.from', {
          target,
          anchor: priceText(alert.anchor),
        });
      }
      return t(`alerts.says.${typeWord[type]}`, { target: priceText(alert.configurePrice) });
    },
    [t, format],
  );
}
