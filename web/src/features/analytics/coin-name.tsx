import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useLocale } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';

interface CoinNameProps {
  readonly coin: {
    readonly symbolId: string;
    readonly baseSymbol: string;
    readonly pricedSymbol: string;
    readonly name: string;
    readonly iconUrl: string;
  };
  /** What stands in the second line; by default the name. */
  readonly sub?: React.ReactNode;
  /** Without the quote currency and the second line. */
  readonly isShort?: boolean;
}

/** Picture, ticker and name; leads to the page of the coin. */
export function CoinName({ coin, sub, isShort }: CoinNameProps) {
  const locale = useLocale();
  return (
    <Link className="coin-link" to={href(locale, 'coin', { symbol: coin.symbolId })}>
      <Avatar src={coin.iconUrl} name={coin.baseSymbol} />
      <span>
        <bdi>
          <b>{coin.baseSymbol}</b>
          {!isShort && <span className="quote">/{coin.pricedSymbol}</span>}
        </bdi>
        {!isShort && (
          <span className="sub" dir="auto">
            {sub ?? coin.name}
          </span>
        )}
      </span>
    </Link>
  );
}
