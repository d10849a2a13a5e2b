import type { OnchainToken } from '@tidemark/contract/onchain.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { StarButton } from '#ui/star-button.tsx';
import { pressTokenStar, tokenId } from './starred-tokens.ts';
import type { TokenColumn } from './token-columns.tsx';

interface TokenRowProps {
  readonly token: OnchainToken;
  readonly chainName: string;
  readonly columns: readonly TokenColumn[];
  readonly isStarred: boolean;
  onOpen(token: OnchainToken): void;
}

export function TokenRow({ token, chainName, columns, isStarred, onOpen }: TokenRowProps) {
  const t = useText();
  const { money } = useInUnit();
  return (
    <tr role="row" className="mr">
      <td role="cell" className="c-star">
        <StarButton label={t('table.star', { pair: token.symbol })} isOn={isStarred} onPress={() => pressTokenStar(tokenId(token))} />
      </td>
      <th role="rowheader" scope="row" className="c-coin">
        <button type="button" className="coin" aria-haspopup="dialog" onClick={() => onOpen(token)}>
          <Avatar src={token.iconUrl} name={token.symbol} />
          <span>
            <bdi>
              <b>{token.symbol}</b>
            </bdi>{' '}
            <span className="tag">{chainName}</span>
            <span className="sub">
              <bdi className="name">{token.name}</bdi>
              <span className="turnover">{t('table.turnoverShort', { amount: money(token.volume24h) })}</span>
            </span>
          </span>
        </button>
      </th>
      {columns.map(({ id, isWide, Cell }) => (
        <td key={id} role="cell" className={`c-${id}${isWide ? ' wide' : ''}`}>
          <Cell token={token} />
        </td>
      ))}
    </tr>
  );
}
