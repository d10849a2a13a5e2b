// Who moved the money over the whole range: whales, dolphins, fish.
import { fundFlowSizes } from '@tidemark/contract/trading-data.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import type { SeriesAnswer } from './picture.ts';

export function FundFlowTable({ answer: { fields, points } }: { answer: SeriesAnswer }) {
  const t = useText();
  const format = useFormat();
  const fine = useFineFormat();
  const sum = (field: string) => {
    const place = fields.indexOf(field) + 1;
    return points.reduce((total, point) => total + Number(point[place] ?? 0), 0);
  };
  const all = fields.reduce((total, field) => total + sum(field), 0);
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
                <Num text={format.money(buy - sell)} className={buy > sell ? 'u' : 'd'} />
              </td>
              <td className="n">
                <Num text={fine.share(all > 0 ? (buy + sell) / all : null)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
