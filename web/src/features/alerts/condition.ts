// An alert in words: 'Rises to 115,000.00', 'Fall of 8% from 0.2010'.
import { type AlertItem } from '@tidemark/contract/alerts.ts';
import { alertType, isChannelType, isPercentType, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useMemo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { toPercent } from './alert-form.ts';

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
  'businessLine' | 'alertType' | 'configurePrice' | 'configurePriceUp' | 'configurePriceDown' | 'anchor'
>;

export function useCondition(): (alert: Conditioned) => string {
  const t = useText();
  const format = useFormat();
  return useMemo(
    () => (alert) => {
      const type = alert.alertType;
      if (alert.businessLine === businessLine.p2p)
        return t(type === alertType.fallsTo ? 'alerts.says.p2pBuy' : 'alerts.says.p2pSell', { target: format.price(alert.configurePrice) });
      if (isChannelType(type))
        return t(`alerts.says.${typeWord[type]}`, {
          lower: format.price(alert.configurePriceDown),
          upper: format.price(alert.configurePriceUp),
        });
      if (isPercentType(type)) {
        const target = `${toPercent(alert.configurePrice ?? '0')}%`;
        if (alert.anchor === null || (type !== alertType.risePercent && type !== alertType.fallPercent))
          return t(`alerts.says.${typeWord[type]}`, { target });
        return t(type === alertType.risePercent ? 'alerts.says.risePercent.from' : 'alerts.says.fallPercent.from', {
          target,
          anchor: format.price(alert.anchor),
        });
      }
      return t(`alerts.says.${typeWord[type]}`, { target: format.price(alert.configurePrice) });
    },
    [t, format],
  );
}
