// Who moved the money over the whole range: whales, dolphins, fish.
import { fundFlowSizes } from '@tidemark/contract/trading-data.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { sumOfTold } from './headline.ts';
import type { SeriesAnswer } from './picture.ts';

export function FundFlowTable({ answer: { fields, points } }: { answer: SeriesAnswer }) {
  const t = useText();
  const format = useFormat();
  const fine = useFineFormat();
  const sum = (field: string) => {
    const place = fields.indexOf(field) + 1;
    return sumOfTold(points.map((point) => (point[place] == null ? null : Number(point[place]))));
  };
  const all = sumOfTold(fields.map(sum));
  return (
    <table className="small-table">
      <thead>
        <tr>
          <th scope="col">{t('trading.bySize')}</th>
          {(['buy', 'sell', 'net', 'share'] as const).map((column) => (
            <th key={column} scope="col" className="n">
              {t(`trading.flow.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fundFlowSizes.map((size) => {
          const [buy, sell] = [sum(`${size}Buy`), sum(`${size}Sell`)];
          const net = buy === null || sell === null ? null : buy - sell;
          const both = sumOfTold([buy, sell]);
          return (
            <tr key={size}>
              <th scope="row">{t(`trading.flow.${size}`)}</th>
              <td className="n">
                <Num text={format.money(buy)} />
              </td>
              <td className="n">
                <Num text={format.money(sell)} />
              </td>
              <td className="n">
                <Num text={format.money(net)} {...(net !== null && { className: net > 0 ? 'u' : 'd' })} />
              </td>
              <td className="n">
                <Num text={fine.share(both !== null && all ? both / all : null)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
