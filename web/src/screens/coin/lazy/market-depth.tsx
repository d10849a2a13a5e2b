// Open orders of a market: added up as a chart with its table, and the best of them.
import { useQuery } from '@tanstack/react-query';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { useId, useMemo, useState } from 'react';
import { isLacking } from '#api/api-error.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { AxisLabels, Grid, LabelsAcross } from '#ui/chart/axis-marks.tsx';
import { axisOf, shareOf } from '#ui/chart/scale.ts';
import { Num } from '#ui/number.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { depthOf, stairOf, type Depth, type DepthLevel } from '../depth-levels.ts';
import { openOrders } from './depth-queries.ts';
import { Part } from './part.tsx';
import '#styles/coin-depth.css';

const bestRows = 8;

export function MarketDepth({ item }: { item: SymbolItem }) {
  const t = useText();
  const query = useQuery(openOrders(useApi(), item.symbolId));
  // Not every source tells of them: then the page has no such part.
  if (isLacking(query.error)) return null;
  return (
    <Part title={t('coin.depth')} query={query} empty={t('coin.noOrders')} isEmpty={({ bids, asks }) => bids.length + asks.length === 0}>
      {(book, labelId) => <Book book={book} item={item} labelId={labelId} />}
    </Part>
  );
}

function Book({ book, item, labelId }: { book: Parameters<typeof depthOf>[0]; item: SymbolItem; labelId: string }) {
  const t = useText();
  const bestId = useId();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const depth = useMemo(() => depthOf(book), [book]);
  const { priceText, sizeText } = useTexts(item, book);
  const row = (level: DepthLevel, side: 'bids' | 'asks') => (
    <tr key={`${side} ${level.price}`}>
      <th scope="row" className="n">
        <Num text={priceText(level.price)} className={side === 'bids' ? 'depth-bid' : 'depth-ask'} />
      </th>
      <td className="n">
        <Num text={sizeText(level.size)} />
      </td>
      <td className="n">
        <Num text={sizeText(level.total)} />
      </td>
    </tr>
  );
  const heads = [t('table.price'), t('coin.amountIn', { coin: item.baseSymbol }), t('coin.totalIn', { coin: item.baseSymbol })];
  return (
    <div className="coin-two">
      <figure className="chart depth-chart" aria-labelledby={labelId}>
        <div className="chart-tools">
          <ul className="chart-keys">
            <li className="chart-key square">
              <i className="depth-bid" />
              {t('coin.bids')}
            </li>
            <li className="chart-key square">
              <i className="depth-ask" />
              {t('coin.asks')}
            </li>
            <li className="text-12 text-ink-3">{t('coin.totalIn', { coin: item.baseSymbol })}</li>
          </ul>
          <RadioSegments<'chart' | 'table'>
            isInline
            label={t('coin.view')}
            options={[
              { value: 'chart', label: t('coin.chart') },
              { value: 'table', label: t('coin.table') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
        {view === 'chart' ? (
          <DepthPlot depth={depth} item={item} priceText={priceText} />
        ) : (
          <div className="chart-twin" role="region" aria-labelledby={labelId} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {heads.map((head) => (
                    <th key={head} scope="col" className="n">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              {(['asks', 'bids'] as const).map((side) => (
                <tbody key={side}>
                  <tr>
                    <th scope="rowgroup" colSpan={3}>
                      {t(`coin.${side}`)}
                    </th>
                  </tr>
                  {depth[side].map((level) => row(level, side))}
                </tbody>
              ))}
            </table>
          </div>
        )}
      </figure>
      <section aria-labelledby={bestId}>
        <h4 id={bestId} className="coin-title">
          {t('coin.orderBook')}
        </h4>
        <ScrollTable labelledBy={bestId} texts={[]} numbers={heads} className="depth-rows">
          {depth.asks
            .slice(0, bestRows)
            .toReversed()
            .map((level) => row(level, 'asks'))}
          <tr>
            <td colSpan={3}>
              {t('coin.spread')} <Num text={depth.spread === null ? null : priceText(depth.spread)} />
            </td>
          </tr>
          {depth.bids.slice(0, bestRows).map((level) => row(level, 'bids'))}
        </ScrollTable>
      </section>
    </div>
  );
}

/** Prices and sizes as exact as the pair is traded: the answer writes them so. */
function useTexts({ pricePrecision }: SymbolItem, { bids, asks }: Parameters<typeof depthOf>[0]) {
  const { price } = useFormat();
  const [, size = ''] = bids[0] ?? asks[0] ?? [];
  const sizePrecision = size.split('.')[1]?.length ?? 0;
  return {
    priceText: (value: number) => price(value, { precision: pricePrecision }),
    sizeText: (value: number) => price(value, { precision: sizePrecision }),
  };
}

const [width, height] = [600, 200];

function DepthPlot({ depth, item, priceText }: { depth: Depth; item: SymbolItem; priceText(price: number): string }) {
  const t = useText();
  const { money } = useFormat();
  const { shown, bids, asks } = depth;
  const within = (levels: readonly DepthLevel[]) => levels.filter(({ price }) => shown && price >= shown.from && price <= shown.to);
  const [buyers, sellers] = [within(bids), within(asks)];
  const [bought, sold] = [buyers.at(-1)?.total ?? 0, sellers.at(-1)?.total ?? 0];
  const axis = axisOf([0, bought, sold], { format: money });
  if (!shown || !axis) return <p className="py-6 text-center text-13 text-ink-2">{t('coin.noOrders')}</p>;
  const x = (price: number) => width * shareOf(shown, price);
  const y = (total: number) => height * (1 - shareOf(axis, total));
  const prices = axisOf([], { range: shown, format: priceText })?.ticks ?? [];
  return (
    <div
      className="chart-plot"
      role="img"
      aria-label={t('coin.depthLabel', {
        pair: `${item.baseSymbol}/${item.pricedSymbol}`,
        coin: item.baseSymbol,
        bids: money(bought),
        asks: money(sold),
      })}
    >
      <div className="chart-area">
        <Grid axis={axis} />
        <svg className="chart-still" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="depth-bid" d={stairOf(buyers, x, y, shown.from)} />
          <path className="depth-ask" d={stairOf(sellers, x, y, shown.to)} />
        </svg>
      </div>
      <AxisLabels side="end" axis={axis} format={money} />
      <LabelsAcross shown={shown} labels={prices.map((at) => ({ at, text: priceText(at) }))} />
    </div>
  );
}
