// Picks of days that are over, each with what came of it beside BTC.
import { href } from '@tidemark/contract/pages.ts';
import { pickHorizons, type PastPick } from '@tidemark/contract/picks.ts';
import { Link } from 'react-router';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Change, Price } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import 'virtual:words/picks';

interface PastPicksTableProps {
  /** Id of the title above it. */
  readonly labelledBy: string;
  readonly picks: readonly PastPick[];
  /** On the page of a coin its name need not be said in every row. */
  readonly isOfOneCoin?: boolean;
}

export function PastPicksTable({ labelledBy, picks, isOfOneCoin = false }: PastPicksTableProps) {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  return (
    <ScrollTable
      labelledBy={labelledBy}
      texts={[t('picks.column.day'), ...(isOfOneCoin ? [] : [t('picks.column.coin')])]}
      numbers={[t('picks.column.price'), ...pickHorizons.map((days) => t('picks.afterDays', { days })), t('picks.column.btcThen')]}
      className="picks-table"
    >
      {picks.map((pick) => (
        <tr key={`${pick.pickedAt} ${pick.coinId}`}>
          <td>
            {format.time(pick.pickedAt, 'date', 'UTC')}
            {pick.isBackfilled && (
              <span className="tag" title={t('picks.backfilledHint')}>
                {t('picks.backfilled')}
              </span>
            )}
          </td>
          {!isOfOneCoin && (
            <td>
              <Link to={href(locale, 'tokens', { id: pick.coinId })} className="picks-coin">
                <Avatar src={pick.coinIcon} name={pick.coinName} />
                {pick.coinName}
              </Link>
            </td>
          )}
          <td className="n">
            <Price text={format.price(pick.price)} />
          </td>
          {pick.outcomes.map(({ days, change }) => (
            <td key={days} className="n">
              <Change {...format.change(change)} />
            </td>
          ))}
          <td className="n">
            <Change {...format.change(pick.outcomes.findLast(({ btcChange }) => btcChange !== null)?.btcChange)} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
