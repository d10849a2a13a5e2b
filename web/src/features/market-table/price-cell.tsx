import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useStaleAge } from '#live/use-stale-age.ts';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/number.tsx';
import type { CellProps } from './column.ts';
import { useListMoney } from './list-money.ts';
import { useFlash } from './use-flash.ts';
import { isSameMoney } from './worth.ts';

/** The price: flashes when it moves, turns grey with its age when it is old. */
export function PriceCell({ item, figures }: CellProps) {
  const t = useText();
  const { price, fiat, age } = useFormat();
  const { currency, toFiat } = useListMoney();
  const staleMs = useStaleAge(item.symbolId);
  const flash = useFlash(figures);
  const { last } = figures;

  return (
    <td role="cell" className="c-price">
      <span {...flash} className={staleMs === null ? 'px' : 'px stale'}>
        <Price text={price(last)} />
      </span>
      {staleMs !== null ? (
        <span className="sub">
          <span className="age-mark">
            <Icon name="clock" size="small" />
            <bdi>{t('table.age', { age: age(staleMs) })}</bdi>
          </span>
        </span>
      ) : (
        !isSameMoney(item.pricedSymbol, currency) && (
          <span className="sub fiat">
            <Price text={fiat(toFiat(Number(last), item.pricedSymbol, figures), currency)} />
          </span>
        )
      )}
    </td>
  );
}
