import type { SymbolItem } from '@tidemark/contract/market.ts';
import { memo } from 'react';
import { useText } from '#i18n/text.tsx';
import { pressStar, useIsStarred } from '#live/stars.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { StarButton } from '#ui/star-button.tsx';
import type { Column } from './columns.ts';
import { TurnoverLine } from './figure-cells.tsx';

interface MarketRowProps {
  readonly item: SymbolItem;
  readonly index: number;
  readonly columns: readonly Column[];
  /** One row at a time takes the Tab key; undefined before the page came alive: then every row does. */
  readonly tabIndex: 0 | -1 | undefined;
  readonly coinHref: string;
  readonly alertHref: string;
}

/** Plain links: the table's body turns clicks into navigation, once for all rows. */
export const MarketRow = memo(function MarketRow({ item, index, columns, tabIndex, coinHref, alertHref }: MarketRowProps) {
  const t = useText();
  return (
    <tr role="row" aria-rowindex={index + 2} data-index={index} className="mr">
      <Star item={item} tabIndex={tabIndex} />
      <th role="rowheader" scope="row" className="c-coin">
        <a className="coin" href={coinHref} tabIndex={tabIndex}>
          <Avatar src={item.iconUrl} name={item.baseSymbol} />
          <span>
            <bdi><b>{item.baseSymbol}</b><span className="quote">/{item.pricedSymbol}</span></bdi>
            <Tags item={item} />
            <span className="sub">
              <span className="name">{item.name}</span>
              <TurnoverLine item={item} />
            </span>
          </span>
        </a>
      </th>
      {columns.map(({ id, Cell }) => <Cell key={id} item={item} />)}
      <td role="cell" className="c-act">
        <span className="act">
          <a className="icon-btn small" href={alertHref} tabIndex={tabIndex} aria-label={t('table.setAlert', { coin: item.baseSymbol })}>
            <Icon name="bell" />
          </a>
        </span>
      </td>
    </tr>
  );
});

function Star({ item: { symbolId, baseSymbol, pricedSymbol }, tabIndex }: Pick<MarketRowProps, 'item' | 'tabIndex'>) {
  const t = useText();
  return (
    <td role="cell" className="c-star">
      <StarButton label={t('table.star', { pair: `${baseSymbol}/${pricedSymbol}` })} isOn={useIsStarred(symbolId)} tabIndex={tabIndex} onPress={() => pressStar(symbolId)} />
    </td>
  );
}

function Tags({ item: { symbolId, deliveryAt, maxLeverage, tags, status } }: { item: SymbolItem }) {
  const t = useText();
  return (
    <>
      {maxLeverage !== null && maxLeverage > 1 && <span className="tag num" title={t('table.leverageHint', { leverage: maxLeverage })}>{maxLeverage}×</span>}
      {/* A contract that ends is told from the one that does not by its day, as in its name: 261225. */}
      {deliveryAt && <span className="tag num">{symbolId.slice(-6)}</span>}
      {status !== 'online' ? <span className="tag warn">{t(`tag.${status}`)}</span> : tags.map((tag) => <span key={tag} className="tag accent">{t(`tag.${tag}`)}</span>)}
    </>
  );
}
