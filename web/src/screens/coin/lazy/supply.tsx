// How much of a coin there is, beside the coins like it.
import { useQuery } from '@tanstack/react-query';
import { languageOf } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Part } from './part.tsx';

export function Supply({ coin, others }: { coin: string; others: readonly string[] }) {
  const t = useText();
  const locale = useLocale();
  const percent = usePercent();
  const { money } = useFormat();
  const query = useQuery(
    callQuery(useApi(), 'getCryptoListBySymbol', { languageType: languageOf(locale).languageType, symbols: [coin, ...others] }),
  );
  return (
    <Part title={t('coin.supply')} query={query} empty={t('coin.none')} isEmpty={({ items }) => items.length === 0}>
      {({ items }, labelId) => (
        <>
          <ScrollTable
            labelledBy={labelId}
            texts={[t('table.coin')]}
            numbers={[t('coin.circulating'), t('coin.maxSupply'), t('coin.issued'), t('coin.launched')]}
          >
            {items.map(({ symbol, name, circulatingSupply, maxSupply, launchedAt }) => (
              <tr key={symbol}>
                <th scope="row">
                  {symbol === coin ? (
                    <b>{name}</b>
                  ) : (
                    <Link className="link" to={href(locale, 'coin', { symbol })}>
                      {name}
                    </Link>
                  )}
                </th>
                <td className="n">
                  <Num text={money(circulatingSupply)} />
                </td>
                <td className="n">
                  <Num text={money(maxSupply)} />
                </td>
                <td className="n">
                  <Num
                    text={percent(
                      circulatingSupply !== null && Number(maxSupply) > 0 ? Number(circulatingSupply) / Number(maxSupply) : null,
                    )}
                  />
                </td>
                <td className="n">
                  <Num text={launchedAt === null ? null : String(new Date(launchedAt).getUTCFullYear())} />
                </td>
              </tr>
            ))}
          </ScrollTable>
          <p className="mt-2 max-w-[72ch] text-12 text-ink-3">{t('coin.supplySource')}</p>
        </>
      )}
    </Part>
  );
}
