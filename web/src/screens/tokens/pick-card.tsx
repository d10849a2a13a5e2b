import type { CoinPick } from '@tidemark/contract/picks.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Num } from '#ui/number.tsx';
import { useFactorText } from './factor-text.ts';
import { LongShort } from './long-short.tsx';
import { Reasons } from './reasons.tsx';
import { SincePick } from './since-pick.tsx';

const factorsShown = 3;
const reasonsShown = 3;

export const scoreOf = (score: string): string => String(Math.round(50 + 50 * Number(score)));

export function PickCard({ pick }: { pick: CoinPick }) {
  const t = useText();
  const locale = useLocale();
  const factorText = useFactorText();
  const strongest = pick.factors
    .filter(({ weight }) => Number(weight) !== 0)
    .toSorted((a, b) => Number(b.weight) * Number(b.rank) - Number(a.weight) * Number(a.rank))
    .slice(0, factorsShown);
  return (
    <li className="pick">
      <Link to={href(locale, 'tokens', { id: pick.coinId })} className="pick-head">
        <Avatar src={pick.coinIcon} name={pick.coinName} />
        <span className="pick-name">
          <b>{pick.coinName}</b>
          <small>{pick.name}</small>
        </span>
        <span className="pick-score">
          <Num text={scoreOf(pick.score)} />
          <small>{t('picks.score')}</small>
        </span>
      </Link>
      <SincePick symbolId={pick.symbolId} price={pick.price} />
      <dl className="pick-factors">
        {strongest.map(({ name, value }) => (
          <div key={name}>
            <dt>{t(`picks.factor.${name}`)}</dt>
            <dd>
              <Num text={factorText(name, value)} />
            </dd>
          </div>
        ))}
      </dl>
      <LongShort longRate={pick.longRate} />
      <Reasons text={pick.deciphermentContent} most={reasonsShown} />
    </li>
  );
}

export const PickSkeleton = () => <li className="pick waiting" aria-hidden="true" />;
