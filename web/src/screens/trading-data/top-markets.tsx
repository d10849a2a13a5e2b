// Where most is traded: spot by quote currency, futures by line.
import { useQuery } from '@tanstack/react-query';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Band, Empty, Skeleton } from '#ui/states.tsx';
import { topMarkets } from './series-queries.ts';

const refreshMs = 60_000;
const spotLine = 1;
/** Rows of the usual answer, so that nothing moves when it comes. */
const usualRows = 7;
/** What would be rounded to nothing is something. */
const smallestShare = 0.001;

export function TopMarkets() {
  const t = useText();
  const locale = useLocale();
  const { count } = useFormat();
  const { money } = useInUnit();
  const percent = usePercent();
  const isSimulated = useIsSimulated();
  const { data, isError, refetch } = useQuery({ ...topMarkets(useApi()), refetchInterval: refreshMs });
  return (
    <section className="frame mt-3" aria-labelledby="top-markets" aria-busy={!data && !isError}>
      <header className="flex flex-wrap items-center gap-2 p-4">
        <h2 id="top-markets" className="text-14 font-semibold">
          {t('trading.topMarkets')}
        </h2>
        {isSimulated && <span className="tag warn">{t('simulated.short')}</span>}
      </header>
      {isError && !data ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
      ) : data?.items.length === 0 ? (
        <Empty title={t('trading.empty')} />
      ) : (
        <div className="px-4 pb-2">
          <ScrollTable
            labelledBy="top-markets"
            texts={[t('trading.line')]}
            numbers={[t('trading.turnover24h'), t('trading.flow.share'), t('trading.pairs')]}
          >
            {!data &&
              Array.from({ length: usualRows }, (_, i) => (
                <tr key={i} aria-hidden="true">
                  <td colSpan={4}>
                    <Skeleton width={240} />
                  </td>
                </tr>
              ))}
            {data?.items.map(({ name, businessLine, iconUrl, turnover24hUsdt, share, pairs }) => (
              <tr key={name}>
                <th scope="row">
                  <Link className="flex items-center gap-2" to={href(locale, businessLine === spotLine ? 'spot' : 'futures')}>
                    <Avatar src={iconUrl} name={name} />
                    <b>
                      <bdi>{name}</bdi>
                    </b>
                  </Link>
                </th>
                <td className="n">
                  <Num text={money(turnover24hUsdt)} />
                </td>
                <td className="n">
                  <Num text={isTiny(share) ? `<${percent(smallestShare, 1)}` : percent(share, 1)} />
                </td>
                <td className="n">
                  <Num text={count(pairs)} />
                </td>
              </tr>
            ))}
          </ScrollTable>
        </div>
      )}
    </section>
  );
}

const isTiny = (share: string): boolean => Number(share) > 0 && Number(share) < smallestShare / 2;
