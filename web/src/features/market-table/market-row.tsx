import type { SymbolItem } from '@tidemark/contract/market.ts';
import { memo, Suspense } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { pressStar, useIsStarred } from '#session/stars.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { StarButton } from '#ui/star-button.tsx';
import type { Column } from './column.ts';
import { PhoneLine } from './figure-cells.tsx';
import { isNoPhone } from './phone.ts';
import { useFigures } from './use-figures.ts';

interface MarketRowProps {
  readonly item: SymbolItem;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly coinHref: string;
  readonly alertHref: string;
  /** Of a list of favorites: starred until the store knows better. */
  readonly isFavorite?: boolean | undefined;
}

/** On its own, so that a page that comes alive does it row by row: no task is long, and a row that is pressed goes first. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  return (
    <Suspense fallback={<tr className="mr" />}>
      <Row {...props} />
    </Suspense>
  );
});

/** Plain links: the table's body turns clicks into navigation, once for all rows, and says which row takes the Tab key. */
function Row({ item, index, columns, coinHref, alertHref, isFavorite }: MarketRowProps) {
  const t = useText();
  return (
    <tr role="row" aria-rowindex={index + 2} data-index={index} className="mr">
      <Star item={item} isFavorite={isFavorite} />
      <th role="rowheader" scope="row" className="c-coin">
        <a className="coin" href={coinHref} suppressHydrationWarning>
          <Avatar src={item.iconUrl} name={item.baseSymbol} />
          <span>
            <bdi>
              <b>{item.baseSymbol}</b>
              <span className="quote">/{item.pricedSymbol}</span>
            </bdi>
            <Tags item={item} />
            <span className="sub">
              <span className="name">{item.name}</span>
              <PhoneLine item={item} />
            </span>
          </span>
        </a>
      </th>
      <Cells item={item} columns={columns} />
      <td role="cell" className="c-act">
        <span className="act">
          <a
            className="icon-btn small"
            href={alertHref}
            suppressHydrationWarning
            aria-label={t('table.setAlert', { coin: item.baseSymbol })}
          >
            <Icon name="bell" />
          </a>
        </span>
      </td>
    </tr>
  );
}

/** A tick renders these, and nothing around them. */
function Cells({ item, columns }: Pick<MarketRowProps, 'item' | 'columns'>) {
  const figures = useFigures(item);
  const roomy = useFigures(item, isNoPhone);
  return columns.map(({ id, isOnPhone, Cell }) => <Cell key={id} item={item} figures={isOnPhone ? figures : roomy} />);
}

function Star({ item: { symbolId, baseSymbol, pricedSymbol }, isFavorite }: Pick<MarketRowProps, 'item' | 'isFavorite'>) {
  const t = useText();
  return (
    <td role="cell" className="c-star">
      <StarButton
        label={t('table.star', { pair: `${baseSymbol}/${pricedSymbol}` })}
        isOn={useIsStarred(symbolId, isFavorite)}
        onPress={() => pressStar(symbolId)}
      />
    </td>
  );
}

function Tags({ item: { deliveryAt, maxLeverage, tags, status } }: { item: SymbolItem }) {
  const t = useText();
  const { time } = useFormat();
  return (
    <>
      {maxLeverage !== null && maxLeverage > 1 && (
        <span className="tag num" title={t('table.leverageHint', { leverage: maxLeverage })}>
          {maxLeverage}×
        </span>
      )}
      {/* A contract that ends is told from the one that does not by its day. */}
      {deliveryAt && <span className="tag num max-tablet:hidden">{time(deliveryAt, 'date', 'UTC')}</span>}
      {status !== 'online' ? (
        <span className="tag warn">{t(`tag.${status}`)}</span>
      ) : (
        tags.map((tag) => (
          <span key={tag} className="tag accent">
            {t(`tag.${tag}`)}
          </span>
        ))
      )}
    </>
  );
}
