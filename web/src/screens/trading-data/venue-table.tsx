// Several exchanges now, of one contract or of all. Absent where this site reads no other exchange.
import { useQuery } from '@tanstack/react-query';
import { minuteMs } from '@tidemark/contract/time.ts';
import type { VenueRow } from '@tidemark/contract/venues.ts';
import { useApi } from '#api/use-api.tsx';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { venueTable } from './series-queries.ts';
import { useVenueWords } from './venue-words.ts';

const refreshMs = minuteMs / 2;
const fundingHours = 8;
const usualRows = 4;

type Total = Pick<VenueRow, 'turnover24hUsd' | 'openInterestUsd' | 'takerBuy24hUsd' | 'takerSell24hUsd' | 'liquidations24hUsd'>;

export function VenueTable({ symbolId }: { symbolId?: string }) {
  const t = useText();
  const fine = useFineFormat();
  const { money } = useInUnit();
  const isSimulated = useIsSimulated();
  const { nameOf, lackOf } = useVenueWords();
  const { data, isError, refetch } = useQuery({ ...venueTable(useApi(), symbolId), refetchInterval: refreshMs });
  if (data && !data.available) return null;
  const isPair = symbolId !== undefined;
  const takerOf = ({ takerBuy24hUsd: buy, takerSell24hUsd: sell }: Total): string | null =>
    buy === null || sell === null || Number(sell) === 0 ? null : fine.ratio(Number(buy) / Number(sell));
  const figuresOf = (row: Total, funding: string | null, longShort: string | null): (string | null)[] => [
    money(row.turnover24hUsd),
    money(row.openInterestUsd),
    funding === null ? null : fine.rate(Number(funding)),
    ...(isPair ? [longShort === null ? null : fine.ratio(Number(longShort)), takerOf(row), money(row.liquidations24hUsd)] : []),
  ];
  const heads = [
    t('trading.volume24h'),
    t('trading.openInterest'),
    t('trading.fundingEvery', { hours: fundingHours }),
    ...(isPair ? [t('trading.longShort'), t('trading.field.takerVolume.ratio'), t('trading.metric.liquidations')] : []),
  ];
  return (
    <section className="frame mt-3" aria-labelledby="by-venue" aria-busy={!data && !isError}>
      <header className="flex flex-wrap items-center gap-2 p-4">
        <h2 id="by-venue" className="text-14 font-semibold">
          {t('trading.venues.now')}
        </h2>
        {isSimulated && <span className="tag warn">{t('simulated.short')}</span>}
      </header>
      {isError && !data ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
      ) : (
        <div className="px-4 pb-2">
          <ScrollTable labelledBy="by-venue" texts={[t('trading.venues.exchange')]} numbers={heads}>
            {!data &&
              Array.from({ length: usualRows }, (_, i) => (
                <tr key={i} aria-hidden="true">
                  <td colSpan={1 + heads.length}>
                    <Skeleton width={240} />
                  </td>
                </tr>
              ))}
            {data?.items.map((row) => (
              <tr key={row.venue}>
                <th scope="row">
                  <bdi>{nameOf(row)}</bdi>
                  {lackOf(row) !== null && <small className="block text-12 font-normal text-ink-3">{lackOf(row)}</small>}
                </th>
                <Figures heads={heads} figures={figuresOf(row, row.fundingOfEightHours, row.longShort)} />
              </tr>
            ))}
            {data && (
              <tr>
                <th scope="row">{t('trading.venues.total')}</th>
                <Figures heads={heads} figures={figuresOf(data.total, null, null)} />
              </tr>
            )}
          </ScrollTable>
          <p className="py-2 text-12 text-ink-3">{t('trading.venues.note')}</p>
        </div>
      )}
    </section>
  );
}

const Figures = ({ heads, figures }: { heads: readonly string[]; figures: readonly (string | null)[] }) =>
  figures.map((figure, i) => (
    <td key={heads[i]} className="n">
      <Num text={figure} />
    </td>
  ));
