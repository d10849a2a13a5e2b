// Prices of a week, a column for each day: what the small lines of the page show, in figures.
import { useQuery } from '@tanstack/react-query';
import { sparklinePoints } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { useId } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Price } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { weekColumns, type WeekCoin } from '../week-columns.ts';
import '#styles/figure-table.css';

export function WeekTable({ coins, onClose }: { coins: readonly WeekCoin[]; onClose(): void }) {
  const t = useText();
  const id = useId();
  const { price } = useFormat();
  const { minute, shortDay } = useDayFormat();
  const query = useQuery(callQuery(useApi(), 'getMultiKlineDataNewV2', { symbolIds: coins.map(({ symbolId }) => symbolId).join(',') }));
  const closesOf = new Map(query.data?.items.map(({ symbolId, closes }) => [symbolId, closes]));
  const columns = weekColumns(query.dataUpdatedAt, sparklinePoints);
  return (
    <Dialog isOpen onClose={onClose} title={t('table.last7days')} closeLabel={t('action.close')} size="wide">
      <p id={id} className="mb-2 text-12 text-ink-3">
        {t('table.price')}, UTC
      </p>
      {query.isError ? (
        <Band kind="error" text={t('overview.failed')} action={{ label: t('action.retry'), onClick: () => void query.refetch() }} />
      ) : !query.data ? (
        <Skeleton width={280} />
      ) : (
        <ScrollTable
          labelledBy={id}
          texts={[t('table.coin')]}
          numbers={columns.map(({ at }) => (at % dayMs === 0 ? shortDay(at, 'UTC') : `${shortDay(at, 'UTC')}, ${minute(at, 'UTC')}`))}
        >
          {coins.map(({ symbolId, baseSymbol }) => (
            <tr key={symbolId}>
              <th scope="row">
                <bdi>{baseSymbol}</bdi>
              </th>
              {columns.map(({ at, fromEnd }) => (
                <td key={at} className="n">
                  <Price text={price(closesOf.get(symbolId)?.at(-fromEnd))} />
                </td>
              ))}
            </tr>
          ))}
        </ScrollTable>
      )}
    </Dialog>
  );
}
