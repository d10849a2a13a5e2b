// How many coins rise and fall by how much. A bar is a button: it opens the coins that stand in it.
import { useQuery } from '@tanstack/react-query';
import { riseBins } from '@tidemark/contract/rise-bins.ts';
import { useId, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useRateFormat } from '#i18n/rate-format.ts';
import { useText, type Text } from '#i18n/text.tsx';
import { useSeededQuotes } from '#live/use-quote.tsx';
import { IconButton } from '#ui/button.tsx';
import { Num } from '#ui/number.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { binQuery, type MarketFigures } from './analytics-queries.ts';
import { CoinName } from './coin-name.tsx';
import { LiveChange, LivePrice } from './live-figures.tsx';
import { useMoney } from './money.tsx';
import 'virtual:words/analytics';

const middle = 5;
const percent = (share: number) => Math.round(Math.abs(share) * 100);

const shortName = (bin: number): string => {
  const { from, to } = riseBins[bin]!;
  if (bin === middle) return '0';
  if (from === null || to === null) return `≥${percent((from ?? to)!)}`;
  const [near, far] = [from, to].map(percent).toSorted((a, b) => a - b) as [number, number];
  return `${near}–${far}`;
};

const signed = (share: number): string => `${share < 0 ? '\u2212' : '+'}${percent(share)}%`;
const rangeName = (bin: number): string => {
  const { from, to } = riseBins[bin]!;
  if (bin === middle) return '0%';
  if (from === null) return `\u2264 ${signed(to!)}`;
  if (to === null) return `\u2265 ${signed(from)}`;
  // The bins next to the middle begin at nothing.
  return [from, to].map((edge) => (percent(edge) === 0 ? '0%' : signed(edge))).join(' \u2026 ');
};

const longName = (t: Text, bin: number, count: number): string => {
  const { from, to } = riseBins[bin]!;
  if (bin === middle) return t('analytics.bins.flat', { count });
  const [near, far] = [from ?? to!, to ?? from!].map(percent).toSorted((a, b) => a - b) as [number, number];
  if (from === null) return t('analytics.bins.fallBeyond', { count, far });
  if (to === null) return t('analytics.bins.riseBeyond', { count, far });
  return t(bin < middle ? 'analytics.bins.fall' : 'analytics.bins.rise', { count, near, far });
};

export function RiseBars({
  label,
  figures,
}: {
  label: string;
  figures: Pick<MarketFigures, 'riseDistribution' | 'rising' | 'falling'> | undefined;
}) {
  const t = useText();
  const { count } = useFormat();
  const [open, setOpen] = useState<number | null>(null);
  const panel = useId();
  const counts = figures?.riseDistribution.map((bin) => bin.count) ?? riseBins.map(() => 0);
  const most = Math.max(1, ...counts);
  return (
    <div className="rise-bars">
      <div className="bars" role="group" aria-label={label} aria-busy={figures === undefined}>
        {counts.map((inside, bin) => (
          <button
            key={shortName(bin) + (bin < middle ? 'd' : 'u')}
            type="button"
            className={bin < middle ? 'd' : bin > middle ? 'u' : ''}
            aria-expanded={open === bin}
            aria-controls={panel}
            title={longName(t, bin, inside)}
            disabled={!figures}
            onClick={() => setOpen(open === bin ? null : bin)}
          >
            <span className="num" aria-hidden="true">
              {figures ? count(inside) : ''}
            </span>
            <i style={{ blockSize: `${Math.max(1, (100 * inside) / most)}%` }} />
            <span className="num axis" aria-hidden="true">
              {shortName(bin)}
            </span>
            <span className="sr-only">{longName(t, bin, inside)}</span>
          </button>
        ))}
      </div>
      {figures && (
        <div className="share" aria-hidden="true">
          <span className="num d">{t('analytics.bins.falling', { count: figures.falling })}</span>
          <span className="bar">
            <i className="d" style={{ flexGrow: figures.falling }} />
            <i className="u" style={{ flexGrow: figures.rising }} />
          </span>
          <span className="num u">{t('analytics.bins.rising', { count: figures.rising })}</span>
        </div>
      )}
      {figures && <BinsTwin label={label} counts={counts} />}
      <div id={panel}>{open !== null && <BinCoins bin={open} onClose={() => setOpen(null)} />}</div>
    </div>
  );
}

/** The bars as numbers. */
function BinsTwin({ label, counts }: { label: string; counts: readonly number[] }) {
  const t = useText();
  const { count } = useFormat();
  const { share } = useRateFormat();
  const all = counts.reduce((sum, inside) => sum + inside, 0);
  return (
    <details className="rules bins-twin">
      <summary>{t('analytics.view.table')}</summary>
      <table className="at" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('table.change')}</th>
            <th scope="col" className="n">
              {t('analytics.bins.coins')}
            </th>
            <th scope="col" className="n">
              {t('analytics.bins.part')}
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map((inside, bin) => (
            <tr key={rangeName(bin)}>
              <th scope="row">
                <Num text={rangeName(bin)} />
              </th>
              <td className="n">
                <Num text={count(inside)} />
              </td>
              <td className="n">
                <Num text={all > 0 ? share(inside / all) : null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function BinCoins({ bin, onClose }: { bin: number; onClose(): void }) {
  const t = useText();
  const money = useMoney();
  const query = useQuery({ ...binQuery(useApi(), bin), staleTime: 0 });
  const items = query.data?.items;
  useSeededQuotes(items?.map(({ quote }) => quote) ?? noQuotes);
  const title = longName(t, bin, query.data?.total ?? 0);
  return (
    <section className="bin-coins" aria-label={title}>
      <div className="bin-head">
        <h3>{query.data ? title : <Skeleton width={160} />}</h3>
        <IconButton icon="close" label={t('action.close')} onClick={onClose} />
      </div>
      {query.isError && !items && (
        <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: () => void query.refetch() }} />
      )}
      {items && (
        <table className="at bin-table" aria-label={title}>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('table.coin')}</th>
              <th scope="col">{t('table.price')}</th>
              <th scope="col">{t('table.change')}</th>
              <th scope="col">{t('analytics.turnover24h')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((row) => (
              <tr key={row.symbolId}>
                <th scope="row" className="k-coin">
                  <CoinName coin={row} isShort />
                </th>
                <td className="n">
                  <LivePrice quote={row.quote} />
                </td>
                <td className="n">
                  <LiveChange quote={row.quote} />
                </td>
                <td className="n p2">
                  <Num text={money(row.turnover24h)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
const noQuotes: never[] = [];
