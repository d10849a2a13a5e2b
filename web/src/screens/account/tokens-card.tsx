// Personal tokens: what programs of one's own may do here, and what they did last.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccessToken } from '@tidemark/contract/access.ts';
import { useState } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { FormFailure } from '#features/account-forms/form-failure.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { scopeWords } from './scope-words.ts';
import { TokenDialog } from './token-dialog.tsx';

export function TokensCard() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const tokens = useQuery(callQuery(api, 'listAccessTokens', {}));
  const { isBusy, failure, run } = useSubmit();
  const [isCreating, setCreating] = useState(false);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['listAccessTokens'] });
  const revoke = ({ tokenId }: AccessToken) =>
    void run(async () => {
      await api.call('revokeAccessToken', { tokenId });
      toast(t('accounts.tokens.revoked'));
      await readAgain();
    });

  return (
    <section className="frame settings-card" aria-labelledby="account-tokens">
      <h2 id="account-tokens">{t('accounts.section.tokens')}</h2>
      <FormFailure text={failure} />
      <div className="setting">
        <p className="text-13 text-ink-2">{t('accounts.tokens.help')}</p>
        <Button onClick={() => setCreating(true)}>{t('accounts.tokens.create')}</Button>
      </div>
      {tokens.isError && (
        <Band kind="error" text={t('accounts.tokens.failed')} action={{ label: t('action.retry'), onClick: () => void tokens.refetch() }} />
      )}
      {tokens.isPending && (
        <div className="setting">
          <Skeleton width={200} />
        </div>
      )}
      <ul>
        {tokens.data?.items.map((token) => (
          <TokenRow key={token.tokenId} token={token} isBusy={isBusy} onRevoke={() => revoke(token)} />
        ))}
      </ul>
      <TokenDialog isOpen={isCreating} onClose={() => setCreating(false)} onMade={() => void readAgain()} />
    </section>
  );
}

function TokenRow({ token, isBusy, onRevoke }: { token: AccessToken; isBusy: boolean; onRevoke(): void }) {
  const t = useText();
  const { time } = useFormat();
  const at = (ms: number) => `${time(ms, 'dateTime', 'UTC')} UTC`;
  return (
    <li className="setting">
      <div>
        <span className="text-14">
          <bdi>{token.name}</bdi>
        </span>
        <span className="value">{token.scopes.map((scope) => t(scopeWords[scope])).join(' · ')}</span>
        <span className="value">
          {t('accounts.tokens.expires', { time: at(token.expiresAt) })} ·{' '}
          {token.lastUsedAt === null ? t('accounts.tokens.unused') : t('accounts.sessions.seen', { time: at(token.lastUsedAt) })}
        </span>
        {token.uses.length > 0 && (
          <details className="value mt-1">
            <summary>{t('accounts.tokens.uses')}</summary>
            <ul>
              {token.uses.map((use) => (
                <li key={use.number}>
                  {at(use.at)} · <bdi dir="ltr">{use.call}</bdi> · <bdi dir="ltr">{use.network}</bdi>
                  {!use.allowed && <span className="tag warn">{t('accounts.tokens.denied')}</span>}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Button disabled={isBusy} aria-label={t('accounts.tokens.revokeOf', { name: token.name })} onClick={onRevoke}>
        {t('accounts.tokens.revoke')}
      </Button>
    </li>
  );
}
