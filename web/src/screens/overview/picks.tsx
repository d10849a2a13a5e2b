import { aiPicks, type CoinPick } from '@tidemark/contract/picks.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { isolated } from '#features/analytics/money.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useQuote } from '#live/use-quote.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Change } from '#ui/number.tsx';
import { Empty, Skeleton, SkeletonAvatar } from '#ui/states.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { picksQuery } from './overview-queries.ts';
import 'virtual:words/picks';

const refreshMs = 60_000;
const factorsShown = 2;

export function Picks() {
  const t = useText();
  const locale = useLocale();
  const { money } = useFormat();
  const query = usePageQuery({ ...picksQuery(useApi(), locale), refetchInterval: refreshMs });
  const picks = query.data?.items;
  return (
    <ModuleFrame name="aiIndex" more={href(locale, 'tokens')}>
      <AskedFor query={query}>
        {picks?.length === 0 ? (
          <Empty title={t('picks.none')} help={t('picks.noneHelp')} />
        ) : (
          <ul className="ov-picks" aria-busy={!picks}>
            {picks
              ? picks.map((pick) => <Pick key={pick.coinId} pick={pick} />)
              : Array.from({ length: aiPicks.perDayAtMost }, (_, place) => (
                  <li key={place}>
                    <span className="ov-pick">
                      <SkeletonAvatar />
                      <Skeleton width={80} />
                    </span>
                  </li>
                ))}
          </ul>
        )}
        <p className="small-note ov-foot">
          {t('overview.picksRule', { most: aiPicks.perDayAtMost, floor: isolated(money(aiPicks.floorUsdt, 'USD')) })}
        </p>
      </AskedFor>
    </ModuleFrame>
  );
}

function Pick({ pick }: { pick: CoinPick }) {
  const t = useText();
  const locale = useLocale();
  const { change } = useFormat();
  const last = useQuote(pick.symbolId)?.last;
  const strongest = pick.factors
    .filter(({ weight }) => Number(weight) !== 0)
    .toSorted((a, b) => Number(b.weight) * Number(b.rank) - Number(a.weight) * Number(a.rank))
    .slice(0, factorsShown);
  return (
    <li>
      <Link className="ov-pick" to={href(locale, 'tokens', { id: pick.coinId })}>
        <Avatar src={pick.coinIcon} name={pick.coinName} />
        <span className="who">
          <b>{pick.coinName}</b> {pick.name !== pick.coinName && <span className="small-note">{pick.name}</span>}
        </span>
        <span className="since">
          <span className="small-note">{t('overview.sincePick')}</span>
          <Change {...change(last === undefined ? null : Number(last) / Number(pick.price) - 1)} />
        </span>
        <span className="why">
          {strongest.map(({ name }) => (
            <span key={name} className="tag">
              {t(`picks.factor.${name}`)}
            </span>
          ))}
        </span>
      </Link>
    </li>
  );
}
