import type { Article } from '@tidemark/contract/content.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Change } from '#ui/number.tsx';
import 'virtual:words/news';

type Tagged = Article['coins'][number];

/** The coins an article names, each with its change since publication. */
export function NewsCoins({ coins, most }: { coins: readonly Tagged[]; most: number }) {
  const t = useText();
  if (coins.length === 0) return null;
  const rest = coins.slice(most);
  return (
    <ul className="news-coins" aria-label={t('news.coins')}>
      {coins.slice(0, most).map((coin) => (
        <li key={coin.baseSymbol}>
          <CoinChip coin={coin} />
        </li>
      ))}
      {rest.length > 0 && (
        <li className="small-note" title={rest.map(({ baseSymbol }) => baseSymbol).join(', ')}>
          <bdi>+{rest.length}</bdi>
        </li>
      )}
    </ul>
  );
}

function CoinChip({ coin: { baseSymbol, symbolId, iconUrl, changeSince } }: { coin: Tagged }) {
  const t = useText();
  const locale = useLocale();
  const { change } = useFormat();
  const face = (
    <>
      <Avatar src={iconUrl} name={baseSymbol} />
      <b>{baseSymbol}</b>
      <Change {...change(changeSince)} />
      <span className="sr-only">{t('news.since')}</span>
    </>
  );
  // A coin that is not traded here has no page.
  if (symbolId === null) return <span className="news-coin">{face}</span>;
  return (
    <Link className="news-coin" to={href(locale, 'coin', { symbol: symbolId })} title={t('news.sinceOf', { coin: baseSymbol })}>
      {face}
    </Link>
  );
}
