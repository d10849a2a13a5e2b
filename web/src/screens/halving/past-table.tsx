import { halving, halvingPrices, minedSupply } from '@tidemark/contract/content.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { bitcoins } from './bitcoins.ts';

interface PastTableProps {
  readonly price: string | null;
  readonly priceAtLastHalving: string | null;
}

/** What happened around the four halvings so far, and in this market since the last one. */
export function PastTable({ price, priceAtLastHalving }: PastTableProps) {
  const t = useText();
  const format = useFormat();
  const inUnit = useInUnit();
  const since = price === null || priceAtLastHalving === null ? null : format.change(Number(price) / Number(priceAtLastHalving) - 1);
  return (
    <section className="frame halving-block" aria-labelledby="halving-past">
      <h2 id="halving-past">{t('halving.past')}</h2>
      <ScrollTable
        labelledBy="halving-past"
        texts={[t('halving.column.number'), t('halving.column.date')]}
        numbers={(['height', 'reward', 'supply', 'before', 'at', 'after', 'change'] as const).map((name) => t(`halving.column.${name}`))}
        className="halving-table"
      >
        {halving.past.map(({ number, height, at, rewardAfter }) => {
          const prices = halvingPrices.find((row) => row.number === number)!;
          const change = format.change(prices.after / prices.at - 1);
          return (
            <tr key={number}>
              <th scope="row">{t('halving.ordinal', { number })}</th>
              <td>
                <time dateTime={new Date(at).toISOString()}>{format.time(at, 'dateTime', 'UTC')}</time> UTC
              </td>
              <td className="n">
                <Num text={format.count(height)} />
              </td>
              <td className="n">
                <Num text={`${bitcoins(format, rewardAfter * 2)} \u2192 ${bitcoins(format, rewardAfter)}`} />
              </td>
              <td className="n">
                <Num text={format.count(minedSupply(height))} />
              </td>
              <td className="n">
                <Num text={about(prices.before)} />
              </td>
              <td className="n">
                <Num text={about(prices.at)} />
              </td>
              <td className="n">
                <Num text={about(prices.after)} />
              </td>
              <td className="n">
                <Change text={change.text} direction={change.direction} />
              </td>
            </tr>
          );
        })}
      </ScrollTable>
      <p className="halving-note">{t('halving.pricesNote')}</p>
      {since && (
        <p className="halving-note">
          {t('halving.sinceLast', { before: inUnit.price(priceAtLastHalving), now: inUnit.price(price) })}{' '}
          <Change text={since.text} direction={since.direction} />
        </p>
      )}
    </section>
  );

  function about(usd: number): string {
    return `\u2248 ${format.fiat(usd, 'USD').replace(/[.,]00$/, '')}`;
  }
}
