// Everything that is known of a token, also what a phone has no column for; and where it can be looked up.
import { tokenPageOf, type OnchainToken } from '@tidemark/contract/onchain.ts';
import { useRef } from 'react';
import { useText } from '#i18n/text.tsx';
import { useTime } from '#i18n/use-time.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { StarButton } from '#ui/star-button.tsx';
import { useToast } from '#ui/toast.tsx';
import { pressTokenStar, tokenId, useStarredTokens } from '../starred-tokens.ts';
import { moreTokenColumns, usualTokenColumns } from '../token-columns.tsx';

interface TokenDialogProps {
  /** null: closed. */
  readonly token: OnchainToken | null;
  readonly chainName: string;
  /** null: no explorer of its chain is known. */
  readonly explorer: string | null;
  onClose(): void;
}

export function TokenDialog({ token, chainName, explorer, onClose }: TokenDialogProps) {
  const t = useText();
  return (
    <Dialog isOpen={token !== null} onClose={onClose} title={token ? `${token.symbol} · ${chainName}` : ''} closeLabel={t('action.close')}>
      {token && <Known token={token} explorer={explorer} />}
    </Dialog>
  );
}

function Known({ token, explorer }: { token: OnchainToken; explorer: string | null }) {
  const t = useText();
  const time = useTime();
  const toast = useToast();
  const isSimulated = useIsSimulated();
  const starred = useStarredTokens();
  const address = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token.address);
      toast(t('lists.onchain.copied'));
    } catch {
      // Not allowed here: then it is at least marked, to be copied by hand.
      getSelection()?.selectAllChildren(address.current!);
    }
  };
  const id = tokenId(token);
  return (
    <div className="token-known">
      <p className="flex items-center gap-2">
        <bdi className="me-auto">{token.name}</bdi>
        {isSimulated && <span className="tag warn">{t('simulated.label')}</span>}
        <StarButton label={t('table.star', { pair: token.symbol })} isOn={starred.has(id)} onPress={() => pressTokenStar(id)} />
      </p>
      <dl>
        <div className="whole">
          <dt>{t('lists.onchain.address')}</dt>
          <dd>
            <bdi ref={address} dir="ltr" className="address">
              {token.address}
            </bdi>
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => void copy()}>{t('lists.onchain.copyAddress')}</Button>
              {explorer !== null && (
                <a className="btn quiet" href={tokenPageOf(explorer, token.address)} target="_blank" rel="noopener noreferrer">
                  {t('lists.onchain.explorer')}
                </a>
              )}
            </span>
          </dd>
        </div>
        {[...usualTokenColumns, ...moreTokenColumns]
          .filter((column) => column.id !== 'risk')
          .map(({ id: column, word, Cell }) => (
            <div key={column}>
              <dt>{t(word)}</dt>
              <dd>
                <Cell token={token} />
                {column === 'age' && <span className="sub">{time(token.createdAt, 'dateTime')}</span>}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
