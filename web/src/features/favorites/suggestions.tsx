// An empty list, and what could be in it: the coins people look at now.
import { useQuery } from '@tanstack/react-query';
import type { CoinHit } from '@tidemark/contract/market.ts';
import { Link } from 'react-router';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useChange } from '#api/use-change.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { pressStar, useIsStarred } from '#session/stars.ts';
import { useQuote } from '#live/use-quote.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Change, Price } from '#ui/number.tsx';
import { StarButton } from '#ui/star-button.tsx';
import { Empty } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { favoritesStore } from './favorites-store.ts';
import { useAttempt } from './use-failure-text.ts';

const shown = 6;

export function Suggestions({ spotHref, changeBase }: { readonly spotHref: string; readonly changeBase: number }) {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const { data } = useQuery(callQuery(useApi(), 'searchCoin', {}));
  const hits = (data && (data.hotSearchList.length > 0 ? data.hotSearchList : data.volList).slice(0, shown)) ?? [];
  const addAll = () =>
    attempt(async () => {
      await favoritesStore().add(hits.map(({ symbolId }) => symbolId));
      toast(t('favorites.addedMany', { count: hits.length }));
    });
  return (
    <Empty title={t('favorites.emptyTitle')} help={t('favorites.emptyHelp')}>
      <div className="grid gap-4">
        <ul className="suggestions">
          {hits.map((hit) => (
            <Suggestion key={hit.symbolId} hit={hit} changeBase={changeBase} />
          ))}
        </ul>
        <div className="flex justify-center gap-2">
          {hits.length > 0 && (
            <Button kind="primary" onClick={() => void addAll()}>
              {t('favorites.addSuggested')}
            </Button>
          )}
          <Link className="btn" to={spotHref}>
            {t('favorites.toMarkets')}
          </Link>
        </div>
      </div>
    </Empty>
  );
}

function Suggestion({
  hit: { symbolId, baseSymbol, pricedSymbol, iconUrl, last, change24h },
  changeBase,
}: {
  readonly hit: CoinHit;
  readonly changeBase: number;
}) {
  const t = useText();
  const format = useFormat();
  const quote = useQuote(symbolId);
  const { text, direction } = format.change(
    useChange({ symbolId, last: quote?.last ?? last, open24h: quote?.open24h ?? Number(last) / (1 + Number(change24h)) }, changeBase),
  );
  return (
    <li>
      <Avatar src={iconUrl} name={baseSymbol} />
      <span className="flex-1 text-start">
        <bdi>
          <b>{baseSymbol}</b>
          <span className="text-ink-3">/{pricedSymbol}</span>
        </bdi>
      </span>
      <span className="grid justify-items-end text-12">
        <Price text={format.price(quote?.last ?? last)} />
        <Change text={text} direction={direction} />
      </span>
      <StarButton
        label={t('table.star', { pair: `${baseSymbol}/${pricedSymbol}` })}
        isOn={useIsStarred(symbolId)}
        onPress={() => pressStar(symbolId)}
      />
    </li>
  );
}
