// Sectors as a map: area by cap or turnover, colour by their weighted change.
import type { HeatSize, SectorRow } from '@tidemark/contract/analytics.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useMemo } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { HeatMap, type HeatMapTile } from './heat-map.tsx';
import { useMoney } from './money.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import { Breadth } from './sector-table.tsx';
import 'virtual:words/analytics';

export function SectorHeat({ rows, size: wanted }: { rows: readonly SectorRow[]; size: HeatSize }) {
  const t = useText();
  const locale = useLocale();
  const { change } = useFormat();
  const money = useMoney();
  const size = rows.some(({ cap }) => cap !== null) ? wanted : 'turnover';
  const tiles = useMemo(
    () =>
      rows
        .map((row): HeatMapTile => {
          const name = sectorName(t, row.plateCategoryId, row.name);
          return {
            id: row.plateCategoryId,
            label: name,
            name,
            to: href(locale, 'sectorDetail', { id: row.plateCategoryId }),
            size: Number(size === 'cap' ? row.cap : row.turnover24h),
            group: null,
            change: Number(row.change24h),
            quote: null,
          };
        })
        .filter((tile) => tile.size > 0)
        .toSorted((a, b) => b.size - a.size),
    [rows, size, t, locale],
  );
  const detail = (id: string) => {
    const row = rows.find(({ plateCategoryId }) => plateCategoryId === id);
    return (
      row && (
        <>
          <b>{sectorName(t, row.plateCategoryId, row.name)}</b>
          <Change {...change(row.change24h)} />
          <Breadth rising={row.rising} falling={row.falling} coins={row.coins} />
          <Num className="small-note" text={`${t(`analytics.heat.${size}`)} ${money(size === 'cap' ? row.cap : row.turnover24h)}`} />
        </>
      )
    );
  };
  return (
    <>
      {size !== wanted && <p className="small-note of-world-note">{t('analytics.capUnknown')}</p>}
      <HeatMap
        label={t('analytics.sector.mapTitle')}
        tiles={tiles}
        isGrouped={false}
        groupName={(slug) => slug}
        detail={detail}
        isSizedByPrice={false}
      />
    </>
  );
}
