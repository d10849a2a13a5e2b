// On which networks a coin is deposited and withdrawn.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useState } from 'react';
import type { Api } from '#api/client.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { networkName } from '../network-name.ts';
import { Part } from './part.tsx';

type Chains = Output<Calls['getCoinChainList']>['items'][number]['chains'];

const shownAtFirst = 6;

/** The answer names every coin; only the networks of this one are kept. */
const networksOf = (api: Api, coin: string) =>
  queryOptions({
    queryKey: ['getCoinChainList', coin],
    queryFn: async ({ signal }): Promise<Chains> =>
      (await api.call('getCoinChainList', {}, { signal })).items.find(({ coinName }) => coinName === coin)?.chains ?? [],
  });

export function Networks({ coin }: { coin: string }) {
  const t = useText();
  const { count } = useFormat();
  const [isWhole, setWhole] = useState(false);
  return (
    <Part
      title={t('coin.networks')}
      query={useQuery(networksOf(useApi(), coin))}
      empty={t('coin.none')}
      isEmpty={(chains) => chains.length === 0}
    >
      {(chains, labelId) => (
        <>
          <ScrollTable
            labelledBy={labelId}
            texts={[t('coin.network'), t('coin.deposits'), t('coin.withdrawals'), t('coin.contractAddress')]}
            numbers={[]}
            className="coin-networks"
          >
            {(isWhole ? chains : chains.slice(0, shownAtFirst)).map(({ chain, contractAddress, depositable, withdrawable }) => (
              <tr key={`${chain} ${contractAddress}`}>
                <th scope="row">
                  <bdi>{networkName(chain)}</bdi>
                </th>
                <td>
                  <State isOpen={depositable} />
                </td>
                <td>
                  <State isOpen={withdrawable} />
                </td>
                <td className="address">
                  <bdi>{contractAddress ?? '--'}</bdi>
                </td>
              </tr>
            ))}
          </ScrollTable>
          {!isWhole && chains.length > shownAtFirst && (
            <p className="mt-2">
              <Button onClick={() => setWhole(true)}>{t('coin.showAll', { count: count(chains.length) })}</Button>
            </p>
          )}
        </>
      )}
    </Part>
  );
}

function State({ isOpen }: { isOpen: boolean }) {
  const t = useText();
  return isOpen ? t('coin.available') : <span className="tag warn">{t('coin.suspended')}</span>;
}
