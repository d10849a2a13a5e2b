// The newest trades of a market.
import { useQuery } from '@tanstack/react-query';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { tradeAt } from '@tidemark/contract/market-depth.ts';
import { isLacking } from '#api/api-error.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useTime, useZoneName } from '#i18n/use-time.ts';
import { Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { recentTrades } from './depth-queries.ts';
import { Part } from './part.tsx';

export function RecentTrades({ item: { symbolId, baseSymbol, pricePrecision } }: { item: SymbolItem }) {
  const t = useText();
  const { price } = useFormat();
  const time = useTime();
  const zone = useZoneName();
  const query = useQuery(recentTrades(useApi(), symbolId));
  // Not every source tells of them: then the page has no such part.
  if (isLacking(query.error)) return null;
  return (
    <Part title={t('coin.trades')} query={query} empty={t('coin.noTrades')} isEmpty={({ trades }) => trades.length === 0}>
      {({ trades }, labelId) => (
        <ScrollTable
          labelledBy={labelId}
          texts={[`${t('coin.time')} (${zone(trades[0]![tradeAt.ts])})`, t('coin.side')]}
          numbers={[t('table.price'), t('coin.amountIn', { coin: baseSymbol })]}
          className="depth-rows"
        >
          {trades.map((trade) => {
            const size = trade[tradeAt.size];
            const isBuy = trade[tradeAt.side] === 'buy';
            return (
              <tr key={trade[tradeAt.id]}>
                <th scope="row">
                  <Num text={time(trade[tradeAt.ts], 'time')} />
                </th>
                <td className={isBuy ? 'depth-bid' : 'depth-ask'}>{t(isBuy ? 'coin.buy' : 'coin.sell')}</td>
                <td className="n">
                  <Num text={price(trade[tradeAt.price], { precision: pricePrecision })} />
                </td>
                <td className="n">
                  <Num text={price(size, { precision: size.split('.')[1]?.length ?? 0 })} />
                </td>
              </tr>
            );
          })}
        </ScrollTable>
      )}
    </Part>
  );
}
