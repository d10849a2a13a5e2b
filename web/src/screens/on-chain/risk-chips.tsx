// What a person should know before touching a token. The word is on the chip, the reason with its figures behind it.
import { onchainRiskBounds, type OnchainRisk, type OnchainToken } from '@tidemark/contract/onchain.ts';
import { useId } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useRateFormat } from '#i18n/rate-format.ts';
import { useText } from '#i18n/text.tsx';

/** A second one would not fit the row of most screens: the gravest is named, the rest is behind the same button. */
const shownChips = 1;

export function RiskChips({ token }: { token: OnchainToken }) {
  const t = useText();
  const id = useId();
  const reason = useReason(token);
  if (token.risks.length === 0) return <span className="no-risk text-12 text-ink-3">{t('lists.risk.none')}</span>;
  const byGravity = token.risks.toSorted((a, b) => Number(grave.has(b)) - Number(grave.has(a)));
  const rest = byGravity.length - shownChips;
  return (
    <>
      <button
        type="button"
        className="risks"
        popoverTarget={id}
        aria-label={t('lists.risk.open', { token: token.symbol, risks: token.risks.map((risk) => t(`lists.risk.${risk}`)).join(', ') })}
      >
        {byGravity.slice(0, shownChips).map((risk) => (
          <span key={risk} className={grave.has(risk) ? 'tag danger' : 'tag warn'}>
            {t(`lists.risk.${risk}`)}
          </span>
        ))}
        {/* Drawn by the style sheet: the name of the button says all risks in words, and a bare number is none of them. */}
        {rest > 0 && <span className="tag more" data-count={`+${rest}`} />}
      </button>
      <div id={id} popover="auto" className="pop risk-pop" role="dialog" aria-label={t('lists.onchain.risks')}>
        <dl>
          {token.risks.map((risk) => (
            <div key={risk}>
              <dt>
                <span className={grave.has(risk) ? 'tag danger' : 'tag warn'}>{t(`lists.risk.${risk}`)}</span>
              </dt>
              <dd>{reason(risk)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

const grave: ReadonlySet<OnchainRisk> = new Set(['honeypot', 'freezable']);

function useReason({ liquidity, top10Share, createdAt }: OnchainToken): (risk: OnchainRisk) => string {
  const t = useText();
  const { money, time } = useFormat();
  const { share } = useRateFormat();
  return (risk) => {
    if (risk === 'young') return t('lists.risk.young.why', { since: time(createdAt, 'dateTime', 'UTC') });
    if (risk === 'thinLiquidity')
      return t('lists.risk.thinLiquidity.why', {
        amount: money(liquidity, 'USD'),
        bound: money(onchainRiskBounds.thinLiquidityUsdt, 'USD'),
      });
    if (risk === 'concentratedHolders')
      return t('lists.risk.concentratedHolders.why', { share: share(top10Share), bound: share(onchainRiskBounds.concentratedShare) });
    return t(`lists.risk.${risk}.why`);
  };
}
