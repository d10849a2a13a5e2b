// The largest positions of the last day that were closed by force, of one contract or of all.
import { useQuery } from '@tanstack/react-query';
import { href } from '@tidemark/contract/pages.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Band, Empty, Skeleton } from '#ui/states.tsx';
import { largestLiquidations } from './series-queries.ts';

const refreshMs = 15_000;
/** A list that began so much later than a day ago says since when it knows. */
const slackMs = 5 * minuteMs;
const [usualRows, columns] = [10, 5];

export function LargestLiquidations({ symbolId }: { symbolId?: string }) {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const { money } = useInUnit();
  const isSimulated = useIsSimulated();
  const { data, isError, refetch } = useQuery({ ...largestLiquidations(useApi(), symbolId), refetchInterval: refreshMs });
  const timeOf = (ms: number) => `${format.time(ms, 'dateTime', 'UTC')} UTC`;
  return (
    <section className="frame mt-3" aria-labelledby="largest-liquidations" aria-busy={!data && !isError}>
      <header className="flex flex-wrap items-center gap-2 p-4">
        <h2 id="largest-liquidations" className="text-14 font-semibold">
          {t('trading.liquidations.largest')}
        </h2>
        {isSimulated && <span className="tag warn">{t('simulated.short')}</span>}
        {data?.available && data.asOf - data.since < dayMs - slackMs && (
          <p className="text-12 text-ink-3">{t('trading.liquidations.since', { time: timeOf(data.since) })}</p>
        )}
      </header>
      {isError && !data ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
      ) : data && !data.available ? (
        <Empty title={t('trading.missing')} />
      ) : data?.items.length === 0 ? (
        <Empty title={t('trading.empty')} />
      ) : (
        <div className="px-4 pb-2">
          <ScrollTable
            labelledBy="largest-liquidations"
            texts={[t('trading.contract'), t('trading.liquidations.side')]}
            numbers={[t('trading.price'), t('trading.liquidations.value'), t('trading.time')]}
          >
            {!data &&
              Array.from({ length: usualRows }, (_, i) => (
                <tr key={i} aria-hidden="true">
                  <td colSpan={columns}>
                    <Skeleton width={240} />
                  </td>
                </tr>
              ))}
            {data?.items.map(({ symbolId: of, baseSymbol, pricedSymbol, iconUrl, side, price, usd, at }) => (
              <tr key={`${of} ${at} ${side} ${usd}`}>
                <th scope="row">
                  <Link className="flex items-center gap-2" to={`${href(locale, 'tradingData', { type: 'trading' })}?symbol=${of}`}>
                    <Avatar src={iconUrl} name={baseSymbol} />
                    <b>{baseSymbol}</b>
                    <span className="text-ink-3">{pricedSymbol}</span>
                  </Link>
                </th>
                <td>
                  <span className={side === 'long' ? 'text-down' : 'text-up'}>
                    {t(side === 'long' ? 'trading.longs' : 'trading.shorts')}
                  </span>
                </td>
                <td className="n">
                  <Num text={format.price(Number(price))} />
                </td>
                <td className="n">
                  <Num text={money(usd)} />
                </td>
                <td className="n">
                  <Num text={format.time(at, 'time', 'UTC').slice(0, 5)} />
                </td>
              </tr>
            ))}
          </ScrollTable>
        </div>
      )}
    </section>
  );
}
